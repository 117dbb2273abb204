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
/// assert_eq!("23".parse(), Ok(Move::Place("23".parse::<Cell>()?)));
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// # Ok::<(), reversi::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A disc on this cell.
    Place(Cell),
    /// No disc: right only where there is no cell for one.
    Pass,
}

/// Prints the digits of x and y, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(cell) => fmt::Display::fmt(cell, f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// Reads what `Display` prints.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.trim() {
            "pass" => Ok(Self::Pass),
            text => text.parse().map(Self::Place).map_err(|_| {
                ParseError::new(format!(
                    "`{text}` is not a move: the digits of x and y, from 0 to 7, such as `23`; or `pass`"
                ))
            }),
        }
    }
}
