//! The descent of the boards: the data needed to read the game of a board off, and no more.

use crate::node::PackedMove;

/// Parents and moves of one layer of boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generation {
    /// Number of the parent in the generation before.
    pub parents: Vec<u32>,
    /// The lock that made the board.
    pub moves: Vec<PackedMove>,
}

/// All generations so far, without the dead branches found by the last [`History::prune`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// From the first piece on.
    pub generations: Vec<Generation>,
}

impl History {
    /// Drops ancestors of nobody. The newest generation stays as it is. Stops at the first generation that loses
    /// nothing, because then no older one does.
    pub fn prune(&mut self) {
        for newer in (1..self.generations.len()).rev() {
            let (older, newer) = self.generations.split_at_mut(newer);
            let (Some(older), Some(newer)) = (older.last_mut(), newer.first_mut()) else {
                return;
            };
            const DEAD: u32 = u32::MAX;
            let mut numbers = vec![DEAD; older.parents.len()];
            for parent in &newer.parents {
                numbers[*parent as usize] = 0;
            }
            if !numbers.contains(&DEAD) {
                return;
            }
            let mut living = 0;
            for (at, number) in numbers.iter_mut().enumerate() {
                if *number != DEAD {
                    *number = living as u32;
                    older.parents[living] = older.parents[at];
                    older.moves[living] = older.moves[at];
                    living += 1;
                }
            }
            older.parents.truncate(living);
            older.parents.shrink_to_fit();
            older.moves.truncate(living);
            older.moves.shrink_to_fit();
            for parent in &mut newer.parents {
                *parent = numbers[*parent as usize];
            }
        }
    }

    /// Returns `true` if every parent is a board of the generation before, and the newest generation has `count`
    /// boards. An empty history leads to any boards.
    pub fn leads_to(&self, count: usize) -> bool {
        let mut older = 1;
        for generation in &self.generations {
            let known = |parent: &u32| (*parent as usize) < older;
            if !generation.parents.iter().all(known) {
                return false;
            }
            older = generation.parents.len();
        }
        self.generations.is_empty() || older == count
    }

    /// The locks that led to board number `at` of the newest generation.
    ///
    /// # Panics
    /// If there is no such board.
    pub fn game(&self, mut at: usize) -> Vec<PackedMove> {
        let mut moves = Vec::with_capacity(self.generations.len());
        for generation in self.generations.iter().rev() {
            moves.push(generation.moves[at]);
            at = generation.parents[at] as usize;
        }
        moves.reverse();
        moves
    }
}
