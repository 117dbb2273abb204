//! Errors: a text that cannot be read, an illegal move.

use std::fmt;

pub use games_common::ParseError;

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// The piece for the opponent has been chosen 2 times more than the rarest one already.
    BlockRestriction,
    /// Not all cells of the placement are empty cells of the well.
    Invalid,
    /// The piece cannot get there.
    NoRoute,
    /// The piece could fall further.
    NotOnGround,
    /// The game is over.
    GameOver,
}

impl IllegalMove {
    /// The judge's error text. The one for a game that is over is ours: the judge sends no request then.
    pub const fn judge_text(self) -> &'static str {
        match self {
            Self::BlockRestriction => "BLOCK_RESTRICTION_VIOLATED",
            Self::Invalid => "LAST_POS_INVALID",
            Self::NoRoute => "NO_ROUTE",
            Self::NotOnGround => "LAST_POS_NOT_ON_GROUND",
            Self::GameOver => "GAME_OVER",
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BlockRestriction => "this piece was chosen too often for the opponent",
            Self::Invalid => "a cell is occupied or outside the well",
            Self::NoRoute => "the piece cannot get there",
            Self::NotOnGround => "the piece would not rest on anything",
            Self::GameOver => "the game is over",
        })
    }
}

impl std::error::Error for IllegalMove {}
