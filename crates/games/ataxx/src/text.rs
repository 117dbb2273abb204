//! Boards and positions as text.

use std::fmt;
use std::str::FromStr;

use games_common::square::cell_sets;
use games_common::{read_picture, split_side};

use crate::board::{Board, LAST_PLY};
use crate::error::ParseError;
use crate::mv::Move;
use crate::position::Position;
use crate::{CellSet, Color, SIZE};

/// Prints 7 rows from y = 0 on, `X` for black, `O` for white, `.` for an empty cell; then the side to move and the number of
/// plies. `{}` puts the rows on lines of their own, `{:#}` on one line with `/` between them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in CellSet::FULL {
            if cell.x() == 0 && cell.y() > 0 {
                f.write_str(if f.alternate() { "/" } else { "\n" })?;
            }
            let letter = match cell {
                cell if self.pieces(Color::Black).contains(cell) => "X",
                cell if self.pieces(Color::White).contains(cell) => "O",
                _ => ".",
            };
            f.write_str(letter)?;
        }
        write!(f, " {} {}", self.to_move(), self.ply())
    }
}

/// Prints the board with `{}`. `{:#}` prints, on one line, the board before the last clone and the moves from there: all that the
/// rule of repetition looks at.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return write!(f, "{}", self.board());
        }
        let (board, mut moves) = self.since_clone();
        write!(f, "{board:#}")?;
        moves.try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// Reads what `Display` prints, in either form. Without a number of plies it is 0 or 1, without a side to move it is black's turn.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        let picture = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let ply = match &text[picture.len()..] {
            "" => None,
            digits => {
                let ply = digits.parse().ok().filter(|&ply| ply <= LAST_PLY);
                Some(ply.ok_or_else(|| {
                    format!("`{digits}` is not a number of plies: {LAST_PLY} at most")
                })?)
            }
        };
        let (picture, side) = split_side(picture);
        let side = side.map(|color| color.index() as u16);
        let ply = ply.or(side).unwrap_or(0);
        if side.is_some_and(|side| ply % 2 != side) {
            return Err(format!("after {ply} plies the other side is to move").into());
        }
        let signs = read_picture::<SIZE>(picture, ".XO", "00-11")?;
        let [_, black, white] = cell_sets(&signs);
        Ok(Board::from_sets([black, white], ply))
    }
}

/// Reads what `Display` prints, in either form; or a board and moves from it; or only moves, which begin at the start of the game,
/// such as `00-11 60-51`.
impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let first = text.find('-').map_or(text.len(), |dash| {
            text[..dash].rfind(char::is_whitespace).unwrap_or(0)
        });
        let (picture, moves) = text.split_at(first);
        let position = match picture.trim() {
            "" if !moves.is_empty() => Position::new(),
            picture => Position::from(picture.parse::<Board>()?),
        };
        games_common::read_moves(position, moves, |position, mv: Move| {
            let mover = position.to_move();
            let played = position.try_play(mv);
            played.map_err(|reason| format!("{mover} may not play {mv}: {reason}"))
        })
    }
}
