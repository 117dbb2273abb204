//! Tetris2 and the older Tetris.

/// The two games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rules {
    /// Tetris2.
    #[default]
    Tetris2,
    /// The older Tetris: turning needs no clearance, there is no combo, color 0 loses if both overflow in the
    /// exchange, and the winner gets no margin.
    Tetris,
}
