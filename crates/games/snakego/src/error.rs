//! Errors: a text that cannot be read, an illegal move.

pub use games_common::ParseError;

games_common::illegal_moves! {
    /// The reason why an operation is illegal. The judge ends the half-game at once, and the player loses it.
    pub enum IllegalMove {
        /// A move onto the snake's own second cell.
        Reverse => "a snake cannot turn into its own second cell",
        /// There is no ray to fire.
        FireWithoutRay => "the snake holds no ray",
        /// A snake of length 1 has no direction to fire in.
        FireTooShort => "a snake of length 1 cannot fire",
        /// The player has four snakes.
        SplitLimit => "a player cannot have more than four snakes",
        /// A snake of length 1 has no rear part.
        SplitTooShort => "a snake of length 1 cannot split",
        /// The half-game is over.
        GameOver => "the half-game is over",
    }
}
