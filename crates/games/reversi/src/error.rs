//! Errors: a text that cannot be read, an illegal move.

pub use games_common::ParseError;

games_common::illegal_moves! {
    /// The reason why a move is illegal.
    pub enum IllegalMove {
        /// There is a disc on the cell.
        Occupied => "there is a disc already",
        /// A disc on the cell turns none over.
        NoFlip => "it turns no disc over",
        /// A pass by a side that can place a disc.
        CanMove => "there is a cell for a disc",
        /// A pass after the end of the game.
        Over => "the game is over",
    }
}
