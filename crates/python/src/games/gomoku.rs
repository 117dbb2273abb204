//! Gomoku, and with `SWAP` its variant. The action 15 * y + x puts a stone on (x, y); in the variant 225 swaps, which is legal only
//! in white's first turn. Planes are indexed by y and x, so that a plane laid flat is indexed by action.

use gomoku::{Board, Cell, Color, Move, botzone};
use serde_json::{Value, json};

use crate::rules::{Info, Rules, Turn, hashed, mark, outputs, won_by};

/// A position.
#[derive(Clone, PartialEq)]
pub struct Gomoku<const SWAP: bool>(Board);

const CELLS: usize = Cell::COUNT;

impl<const SWAP: bool> Gomoku<SWAP> {
    fn board() -> Board {
        match SWAP {
            true => Board::with_swap(),
            false => Board::new(),
        }
    }
}

impl<const SWAP: bool> Rules for Gomoku<SWAP> {
    type Move = Move;

    const INFO: Info = Info {
        name: if SWAP { "gomoku-swap" } else { "gomoku" },
        players: 2,
        simultaneous: false,
        actions: CELLS + SWAP as usize,
        planes: &["own stones", "the opponent's stones"],
        size: (gomoku::SIZE, gomoku::SIZE),
    };

    fn start(_seed: u64) -> Self {
        Self(Self::board())
    }

    fn acting(&self) -> &'static [usize] {
        match (self.0.outcome(), self.0.player(self.0.to_move())) {
            (Some(_), _) => &[],
            (None, 0) => &[0],
            (None, _) => &[1],
        }
    }

    fn returns(&self) -> [f32; 2] {
        let winner = self.0.outcome().and_then(|outcome| outcome.winner());
        winner.map_or([0.0; 2], |winner| won_by(self.0.player(winner)))
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
        let own = match self.0.player(Color::Black) == player {
            true => Color::Black,
            false => Color::White,
        };
        let shown = [own, own.opponent()].map(|color| self.0.stones(color));
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
        let board: Board = text.parse()?;
        let is_variant = board.swap() != gomoku::Swap::Never;
        if is_variant != SWAP {
            return Err(
                "`swap1` makes a position of gomoku-swap, without it it is one of gomoku"
                    .to_owned(),
            );
        }
        Ok((Self(board), Vec::new()))
    }

    fn text(&self, _origin: &Self, _turns: &[Turn]) -> String {
        format!("{:#}", self.0)
    }

    fn judge(origin: &Self, entries: &[Value]) -> Result<Vec<Value>, String> {
        if origin.0 != Self::board() {
            return Err("the judge's matches begin with the empty board".to_owned());
        }
        let mut referee = match SWAP {
            true => botzone::Referee::with_swap(),
            false => botzone::Referee::new(),
        };
        let first = referee.begin(&Value::Null);
        Ok(outputs(first, entries, |entry| referee.turn(entry)))
    }

    fn begin(request: &Value) -> Result<(Self, usize), String> {
        let black = request.get("x") == Some(&json!(-1));
        Ok((Self(Self::board()), usize::from(!black)))
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
        Move::Swap => CELLS as u32,
    }
}

fn mv(action: u32) -> Option<Move> {
    if action as usize == CELLS {
        return Some(Move::Swap);
    }
    Cell::from_index(action as usize).map(Move::Place)
}
