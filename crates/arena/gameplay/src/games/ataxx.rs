//! Ataxx.

use ataxx::{Board, Cell, CellSet, Color, Move, Position};
use serde_json::{Value, json};

use crate::botzone::SimpleIo;
use crate::frames::{Frame, frame};
use crate::game::{Game, Starter};

use super::alternating::{self, Alternating, of_crate};

pub use ataxx as rules;

/// The entry of the table.
pub static GAME: Game = alternating::game::<Ataxx>();

/// The game.
pub enum Ataxx {}

impl Alternating for Ataxx {
    of_crate!(ataxx::botzone, new);

    const NAME: &'static str = "ataxx";
    const SITE: &'static str = "Ataxx";
    const RULES: &'static str = "A piece is copied to a cell next to it, or jumps to a cell two steps away; then all pieces of the opponent \
        next to the new place change their color. Who cannot move passes. Who has more pieces at the end wins; if \
        only one side can still move, it gets the empty cells. Who repeats a step of the game loses.";
    const MOVE_FORM: &'static str = "FROM-TO, each the digits of x and y, such as 00-11";
    const KEYS: &'static [&'static str] = &["x0", "y0", "x1", "y1"];
    // Made by `measure-ataxx-pvs starts 100 2000000`.
    const STARTS: &'static str = include_str!("starts/ataxx.jsonl");
    const PICTURE: &'static str = include_str!("ataxx.js");
    const STARTER: Starter = Starter {
        cpp: include_str!("starters/ataxx.cpp"),
        python: include_str!("starters/ataxx.py"),
    };

    fn seat(position: &Position) -> usize {
        position.to_move().index()
    }

    /// Without those that lose by repetition.
    fn moves(position: &Position) -> impl Iterator<Item = Move> {
        position.moves()
    }

    /// Clones alone: with jumps too, five of fifty openings of four plies were lost, as all pieces of a side could be
    /// wiped out by force.
    fn opening_moves(position: &Position) -> Vec<Move> {
        position.moves().filter(|mv| !mv.is_jump()).collect()
    }

    /// A frame after every ply. `b` has a character a cell, rows from the top: `b` and `w` pieces; of the empty cells `B` and `W` can
    /// be reached only by black or white without a capture, `x` by neither, `.` by both. `n` counts the pieces, `e` what the judge
    /// counts at the end where that is more; `m` has from and to of the last move and `f` the pieces that it flipped, `bad` from and to
    /// of a move that lost.
    fn draw(position: &Position, mv: Option<Move>, before: Option<&Position>) -> Frame {
        let board = position.board();
        let reached = [Color::Black, Color::White].map(|color| reach(board, color));
        let letter = |cell: Cell| match board.both().map(|pieces| pieces.contains(cell)) {
            [true, _] => 'b',
            [_, true] => 'w',
            _ => match reached.map(|cells| cells.contains(cell)) {
                [true, true] => '.',
                [true, false] => 'B',
                [false, true] => 'W',
                [false, false] => 'x',
            },
        };
        let picture: String = CellSet::FULL.into_iter().map(letter).collect();
        let pieces = board.both().map(|pieces| pieces.len() as u32);
        let counts = (board.is_over() && board.counts() != pieces).then_some(board.counts());
        let flipped = before.map(|before| {
            let mover = before.to_move();
            let flipped = before.board().pieces(mover.opponent()) & board.pieces(mover);
            flipped.into_iter().map(Cell::index).collect::<Vec<_>>()
        });
        let cells = mv.map(|mv| [mv.from.index(), mv.to.index()]);
        frame([
            ("b", json!(picture)),
            ("n", json!(pieces)),
            ("e", json!(counts)),
            ("f", json!(flipped)),
            (if before.is_some() { "m" } else { "bad" }, json!(cells)),
        ])
    }
}

/// The empty cells that a color's pieces get to if nobody else moves.
fn reach(board: &Board, color: Color) -> CellSet {
    let mut reached = board.pieces(color);
    loop {
        let more = reached | reached.within_two() & board.empty();
        if more == reached {
            return reached - board.pieces(color);
        }
        reached = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_of_two_rows_keeps_a_side_out() {
        let position: Position = "X....../......./OOOOOOO/OOOOOOO/......./......./O.....O 6"
            .parse()
            .unwrap();
        let frame = Ataxx::draw(&position, None, None);
        let rows = "b.............wwwwwwwwwwwwwwWWWWWWWWWWWWWWwWWWWWw";
        assert_eq!(frame["b"], rows);
        assert_eq!(frame["n"], json!([1, 16]));
        assert!(frame.get("e").is_none());
        // Nothing is left for black where it stands.
        let position: Position = "XOO..../OOO..../OOO..../......./......./......./....... 6"
            .parse()
            .unwrap();
        let frame = Ataxx::draw(&position, None, None);
        assert_eq!(
            (&frame["n"], &frame["e"]),
            (&json!([1, 8]), &json!([1, 48]))
        );
    }

    #[test]
    fn a_move_that_repeats_a_step_is_marked() {
        let frames = alternating::pictures::<Ataxx>("00-20 60-62 20-00 62-60 00-20");
        assert_eq!(frames[3]["m"], json!([20, 6]));
        assert_eq!(frames[3]["f"], json!([]));
        assert_eq!(frames[4]["bad"], json!([0, 2]));
        assert!(frames[4].get("m").is_none());
    }
}
