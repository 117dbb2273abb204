//! Errors: a text that cannot be read, an illegal move.

use std::fmt;

pub use games_common::ParseError;

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// The game is over.
    Over,
    /// No piece of the mover stands on the first cell.
    NotOwn,
    /// The second cell is taken.
    Taken,
    /// The second cell is more than two steps away.
    Far,
    /// It repeats a step of the game, and another move would not.
    Circular,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Over => "the game is over",
            Self::NotOwn => "no own piece stands there",
            Self::Taken => "the target is not empty",
            Self::Far => "the target is more than two steps away",
            Self::Circular => "it repeats a step of the game, which loses",
        })
    }
}

impl std::error::Error for IllegalMove {}
