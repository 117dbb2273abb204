//! Moves.

use std::fmt;
use std::str::FromStr;

use crate::Cell;
use crate::error::ParseError;

/// A stone on a cell, or the swap.
///
/// ```
/// use gomoku::{Cell, Move};
///
/// assert_eq!("h8".parse(), Ok(Move::Place("h8".parse::<Cell>()?)));
/// assert_eq!("swap".parse(), Ok(Move::Swap));
/// # Ok::<(), gomoku::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A stone on this cell.
    Place(Cell),
    /// Takes over black and its first stone, only in the variant with the swap.
    Swap,
}

/// Prints the cell, or `swap`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(cell) => fmt::Display::fmt(cell, f),
            Self::Swap => f.write_str("swap"),
        }
    }
}

/// Reads what `Display` prints.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.trim() {
            "swap" => Ok(Self::Swap),
            text => text.parse().map(Self::Place).map_err(|_| {
                ParseError::new(format!(
                    "`{}` is not a move: a letter from a to o, then a number from 1 to 15, such as `h8`; or `swap`",
                    text
                ))
            }),
        }
    }
}
