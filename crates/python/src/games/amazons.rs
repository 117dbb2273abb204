//! Amazons. A move is three actions of 64, one after the other by the same player: the amazon, where it goes, where its
//! arrow goes. A cell (x, y) is 8 * y + x; planes are indexed by y and x, so that a plane laid flat is indexed by action.

use amazons::{Board, Cell, CellSet, Color, Move, botzone};
use gameplay::games::amazons::Amazons as Half;
use serde_json::Value;

use super::alternating::{first_seat, judge};
use crate::rules::{Info, Rules, Turn, hashed, mark, won_by};

/// A position, and what has been chosen of the move.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Amazons {
    board: Board,
    from: Option<Cell>,
    to: Option<Cell>,
}

impl Amazons {
    fn on(board: Board) -> Self {
        Self {
            board,
            from: None,
            to: None,
        }
    }

    fn choices(&self) -> CellSet {
        let own = self.board.amazons(self.board.to_move());
        match (self.from, self.to) {
            (None, _) => {
                let movable = own
                    .iter()
                    .filter(|&cell| !self.board.steps(cell).is_empty());
                movable.fold(CellSet::EMPTY, |set, cell| set | CellSet::of(cell))
            }
            (Some(from), None) => self.board.steps(from),
            (Some(from), Some(to)) => self.board.shots(from, to),
        }
    }
}

impl Rules for Amazons {
    type Move = Move;

    const INFO: Info = Info {
        name: "amazons",
        players: 2,
        simultaneous: false,
        actions: Cell::COUNT,
        action: "8 * y + x: the amazon, then where it goes, then where its arrow goes",
        planes: &[
            "own amazons",
            "the opponent's amazons",
            "arrows",
            "the amazon that has been chosen to move",
            "where it goes, once that is chosen, too",
        ],
        size: (8, 8),
    };

    const STAGES: usize = 3;

    fn start(_seed: u64) -> Self {
        Self::on(Board::new())
    }

    fn acting(&self) -> &'static [usize] {
        // In the middle of a move it is not over: every amazon that can step can shoot back.
        if self.from.is_none() && self.board.outcome().is_some() {
            return &[];
        }
        match self.board.to_move() {
            Color::Black => &[0],
            Color::White => &[1],
        }
    }

    fn returns(&self) -> [f32; 2] {
        if self.from.is_some() {
            return [0.0; 2];
        }
        let outcome = self.board.outcome();
        outcome.map_or([0.0; 2], |winner| won_by(winner.index()))
    }

    fn legal(&self, _player: usize, actions: &mut Vec<u32>) {
        actions.extend(self.choices().iter().map(|cell| cell.index() as u32));
    }

    fn is_legal(&self, _player: usize, action: u32) -> bool {
        let Some(cell) = Cell::from_index(action as usize) else {
            return false;
        };
        match (self.from, self.to) {
            (None, _) => {
                self.board.amazons(self.board.to_move()).contains(cell)
                    && !self.board.steps(cell).is_empty()
            }
            (Some(from), None) => self.board.steps(from).contains(cell),
            (Some(from), Some(to)) => self.board.shots(from, to).contains(cell),
        }
    }

    fn apply(&mut self, [action, _]: Turn) {
        let cell = Cell::from_index(action as usize);
        match (self.from, self.to, cell) {
            (None, _, _) => self.from = cell,
            (Some(_), None, _) => self.to = cell,
            (Some(from), Some(to), Some(arrow)) => {
                self.board.play_unchecked(Move { from, to, arrow });
                (self.from, self.to) = (None, None);
            }
            _ => {}
        }
    }

    fn observe(&self, player: usize, planes: &mut [u8]) {
        let colors = [Color::Black, Color::White];
        let chosen = |cell: Option<Cell>| cell.map_or(CellSet::EMPTY, CellSet::of);
        let shown = [
            self.board.amazons(colors[player]),
            self.board.amazons(colors[1 - player]),
            self.board.arrows(),
            chosen(self.from),
            chosen(self.to),
        ];
        for (plane, cells) in planes.chunks_exact_mut(Cell::COUNT).zip(shown) {
            mark(plane, cells.iter().map(Cell::index));
        }
    }

    fn encode(mv: Move, actions: &mut Vec<u32>) {
        actions.extend([mv.from, mv.to, mv.arrow].map(|cell| cell.index() as u32));
    }

    fn decode(actions: &[u32]) -> Option<Move> {
        let [from, to, arrow] = *actions else {
            return None;
        };
        let cell = |index: u32| Cell::from_index(index as usize);
        Some(Move {
            from: cell(from)?,
            to: cell(to)?,
            arrow: cell(arrow)?,
        })
    }

    fn moves(&self, _player: usize) -> Vec<Move> {
        let moves = self.board.moves();
        let chosen = |cell: Option<Cell>, of_move| cell.is_none_or(|cell| cell == of_move);
        moves
            .filter(|mv| chosen(self.from, mv.from) && chosen(self.to, mv.to))
            .collect()
    }

    fn hash(&self) -> u64 {
        hashed(self)
    }

    /// The board, and in the middle of a move a line with what has been chosen.
    fn picture(&self) -> String {
        let mut text = self.board.to_string();
        if let Some(from) = self.from {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            text += &format!("chosen: {from}");
        }
        if let Some(to) = self.to {
            text += &format!("-{to}");
        }
        text
    }

    fn read(text: &str) -> Result<(Self, Vec<Turn>), String> {
        let (board, chosen) = text.split_once("chosen:").unwrap_or((text, ""));
        let mut state = Self::on(board.parse::<Board>()?);
        let origin = state.clone();
        let mut turns = Vec::new();
        for word in chosen.trim().split('-').filter(|word| !word.is_empty()) {
            let action = word.parse::<Cell>()?.index() as u32;
            if !state.is_legal(0, action) || turns.len() == 2 {
                return Err(format!("{word} cannot be chosen"));
            }
            state.apply([action, 0]);
            turns.push([action, 0]);
        }
        Ok((origin, turns))
    }

    fn text(&self, _origin: &Self, _turns: &[Turn]) -> String {
        self.picture()
    }

    fn judge(origin: &Self, entries: &[Value]) -> Result<Vec<Value>, String> {
        judge::<Half>(&origin.board, entries)
    }

    fn begin(request: &Value) -> Result<(Self, usize), String> {
        Ok((Self::start(0), first_seat::<Half>(request)))
    }

    fn to_json(mv: Move) -> Result<Value, String> {
        Ok(botzone::answer(mv))
    }

    fn from_json(value: &Value) -> Result<Move, String> {
        botzone::read(value)
    }
}
