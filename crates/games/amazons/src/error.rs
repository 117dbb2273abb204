//! Errors: a text that cannot be read, an illegal move.

pub use games_common::ParseError;

games_common::illegal_moves! {
    /// The reason why a move is illegal, in the order of the judge's checks.
    pub enum IllegalMove {
        /// No amazon of the mover stands on the first cell.
        NotOwn => "no own amazon stands there",
        /// The amazon cannot step there.
        Step => "the amazon cannot step there: no free line",
        /// It can step there, but not shoot there.
        Arrow => "the arrow cannot get there: no free line",
    }
}
