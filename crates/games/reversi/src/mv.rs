//! Moves.

use std::fmt;
use std::str::FromStr;

use crate::Cell;

use crate::error::ParseError;

/// A disc on a cell, or a pass.
///
/// ```
/// use reversi::{Cell, Move};
///
/// assert_eq!("d3".parse(), Ok(Move::Place(Cell::new(3, 2).unwrap())));
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A disc on this cell.
    Place(Cell),
    /// No disc: right only where there is no cell for one.
    Pass,
}

/// Prints the letter of the column, `a` to `h`, and the row from 1 at the top, as people write it; or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(cell) => write!(f, "{}{}", char::from(b'a' + cell.x()), cell.y() + 1),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// Reads what `Display` prints.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        let cell = match *text.as_bytes() {
            [x, y] => Cell::new(x.wrapping_sub(b'a'), y.wrapping_sub(b'1')),
            _ if text == "pass" => return Ok(Self::Pass),
            _ => None,
        };
        cell.map(Self::Place).ok_or_else(|| {
            ParseError::new(format!(
                "`{text}` is not a move: a letter from a to h, then a number from 1 to 8, such as `d3`; or `pass`"
            ))
        })
    }
}
