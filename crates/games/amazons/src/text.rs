//! Positions as text.

use std::fmt;
use std::str::FromStr;

use games_common::square::cell_sets;
use games_common::{read_picture, split_side};

use crate::board::Board;
use crate::error::ParseError;
use crate::mv::Move;
use crate::{CellSet, Color, SIZE};

/// Prints 8 rows from y = 0 on, `X` for black, `O` for white, `#` for an arrow, `.` for an empty cell; then the side to
/// move. `{}` puts the rows on lines of their own, `{:#}` on one line with `/` between them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in CellSet::FULL {
            if cell.x() == 0 && cell.y() > 0 {
                f.write_str(if f.alternate() { "/" } else { "\n" })?;
            }
            let letter = match cell {
                cell if self.amazons(Color::Black).contains(cell) => "X",
                cell if self.amazons(Color::White).contains(cell) => "O",
                cell if self.arrows().contains(cell) => "#",
                _ => ".",
            };
            f.write_str(letter)?;
        }
        write!(f, " {}", self.to_move())
    }
}

/// Reads what `Display` prints, in either form, or a list of moves from the start such as `02-03/02 05-04/05`.
///
/// Without a side to move it is black's turn after an even number of arrows.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.contains('-') {
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
    let signs = read_picture::<SIZE>(picture, ".XO#", "02-03/02 05-04/05")?;
    let [_, black, white, arrows] = cell_sets(&signs);
    let amazons = [black, white];
    let counts = amazons.map(CellSet::len);
    if counts != [4; 2] {
        return Err(ParseError::new(format!(
            "{} black and {} white amazons: each side has four",
            counts[0], counts[1]
        )));
    }
    let by_arrows = match arrows.len() % 2 {
        0 => Color::Black,
        _ => Color::White,
    };
    Ok(Board::from_sets(
        amazons,
        arrows,
        to_move.unwrap_or(by_arrows),
    ))
}
