//! The two players of games with black and white.

use std::fmt;

/// The color of a player and of its pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Color {
    /// Player 0, moves first.
    #[default]
    Black,
    /// Player 1.
    White,
}

impl Color {
    /// The other color.
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The judge's number of the player: black 0, white 1.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Prints `black` or `white`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// The outcome of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This color has won.
    Win(Color),
    /// Neither has.
    Draw,
}

impl Outcome {
    /// The winner; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(winner) => Some(winner),
            Self::Draw => None,
        }
    }
}
