//! Reversi. The action 8 * y + x puts a disc on (x, y), 64 passes, which is legal only where no disc can be placed. Planes are
//! indexed by y and x, so that a plane laid flat is indexed by action.

use reversi::{Board, Color, Move, botzone};
use serde_json::{Value, json};

use crate::rules::{Info, Rules, Turn, hashed, mark, outputs, won_by};

/// A position.
#[derive(Clone, PartialEq)]
pub struct Reversi(Board);

const CELLS: usize = 64;
const COLORS: [Color; 2] = [Color::Black, Color::White];

impl Rules for Reversi {
    type Move = Move;

    const INFO: Info = Info {
        name: "reversi",
        players: 2,
        simultaneous: false,
        actions: CELLS + 1,
        planes: &[
            "own discs",
            "the opponent's discs",
            "where the player may put a disc",
            "where the opponent might",
        ],
        size: (8, 8),
    };

    fn start(_seed: u64) -> Self {
        Self(Board::new())
    }

    fn acting(&self) -> &'static [usize] {
        match (self.0.outcome(), self.0.to_move()) {
            (Some(_), _) => &[],
            (None, Color::Black) => &[0],
            (None, Color::White) => &[1],
        }
    }

    fn returns(&self) -> [f32; 2] {
        let winner = self.0.outcome().and_then(|outcome| outcome.winner());
        winner.map_or([0.0; 2], |winner| won_by(winner.index()))
    }

    fn legal(&self, _player: usize, actions: &mut Vec<u32>) {
        actions.extend(self.0.moves().map(number));
    }

    fn is_legal(&self, _player: usize, action: u32) -> bool {
        mv(action).is_some_and(|mv| self.0.is_legal(mv))
    }

    fn apply(&mut self, [action, _]: Turn) {
        if let Some(mv) = mv(action) {
            self.0.play_unchecked(mv);
        }
    }

    fn observe(&self, player: usize, planes: &mut [u8]) {
        let (own, theirs) = (COLORS[player], COLORS[1 - player]);
        let shown = [
            self.0.discs(own),
            self.0.discs(theirs),
            self.0.legal_moves(own),
            self.0.legal_moves(theirs),
        ];
        for (plane, cells) in planes.chunks_exact_mut(CELLS).zip(shown) {
            mark(plane, cells.iter().map(|cell| cell.index()));
        }
    }

    fn encode(mv: Move, actions: &mut Vec<u32>) {
        actions.push(number(mv));
    }

    fn decode(actions: &[u32]) -> Option<Move> {
        mv(*actions.first()?)
    }

    fn hash(&self) -> u64 {
        hashed(&self.0)
    }

    fn picture(&self) -> String {
        self.0.to_string()
    }

    fn read(text: &str) -> Result<(Self, Vec<Turn>), String> {
        Ok((Self(text.parse::<Board>()?), Vec::new()))
    }

    fn text(&self, _origin: &Self, _turns: &[Turn]) -> String {
        format!("{:#}", self.0)
    }

    fn judge(origin: &Self, entries: &[Value]) -> Result<Vec<Value>, String> {
        if origin.0 != Board::new() {
            return Err("the judge's matches begin with the usual position".to_owned());
        }
        let mut referee = botzone::Referee::new();
        let first = referee.begin(&Value::Null);
        Ok(outputs(first, entries, |entry| referee.turn(entry)))
    }

    fn begin(request: &Value) -> Result<(Self, usize), String> {
        let black = request.get("x") == Some(&json!(-1));
        Ok((Self(Board::new()), usize::from(!black)))
    }

    fn to_json(mv: Move) -> Result<Value, String> {
        Ok(botzone::answer(mv))
    }

    fn from_json(value: &Value) -> Result<Move, String> {
        botzone::read(value)
    }
}

fn number(mv: Move) -> u32 {
    match mv {
        Move::Place(cell) => cell.index() as u32,
        Move::Pass => CELLS as u32,
    }
}

fn mv(action: u32) -> Option<Move> {
    if action as usize == CELLS {
        return Some(Move::Pass);
    }
    reversi::Cell::from_index(action as usize).map(Move::Place)
}
