//! Errors: a text that cannot be read, an illegal move.

pub use games_common::ParseError;

games_common::illegal_moves! {
    /// The reason why a move is illegal.
    pub enum IllegalMove {
        /// There is a stone on the point.
        Occupied => "the point is occupied",
        /// The new stone's group would have no liberty.
        Suicide => "suicide: the stone's group would have no liberty",
        /// A group of the opponent would lose its last liberty.
        Capture => "capture: a group of the opponent would lose its last liberty",
        /// Both of them: neither the new stone's group nor a group of the opponent would have a liberty.
        SuicideAndCapture => "suicide and capture: neither the stone's group nor a group of the opponent would have a liberty",
    }
}
