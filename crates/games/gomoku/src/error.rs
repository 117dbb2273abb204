//! Errors: a text that cannot be read, an illegal move.

use std::fmt;

pub use games_common::ParseError;

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// There is a stone on the cell.
    Occupied,
    /// A swap where there is none: in the plain game, or not in white's first turn.
    NoSwap,
    /// A move after the end of the game.
    Over,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Occupied => "there is a stone already",
            Self::NoSwap => "only white's first turn of the game with the swap has one",
            Self::Over => "the game is over",
        })
    }
}

impl std::error::Error for IllegalMove {}
