//! Errors: a text that cannot be read, an illegal move.

use std::fmt;

pub use games_common::ParseError;

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// There is a disc on the cell.
    Occupied,
    /// A disc on the cell turns none over.
    NoFlip,
    /// A pass by a side that can place a disc.
    CanMove,
    /// A pass after the end of the game.
    Over,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Occupied => "there is a disc already",
            Self::NoFlip => "it turns no disc over",
            Self::CanMove => "there is a cell for a disc",
            Self::Over => "the game is over",
        })
    }
}

impl std::error::Error for IllegalMove {}
