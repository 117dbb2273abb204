//! Reversi.

use reversi::{Board, Cell, CellSet, Color, Move};
use serde_json::{Value, json};

use crate::botzone::SimpleIo;
use crate::frames::{Frame, frame};
use crate::game::{Game, Starter};

use super::alternating::{self, Alternating, of_crate};

pub use reversi as rules;

/// The entry of the table.
pub static GAME: Game = alternating::game::<Reversi>();

/// The game.
pub enum Reversi {}

impl Alternating for Reversi {
    of_crate!(reversi::botzone, new);

    const NAME: &'static str = "reversi";
    const SITE: &'static str = "Reversi";
    const RULES: &'static str = "A disc is placed where it encloses a row of the opponent's discs, straight or diagonal, between itself and \
        another own disc; these are turned over. Who has no such cell passes. When neither side has one, the side \
        with more discs wins.";
    const MOVE_FORM: &'static str =
        "a letter from a to h and a number from 1 to 8, such as d3; or pass";
    const KEYS: &'static [&'static str] = &["x", "y"];
    // Random plies decide most games. Made by `measure-reversi-patterns starts 100 5000000`.
    const STARTS: &'static str = include_str!("starts/reversi.jsonl");
    const PICTURE: &'static str = include_str!("reversi.js");
    const STARTER: Starter = Starter {
        cpp: include_str!("starters/reversi.cpp"),
        python: include_str!("starters/reversi.py"),
    };

    fn seat(board: &Board) -> usize {
        board.to_move().index()
    }

    fn moves(board: &Board) -> impl Iterator<Item = Move> {
        board.moves()
    }

    /// A frame after every ply. `b` has a character a cell, rows from the top: `b` and `w` discs; of the empty cells `B` and `W`
    /// those on which black or white alone may place one, `+` both, `.` neither. `n` counts the discs of both, `l` the legal
    /// moves; `t` is the seat to move, absent at the end. `m` is the cell of the last move, -1 for a pass, and `f` are the discs
    /// that it turned over; `bad` is the cell of an illegal move.
    fn draw(board: &Board, mv: Option<Move>, before: Option<&Board>) -> Frame {
        let last = mv.map(|mv| match mv {
            Move::Place(cell) => cell.index() as i64,
            Move::Pass => -1,
        });
        let flips = match (mv, before) {
            (Some(Move::Place(cell)), Some(before)) => before.flips(cell),
            _ => CellSet::EMPTY,
        };
        let colors = [Color::Black, Color::White];
        let may = colors.map(|color| board.legal_moves(color));
        let letter = |cell: Cell| match colors.map(|color| board.discs(color).contains(cell)) {
            [true, _] => 'b',
            [_, true] => 'w',
            _ => match may.map(|set| set.contains(cell)) {
                [true, true] => '+',
                [true, false] => 'B',
                [false, true] => 'W',
                [false, false] => '.',
            },
        };
        let cells: String = CellSet::FULL.into_iter().map(letter).collect();
        let to_move = board.outcome().is_none().then(|| board.to_move().index());
        let flips: Vec<usize> = flips.iter().map(Cell::index).collect();
        frame([
            ("b", json!(cells)),
            ("n", json!(board.counts())),
            ("l", json!(may.map(|set| set.len()))),
            ("t", json!(to_move)),
            (if before.is_some() { "m" } else { "bad" }, json!(last)),
            ("f", json!(flips)),
        ])
    }
}

#[cfg(test)]
mod tests;
