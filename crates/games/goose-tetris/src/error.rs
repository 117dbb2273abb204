//! Errors: a text that cannot be read, an illegal move.

pub use games_common::ParseError;

games_common::illegal_moves! {
    /// The reason why a move is illegal.
    pub enum IllegalMove {
        /// No steps lead from the spawn pose to this one.
        Unreachable => "the pose cannot be reached",
        /// The game is over.
        GameOver => "the game is over",
    }
}
