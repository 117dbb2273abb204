//! The games in which two sides move in turn on a board. Their judge's half is the arena's; a game adds the numbers of its
//! actions and its planes.

use gameplay::games::alternating::{Alternating, is_first_request};
use serde_json::Value;

use crate::rules::{Info, Rules, Turn, hashed, outputs, won_by};

/// Action numbers and planes of such a game.
pub trait Actions: Alternating {
    /// See [`Info::actions`].
    const ACTIONS: usize;
    /// See [`Info::action`].
    const ACTION: &'static str;
    /// See [`Info::planes`].
    const PLANES: &'static [&'static str];
    /// See [`Info::size`].
    const SIZE: (usize, usize);

    /// The action that is this move.
    fn number(mv: Self::Move) -> u32;
    /// The move that is this action; `None` if the number stands for nothing.
    fn mv(action: u32) -> Option<Self::Move>;
    /// The seat that has won; `None` for a draw, too.
    fn winner(state: &Self::State) -> Option<usize>;
    /// See [`Rules::observe`].
    fn observe(state: &Self::State, player: usize, planes: &mut [u8]);
    /// Reads a position.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn position(text: &str) -> Result<Self::State, String> {
        let state: Result<Self::State, _> = text.parse();
        state.map_err(|error| error.to_string())
    }
}

/// A position of such a game.
pub struct Sides<G: Alternating>(G::State);

impl<G: Alternating> Clone for Sides<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Alternating> PartialEq for Sides<G> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<G: Actions> Rules for Sides<G> {
    type Move = G::Move;

    const INFO: Info = Info {
        name: G::NAME,
        players: 2,
        simultaneous: false,
        actions: G::ACTIONS,
        action: G::ACTION,
        planes: G::PLANES,
        size: G::SIZE,
    };

    fn start(_seed: u64) -> Self {
        Self(G::start())
    }

    fn acting(&self) -> &'static [usize] {
        match (G::is_over(&self.0), G::seat(&self.0)) {
            (true, _) => &[],
            (false, 0) => &[0],
            (false, _) => &[1],
        }
    }

    fn returns(&self) -> [f32; 2] {
        G::winner(&self.0).map_or([0.0; 2], won_by)
    }

    fn legal(&self, _player: usize, actions: &mut Vec<u32>) {
        actions.extend(G::moves(&self.0).map(G::number));
    }

    fn is_legal(&self, _player: usize, action: u32) -> bool {
        G::mv(action).is_some_and(|mv| G::is_legal(&self.0, mv))
    }

    fn apply(&mut self, [action, _]: Turn) {
        if let Some(mv) = G::mv(action) {
            G::play(&mut self.0, mv);
        }
    }

    fn observe(&self, player: usize, planes: &mut [u8]) {
        G::observe(&self.0, player, planes);
    }

    fn encode(mv: G::Move, actions: &mut Vec<u32>) {
        actions.push(G::number(mv));
    }

    fn decode(actions: &[u32]) -> Option<G::Move> {
        G::mv(*actions.first()?)
    }

    fn hash(&self) -> u64 {
        hashed(&self.0)
    }

    fn picture(&self) -> String {
        self.0.to_string()
    }

    fn read(text: &str) -> Result<(Self, Vec<Turn>), String> {
        Ok((Self(G::position(text)?), Vec::new()))
    }

    fn text(&self, _origin: &Self, _turns: &[Turn]) -> String {
        format!("{:#}", self.0)
    }

    fn judge(origin: &Self, entries: &[Value]) -> Result<Vec<Value>, String> {
        judge::<G>(&origin.0, entries)
    }

    fn begin(request: &Value) -> Result<(Self, usize), String> {
        Ok((Self::start(0), first_seat::<G>(request)))
    }

    fn to_json(mv: G::Move) -> Result<Value, String> {
        Ok(G::answer(mv))
    }

    fn from_json(value: &Value) -> Result<G::Move, String> {
        G::read(value)
    }
}

/// See [`Rules::judge`].
pub fn judge<G: Alternating>(origin: &G::State, entries: &[Value]) -> Result<Vec<Value>, String> {
    if *origin != G::start() {
        return Err("the judge's matches begin with the usual position".to_owned());
    }
    let mut referee = G::referee();
    let first = G::begin(&mut referee, &Value::Null);
    Ok(outputs(first, entries, |entry| {
        G::turn(&mut referee, entry)
    }))
}

/// The seat of the player whose first request this is.
pub fn first_seat<G: Alternating>(request: &Value) -> usize {
    usize::from(!is_first_request::<G>(request))
}
