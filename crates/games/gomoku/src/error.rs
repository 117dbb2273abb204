//! Errors: a text that cannot be read, an illegal move.

pub use games_common::ParseError;

games_common::illegal_moves! {
    /// The reason why a move is illegal.
    pub enum IllegalMove {
        /// There is a stone on the cell.
        Occupied => "there is a stone already",
        /// A swap where there is none: in the plain game, or not in white's first turn.
        NoSwap => "only white's first turn of the game with the swap has one",
        /// A move after the end of the game.
        Over => "the game is over",
    }
}
