//! NoGo.

use nogo::Color::{Black, White};
use nogo::{Board, Point, PointSet};
use serde_json::{Value, json};

use crate::botzone::SimpleIo;
use crate::frames::{Frame, frame};
use crate::game::{Game, Starter};

use super::alternating::{self, Alternating, of_crate};

pub use nogo as rules;

/// The entry of the table.
pub static GAME: Game = alternating::game::<Nogo>();

/// The game.
pub enum Nogo {}

impl Alternating for Nogo {
    of_crate!(nogo::botzone, new);

    const NAME: &'static str = "nogo";
    const SITE: &'static str = "NoGo";
    const RULES: &'static str = "Black and white place a stone in turn on a point of the 9x9 board. A move that would capture stones, those \
        of the opponent or its own, is illegal, and no stone is ever removed. Who has no legal move loses.";
    const MOVE_FORM: &'static str = "x,y";
    const KEYS: &'static [&'static str] = &["x", "y"];
    const OPENING_PLIES: u32 = 2;
    const PICTURE: &'static str = include_str!("nogo.js");
    const STARTER: Starter = Starter {
        cpp: include_str!("starters/nogo.cpp"),
        python: include_str!("starters/nogo.py"),
    };

    fn seat(board: &Board) -> usize {
        board.to_move().index()
    }

    fn moves(board: &Board) -> impl Iterator<Item = Point> {
        board.legal_moves(board.to_move()).iter()
    }

    /// A frame after every ply. `b` has a character a point, rows of x: `b` and `w` stones, `.` free for both, `B` and `W` for black or white
    /// only, `x` for nobody; `l` counts the legal moves of both; `m` is the point of the last move, `bad` of an illegal
    /// one.
    fn draw(board: &Board, point: Option<Point>, before: Option<&Board>) -> Frame {
        let may = [board.legal_moves(Black), board.legal_moves(White)];
        let letter = |point: Point| {
            if board.stones(Black).contains(point) {
                return 'b';
            }
            if board.stones(White).contains(point) {
                return 'w';
            }
            match may.map(|set| set.contains(point)) {
                [true, true] => '.',
                [true, false] => 'B',
                [false, true] => 'W',
                [false, false] => 'x',
            }
        };
        let cells: String = PointSet::FULL.into_iter().map(letter).collect();
        frame([
            ("b", json!(cells)),
            ("l", json!(may.map(|set| set.len()))),
            (
                if before.is_some() { "m" } else { "bad" },
                json!(point.map(Point::index)),
            ),
        ])
    }
}

#[cfg(test)]
mod tests;
