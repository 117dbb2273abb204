//! Errors: a text that cannot be read, an illegal move.

pub use games_common::ParseError;

games_common::illegal_moves! {
    /// The reason why a move is illegal.
    pub enum IllegalMove {
        /// The game is over.
        Over => "the game is over",
        /// No piece of the mover stands on the first cell.
        NotOwn => "no own piece stands there",
        /// The second cell is taken.
        Taken => "the target is not empty",
        /// The second cell is more than two steps away.
        Far => "the target is more than two steps away",
        /// It repeats a step of the game, and another move would not.
        Circular => "it repeats a step of the game, which loses",
    }
}
