//! Ataxx. The action 49 * from + to moves a piece, a cell (x, y) being 7 * y + x. Planes are indexed by y and x.

use ataxx::{Board, Cell, Color, LAST_PLY, Move, Position, botzone};
use serde_json::{Value, json};

use crate::rules::{Info, Rules, Turn, hashed, mark, outputs, won_by};

/// A position with its past.
#[derive(Clone, PartialEq)]
pub struct Ataxx(Position);

const CELLS: usize = 49;
const COLORS: [Color; 2] = [Color::Black, Color::White];

impl Rules for Ataxx {
    type Move = Move;

    const INFO: Info = Info {
        name: "ataxx",
        players: 2,
        simultaneous: false,
        actions: CELLS * CELLS,
        planes: &[
            "own pieces",
            "the opponent's pieces",
            "half the plies that are left, everywhere",
        ],
        size: (7, 7),
    };

    fn start(_seed: u64) -> Self {
        Self(Position::new())
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

    /// Those that repeat no step, which would lose at once, unless all do.
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
        let board = self.0.board();
        let shown = [
            board.pieces(COLORS[player]),
            board.pieces(COLORS[1 - player]),
        ];
        for (plane, cells) in planes.chunks_exact_mut(CELLS).zip(shown) {
            mark(plane, cells.iter().map(Cell::index));
        }
        planes[2 * CELLS..].fill(((LAST_PLY - board.ply()) / 2).min(255) as u8);
    }

    fn encode(mv: Move, actions: &mut Vec<u32>) {
        actions.push(number(mv));
    }

    fn decode(actions: &[u32]) -> Option<Move> {
        mv(*actions.first()?)
    }

    fn hash(&self) -> u64 {
        hashed(&format!("{:#}", self.0))
    }

    fn picture(&self) -> String {
        self.0.to_string()
    }

    /// The board before the last clone, and the moves from there.
    fn read(text: &str) -> Result<(Self, Vec<Turn>), String> {
        Ok((Self(text.parse::<Position>()?), Vec::new()))
    }

    fn text(&self, _origin: &Self, _turns: &[Turn]) -> String {
        format!("{:#}", self.0)
    }

    fn judge(origin: &Self, entries: &[Value]) -> Result<Vec<Value>, String> {
        if *origin.0.board() != Board::new() {
            return Err("the judge's matches begin with the usual position".to_owned());
        }
        let mut referee = botzone::Referee::new();
        let first = referee.begin(&Value::Null);
        Ok(outputs(first, entries, |entry| referee.turn(entry)))
    }

    fn begin(request: &Value) -> Result<(Self, usize), String> {
        let black = request.get("x0") == Some(&json!(-1));
        Ok((Self::start(0), usize::from(!black)))
    }

    fn to_json(mv: Move) -> Result<Value, String> {
        Ok(botzone::answer(mv))
    }

    fn from_json(value: &Value) -> Result<Move, String> {
        botzone::read(value)
    }
}

fn number(mv: Move) -> u32 {
    (CELLS * mv.from.index() + mv.to.index()) as u32
}

fn mv(action: u32) -> Option<Move> {
    let cell = |index: usize| Cell::from_index(index);
    Some(Move {
        from: cell(action as usize / CELLS)?,
        to: cell(action as usize % CELLS)?,
    })
}
