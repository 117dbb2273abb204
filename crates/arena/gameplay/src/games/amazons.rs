//! Amazons.

use amazons::{Board, Cell, CellSet, Color, Move, reach};
use serde_json::{Value, json};

use crate::botzone::SimpleIo;
use crate::frames::{Frame, frame};
use crate::game::{Game, Starter};

use super::alternating::{self, Alternating, of_crate};

/// The entry of the table.
pub static GAME: Game = alternating::game::<Amazons>();

/// The game.
pub enum Amazons {}

impl Alternating for Amazons {
    of_crate!(amazons::botzone, new);

    const NAME: &'static str = "amazons";
    const SITE: &'static str = "Amazons";
    const RULES: &'static str = "Each side has four amazons on the 8x8 board. In a turn one of them moves like a queen in chess, then shoots \
        an arrow, which flies like a queen, too, and blocks its cell for the rest of the game. Neither passes over \
        pieces or blocked cells. Who cannot move loses.";
    const MOVE_FORM: &'static str = "FROM-TO/ARROW, each the digits of x and y, such as 20-23/20";
    const KEYS: &'static [&'static str] = &["x0", "y0", "x1", "y1", "x2", "y2"];
    const OPENING_PLIES: u32 = 2;
    const PICTURE: &'static str = include_str!("amazons.js");
    const STARTER: Starter = Starter {
        cpp: include_str!("starters/amazons.cpp"),
        python: include_str!("starters/amazons.py"),
    };

    fn seat(board: &Board) -> usize {
        board.to_move().index()
    }

    fn moves(board: &Board) -> impl Iterator<Item = Move> {
        board.moves()
    }

    /// A frame after every ply. `b` has a character a cell, rows from the top: `b` and `w` amazons, `#` arrows; of the empty
    /// cells `B` and `W` are nearer to black or white in steps, `.` to neither, and `x` is out of reach. `l` counts the legal
    /// moves of both; `m` has from, to and arrow of the last move, `bad` those of an illegal one.
    fn draw(board: &Board, mv: Option<Move>, before: Option<&Board>) -> Frame {
        let near = [Color::Black, Color::White].map(|color| distances(board, color));
        let letter = |cell: Cell| {
            if board.amazons(Color::Black).contains(cell) {
                return 'b';
            }
            if board.amazons(Color::White).contains(cell) {
                return 'w';
            }
            if board.arrows().contains(cell) {
                return '#';
            }
            match near.each_ref().map(|near| near[cell.index()]) {
                [u8::MAX, u8::MAX] => 'x',
                [black, white] if black < white => 'B',
                [black, white] if black > white => 'W',
                _ => '.',
            }
        };
        let picture: String = CellSet::FULL.into_iter().map(letter).collect();
        let cells = mv.map(|mv| [mv.from, mv.to, mv.arrow].map(Cell::index));
        frame([
            ("b", json!(picture)),
            ("l", json!(board.move_counts())),
            (if before.is_some() { "m" } else { "bad" }, json!(cells)),
        ])
    }
}

/// By cell: the least number of steps in which an amazon of the color gets there, if nobody else moves.
fn distances(board: &Board, color: Color) -> [u8; Cell::COUNT] {
    let occupied = board.occupied();
    let mut distances = [u8::MAX; Cell::COUNT];
    let mut front = board.amazons(color);
    let mut reached = CellSet::EMPTY;
    for distance in 1.. {
        let next = front
            .iter()
            .fold(CellSet::EMPTY, |all, cell| all | reach(cell, occupied));
        front = next - reached;
        if front.is_empty() {
            break;
        }
        for cell in front {
            distances[cell.index()] = distance;
        }
        reached |= front;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn territory_is_who_is_there_first() {
        let board: Board =
            "XXXX####/......../......../......../......../......../......../OOOO####"
                .parse()
                .unwrap();
        let near = [Color::Black, Color::White].map(|color| distances(&board, color));
        // Straight down it is one step for both; at the other edge a diagonal decides.
        assert_eq!(near.map(|near| near[8]), [1, 1]);
        assert_eq!(near.map(|near| near[8 + 7]), [2, 1]);
        assert_eq!(near.map(|near| near[6 * 8 + 7]), [1, 2]);
        assert_eq!(near.map(|near| near[0]), [u8::MAX; 2]);
    }
}
