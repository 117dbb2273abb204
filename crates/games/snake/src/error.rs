//! Errors: a text that cannot be read, an illegal move.

pub use games_common::ParseError;

games_common::illegal_moves! {
    /// The reason why a joint move is illegal.
    pub enum IllegalMove {
        /// The game is over. Until then every direction may be played: one that kills is a move like any other.
        GameOver => "the game is over",
    }
}
