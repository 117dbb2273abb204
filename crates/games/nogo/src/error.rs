//! Errors: a text that cannot be read, an illegal move.

use std::fmt;

pub use games_common::ParseError;

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// There is a stone on the point.
    Occupied,
    /// The new stone's group would have no liberty.
    Suicide,
    /// A group of the opponent would lose its last liberty.
    Capture,
    /// Both of them: neither the new stone's group nor a group of the opponent would have a liberty.
    SuicideAndCapture,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Occupied => "the point is occupied",
            Self::Suicide => "suicide: the stone's group would have no liberty",
            Self::Capture => "capture: a group of the opponent would lose its last liberty",
            Self::SuicideAndCapture => "suicide and capture: neither the stone's group nor a group of the opponent would have a liberty",
        })
    }
}

impl std::error::Error for IllegalMove {}
