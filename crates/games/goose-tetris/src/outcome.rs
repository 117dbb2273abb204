//! The ends of games.

/// The reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A lock filled a cell of the top row.
    TopTouched,
    /// Piece number 10,000 locked.
    RoundLimit,
    /// The spawn pose was not free.
    SpawnBlocked,
}
