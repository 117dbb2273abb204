//! The interface between the package and the rules of a game.

use std::fmt::Display;
use std::str::FromStr;

use gameplay::botzone::BotzoneGame;
use serde_json::{Value, json};

/// The constants of a game. Python sees them as the class `Game`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Info {
    /// The name that the arena uses, too.
    pub name: &'static str,
    /// Number of players, 1 or 2.
    pub players: usize,
    /// True if both players move at once.
    pub simultaneous: bool,
    /// Actions are the numbers below this one.
    pub actions: usize,
    /// The numbering of the actions.
    pub action: &'static str,
    /// The meaning of each plane of an observation, from the side of the observing player.
    pub planes: &'static [&'static str],
    /// Rows and columns of a plane.
    pub size: (usize, usize),
}

impl Info {
    /// Numbers in an observation of one player.
    pub fn cells(&self) -> usize {
        self.planes.len() * self.size.0 * self.size.1
    }

    /// Numbers in a plane.
    pub fn plane(&self) -> usize {
        self.size.0 * self.size.1
    }

    /// Players who act in the same turn: 2 in games where both move at once.
    pub fn seats(&self) -> usize {
        1 + usize::from(self.simultaneous)
    }
}

/// The actions of a turn: by player where both move at once, elsewhere the first one.
pub type Turn = [u32; 2];

