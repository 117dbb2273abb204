//! The end of a half-game.

/// The end of a half-game that was played out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; with equal scores it is player 0.
    pub winner: usize,
    /// The final judge's scores.
    pub scores: [i16; 2],
}
