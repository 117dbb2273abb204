//! The ends of games.

use crate::color::Color;

/// The reason why the game ended for a color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Garbage pushed the well over the top, or there was no room for the next piece.
    Overflow,
    /// Both colors overflowed, and this one has the lower total.
    OverflowLowScore,
    /// The move was illegal; only the judge lets a game end this way.
    Forfeit,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// The color that lost, `None` for a draw.
    pub loser: Option<Color>,
    /// The reasons by color; `None` for a winner.
    pub reasons: [Option<Reason>; 2],
    /// The judge's scores by color: 0 for the loser, 2 and a margin below 1 for the winner, 1 each for a draw.
    pub scores: [f64; 2],
}
