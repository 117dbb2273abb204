//! Errors: a text that cannot be read, an illegal move.

use std::fmt;

pub use games_common::ParseError;

/// The reason why an operation is illegal. The judge ends the half-game at once, and the player loses it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// A move onto the snake's own second cell.
    Reverse,
    /// There is no ray to fire.
    FireWithoutRay,
    /// A snake of length 1 has no direction to fire in.
    FireTooShort,
    /// The player has four snakes.
    SplitLimit,
    /// A snake of length 1 has no rear part.
    SplitTooShort,
    /// The half-game is over.
    GameOver,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalMove::Reverse => "a snake cannot turn into its own second cell",
            IllegalMove::FireWithoutRay => "the snake holds no ray",
            IllegalMove::FireTooShort => "a snake of length 1 cannot fire",
            IllegalMove::SplitLimit => "a player cannot have more than four snakes",
            IllegalMove::SplitTooShort => "a snake of length 1 cannot split",
            IllegalMove::GameOver => "the half-game is over",
        })
    }
}

impl std::error::Error for IllegalMove {}
