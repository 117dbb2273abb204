//! Results of a game, and why a snake dies.

use std::fmt;

/// The outcome of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One snake died.
    Win {
        /// The player whose snake lives.
        winner: usize,
        /// The cause of death of the other one.
        death: Death,
    },
    /// Both snakes died in the same turn.
    Draw {
        /// The causes of death, by player.
        deaths: [Death; 2],
    },
}

impl Outcome {
    /// The winner; `None` after a draw.
    pub const fn winner(self) -> Option<usize> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw { .. } => None,
        }
    }

    /// The judge's scores of players 0 and 1: winner 2, loser 0, draw 1 and 1.
    pub const fn scores(self) -> [u8; 2] {
        match self {
            Self::Win { winner: 0, .. } => [2, 0],
            Self::Win { .. } => [0, 2],
            Self::Draw { .. } => [1, 1],
        }
    }
}

/// A fault in an answer that does not depend on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// A 32-bit integer outside 0 to 3.
    BadDirection,
    /// No object with an integral `direction`, or no answer.
    InvalidInput,
}

/// The cause of a snake's death.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Death {
    /// It left the board.
    Border,
    /// It ran into an obstacle.
    Obstacle,
    /// It ran into its own body.
    Own,
    /// It ran into the other snake, which may be its head: heads that swap cells both die of it.
    Other,
    /// Both heads went to one cell.
    HeadToHead,
    /// The answer was an integer, but no direction.
    BadDirection,
    /// The answer was malformed or missing.
    InvalidInput,
}

impl From<Fault> for Death {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::BadDirection => Self::BadDirection,
            Fault::InvalidInput => Self::InvalidInput,
        }
    }
}

/// Prints `border`, `obstacle`, `self`, `other`, `head_to_head`, `bad_direction` or
/// `invalid_input`.
impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Border => "border",
            Self::Obstacle => "obstacle",
            Self::Own => "self",
            Self::Other => "other",
            Self::HeadToHead => "head_to_head",
            Self::BadDirection => "bad_direction",
            Self::InvalidInput => "invalid_input",
        })
    }
}
