//! The two players.

use std::fmt;

/// One of the two players, by the judge's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Player 0.
    Zero,
    /// Player 1.
    One,
}

impl Color {
    /// Both colors in order.
    pub const ALL: [Self; 2] = [Self::Zero, Self::One];

    /// The other color.
    pub const fn opponent(self) -> Self {
        match self {
            Self::Zero => Self::One,
            Self::One => Self::Zero,
        }
    }

    /// The judge's number of the player.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Prints `0` or `1`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index())
    }
}
