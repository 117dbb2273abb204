//! The options of a search or a rollout, as a list of operations or as plain data.

use arrayvec::ArrayVec;
use snakego::{Operation, Operations};

/// Candidates: one for each number of an operation at most.
pub type Candidates = ArrayVec<Operation, 6>;

/// The operations that searches consider in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// All free moves.
    pub free: Operations,
    /// The widest seal; without one a deadly move, if there is nothing else or the snake may be sacrificed.
    pub end: Option<Operation>,
    /// True if the ray may be fired.
    pub fire: bool,
    /// True if the snake may split.
    pub split: bool,
}

impl Choice {
    /// The operations: free moves, the end, the ray, a split.
    #[inline]
    pub fn list(&self) -> Candidates {
        let mut candidates: Candidates = self.free.iter().collect();
        candidates.extend(self.end);
        if self.fire {
            candidates.push(Operation::Fire);
        }
        if self.split {
            candidates.push(Operation::Split);
        }
        candidates
    }

    /// The number of operations.
    #[inline]
    pub fn len(&self) -> usize {
        let others = [self.end.is_some(), self.fire, self.split];
        self.free.len() + others.iter().map(|&is| usize::from(is)).sum::<usize>()
    }

    /// Returns `true` if there are no operations: the half-game is over.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
