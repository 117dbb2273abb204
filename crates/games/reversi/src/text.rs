//! Positions as text.

use std::fmt;
use std::str::FromStr;

use games_common::square::cell_sets;
use games_common::{read_picture, split_side};

use crate::board::Board;
use crate::error::ParseError;
use crate::mv::Move;
use crate::{CellSet, Color, SIZE};

/// Prints 8 rows from y = 0 on, `X` for black, `O` for white, `.` for an empty cell; then the side to move. `{}` puts the
/// rows on lines of their own, `{:#}` on one line with `/` between them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in CellSet::FULL {
            if cell.x() == 0 && cell.y() > 0 {
                f.write_str(if f.alternate() { "/" } else { "\n" })?;
            }
            let letter = match cell {
                cell if self.discs(Color::Black).contains(cell) => "X",
                cell if self.discs(Color::White).contains(cell) => "O",
                _ => ".",
            };
            f.write_str(letter)?;
        }
        write!(f, " {}", self.to_move())
    }
}

/// Reads what `Display` prints, in either form, or a list of moves from the start such as `c4 c3 f5`.
///
/// Without a side to move it is black's turn at an even number of discs, as in a game without a pass.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.contains(|c: char| c.is_ascii_digit()) {
            read_moves(text)
        } else {
            read_board(text)
        }
    }
}

fn read_moves(text: &str) -> Result<Board, ParseError> {
    games_common::read_moves(Board::new(), text, |board, mv: Move| {
        let mover = board.to_move();
        let played = board.try_play(mv);
        played.map_err(|reason| format!("{mover} may not play {mv}: {reason}"))
    })
}

fn read_board(text: &str) -> Result<Board, ParseError> {
    let (picture, to_move) = split_side(text);
    let signs = read_picture::<SIZE>(picture, ".XO", "d3 c3")?;
    let [_, black, white] = cell_sets(&signs);
    let discs = [black, white];
    let by_discs = match (discs[0] | discs[1]).len() % 2 {
        0 => Color::Black,
        _ => Color::White,
    };
    Ok(Board::from_sets(discs, to_move.unwrap_or(by_discs)))
}
