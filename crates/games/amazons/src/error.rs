//! Errors: a text that cannot be read, an illegal move.

use std::fmt;

pub use games_common::ParseError;

/// The reason why a move is illegal, in the order of the judge's checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// No amazon of the mover stands on the first cell.
    NotOwn,
    /// The amazon cannot step there.
    Step,
    /// It can step there, but not shoot there.
    Arrow,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOwn => "no own amazon stands there",
            Self::Step => "the amazon cannot step there: no free line",
            Self::Arrow => "the arrow cannot get there: no free line",
        })
    }
}

impl std::error::Error for IllegalMove {}