/// Rules as this package needs them: a position, with actions as numbers.
///
/// An action is a number, a move is in the judge's terms. In most games they are the same; in Amazons a move is three
/// actions.
pub trait Rules: Clone + PartialEq + Send + Sync + 'static {
    /// A move in the judge's notation.
    type Move: Copy + Display + FromStr<Err: Display>;

    /// The constants of the game.
    const INFO: Info;

    /// The number of actions that make a move.
    const STAGES: usize = 1;

    /// The start of the game that this seed gives; where chance has no part, of the only one.
    fn start(seed: u64) -> Self;

    /// The players who act now; none when the game is over.
    fn acting(&self) -> &'static [usize];

    /// By player: 1 for a win, -1 for a loss, 0 for a draw and as long as the game is not over. Alone: the points.
    fn returns(&self) -> [f32; 2];

    /// Adds the legal actions of a player who acts, in order.
    fn legal(&self, player: usize, actions: &mut Vec<u32>);

    /// Returns true if a player who acts may play this action.
    fn is_legal(&self, player: usize, action: u32) -> bool;

    /// Plays actions that are legal.
    fn apply(&mut self, turn: Turn);

    /// Draws the position from a player's side. `planes` holds zeros.
    fn observe(&self, player: usize, planes: &mut [u8]);

    /// Adds the actions that a move consists of.
    fn encode(mv: Self::Move, actions: &mut Vec<u32>);

    /// The move that [`Rules::STAGES`] actions make; `None` if a number stands for nothing.
    fn decode(actions: &[u32]) -> Option<Self::Move>;

    /// The complete moves of a player who acts. Differs from [`Rules::legal`] only where a move has stages.
    fn moves(&self, player: usize) -> Vec<Self::Move> {
        let mut actions = Vec::new();
        self.legal(player, &mut actions);
        actions
            .iter()
            .filter_map(|&action| Self::decode(&[action]))
            .collect()
    }

    /// The same for equal positions.
    fn hash(&self) -> u64;

    /// A picture for people.
    fn picture(&self) -> String;

    /// Reads what [`Rules::text`] wrote: a position, and the turns played from there.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn read(text: &str) -> Result<(Self, Vec<Turn>), String>;

    /// A text of this position, reached from `origin` by `turns`.
    fn text(&self, origin: &Self, turns: &[Turn]) -> String;

    /// The judge's outputs in a match from `origin`: first for an empty log, then for each entry (player to
    /// `{"verdict": .., "response": ..}`).
    ///
    /// # Errors
    /// If there is no such judge, or its matches cannot begin there.
    fn judge(origin: &Self, entries: &[Value]) -> Result<Vec<Value>, String> {
        let _ = (origin, entries);
        Err(no_json::<Self>())
    }

    /// The position's text as `arena explain` reads it, from a player's side.
    fn seen(text: String, player: usize) -> String {
        let _ = player;
        text
    }

    /// The start of a game in a log with this `init`.
    ///
    /// # Errors
    /// If it makes no game.
    fn logged_start(init: &Value) -> Result<Self, String> {
        let initdata = match init {
            Value::Null => json!(""),
            init => init.clone(),
        };
        let output = (botzone::<Self>()?.referee)().begin(&initdata);
        let output = output.map_err(|error| error.to_string())?;
        Ok(Self::begin(&output["content"]["0"])?.0)
    }

    /// The move of an answer in a log.
    ///
    /// # Errors
    /// If it is none.
    fn from_log(written: &Value) -> Result<Self::Move, String> {
        Self::from_json(&botzone::<Self>()?.logged.long(written))
    }

    /// `init` and `moves` as a log has them.
    ///
    /// # Errors
    /// If the arena does not know the game, or its matches cannot begin at `origin`.
    fn logged(origin: &Self, turns: &[Turn]) -> Result<(Value, Vec<Value>), String> {
        let game = botzone::<Self>()?;
        let first = Self::judge(origin, &[])?.swap_remove(0);
        let init = (game.site_log.init)(Value::Null, &first["content"]["0"]);
        let written = |turns: &[Turn], seat: usize| {
            let actions: Vec<u32> = turns.iter().map(|turn| turn[seat]).collect();
            let mv = Self::decode(&actions).ok_or_else(|| "a move was lost".to_owned())?;
            let short = game.logged.short(&Self::to_json(mv)?);
            short.ok_or_else(|| "a move has no form in a log".to_owned())
        };
        let turns = turns.chunks_exact(Self::STAGES).map(|turns| {
            if Self::INFO.simultaneous {
                return Ok(json!([written(turns, 0)?, written(turns, 1)?]));
            }
            written(turns, 0)
        });
        Ok((init, turns.collect::<Result<_, String>>()?))
    }

    /// The start of the match and the player's number, from the first request.
    ///
    /// # Errors
    /// If it is no such request.
    fn begin(request: &Value) -> Result<(Self, usize), String> {
        let _ = request;
        Err(no_json::<Self>())
    }

    /// A move in the judge's JSON.
    ///
    /// # Errors
    /// If the game has no JSON.
    fn to_json(mv: Self::Move) -> Result<Value, String> {
        let _ = mv;
        Err(no_json::<Self>())
    }

    /// The move of a request or a response.
    ///
    /// # Errors
    /// If it is none.
    fn from_json(value: &Value) -> Result<Self::Move, String> {
        let _ = value;
        Err(no_json::<Self>())
    }
}

/// The entry of a game of Botzone's in the arena's table.
///
/// # Errors
/// If it is no such game.
pub fn botzone<G: Rules>() -> Result<&'static BotzoneGame, String> {
    let game = gameplay::games::standard().get(G::INFO.name);
    let botzone = game.and_then(|game| game.botzone());
    botzone.ok_or_else(no_json::<G>)
}

fn no_json<G: Rules>() -> String {
    format!("{} has no JSON: only Botzone's games have", G::INFO.name)
}

/// The outputs of a referee: `first` for an empty log, then `turn` of each entry.
pub fn outputs(first: Value, entries: &[Value], turn: impl FnMut(&Value) -> Value) -> Vec<Value> {
    std::iter::once(first)
        .chain(entries.iter().map(turn))
        .collect()
}

/// The returns of a game of two that this player has won.
pub fn won_by(winner: usize) -> [f32; 2] {
    let mut returns = [-1.0; 2];
    returns[winner] = 1.0;
    returns
}

/// Sets the cells of a plane to 1.
pub fn mark(plane: &mut [u8], cells: impl IntoIterator<Item = usize>) {
    for cell in cells {
        plane[cell] = 1;
    }
}

/// Hashes as the standard library does, the same in every process.
pub fn hashed(value: &impl std::hash::Hash) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}
