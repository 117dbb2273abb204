//! The outer level: buckets by pieces and cells.

use std::collections::BTreeMap;

use goose_tetris::{Board, Bound, Move, Piece};
use solvers::parallel;

use crate::stage::{End, Limits, Start, stage};

/// Number of an entry.
pub type Id = u32;

/// A board in a bucket, or one that was in a bucket and has descendants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The entry that the stage began with; the first entry is its own parent.
    pub parent: Id,
    /// The result of the stage.
    pub end: End,
}

/// A search between two piece numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outer {
    /// Buckets of smaller numbers of pieces have been emptied.
    pub index: usize,
    /// Every board that may be needed. The first one is the empty field.
    pub entries: Vec<Entry>,
    /// Boards by (pieces, cells), the best first.
    pub buckets: BTreeMap<(usize, u32), Vec<Id>>,
    /// The highest score so far, the earliest found among equals.
    pub best: Id,
}

impl Default for Outer {
    fn default() -> Self {
        Self::new()
    }
}

/// The interval at which boards without living descendants are dropped, in pieces.
const PRUNE_EVERY: usize = 64;

impl Outer {
    /// The empty field.
    pub fn new() -> Self {
        let place = Start {
            board: Board::new(),
            score: 0,
            index: 0,
        };
        let end = End {
            place,
            cells: 0,
            transitions: 0,
            moves: Vec::new(),
        };
        Self {
            index: 0,
            entries: vec![Entry { parent: 0, end }],
            buckets: BTreeMap::from([((0, 0), vec![0])]),
            best: 0,
        }
    }

    /// Empties the buckets of the next piece number.
    pub fn advance(&mut self, pieces: &[Piece], limits: &Limits, threads: usize) {
        let mut starts = Vec::new();
        while let Some(bucket) = self.buckets.first_entry()
            && bucket.key().0 == self.index
        {
            starts.extend(bucket.remove());
        }
        for (parent, ends) in starts
            .iter()
            .zip(self.stages(&starts, pieces, limits, threads))
        {
            for end in ends {
                self.insert(*parent, end, limits);
            }
        }
        self.index += 1;
        if self.index.is_multiple_of(PRUNE_EVERY) {
            self.prune();
        }
    }

    /// The locks of an entry's game.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn game(&self, mut id: Id) -> Vec<Move> {
        let mut stages = Vec::new();
        while id != 0 {
            let entry = &self.entries[id as usize];
            stages.push(&entry.end.moves);
            id = entry.parent;
        }
        stages.into_iter().rev().flatten().copied().collect()
    }

    /// The board with the largest score + bound among those in the buckets of the next piece number that has any.
    pub fn frontier(&self, bound: &Bound) -> Option<&End> {
        let index = self.buckets.first_key_value()?.0.0;
        let ids = self.buckets.range((index, 0)..=(index, u32::MAX));
        let value = |end: &&End| end.place.score as i32 + bound.value(index, end.cells);
        ids.flat_map(|(_, ids)| ids)
            .map(|id| &self.entries[*id as usize].end)
            .max_by_key(value)
    }

    /// Drops entries that neither a bucket nor the best game needs.
    pub fn prune(&mut self) {
        const DEAD: Id = Id::MAX;
        let mut numbers = vec![DEAD; self.entries.len()];
        let roots = self.buckets.values().flatten().copied();
        for mut id in roots.chain([0, self.best]) {
            while numbers[id as usize] == DEAD {
                numbers[id as usize] = 0;
                id = self.entries[id as usize].parent;
            }
        }
        let living = numbers.iter_mut().filter(|number| **number != DEAD);
        for (number, living) in living.zip(0..) {
            *number = living;
        }
        let mut at = 0;
        self.entries.retain(|_| {
            at += 1;
            numbers[at - 1] != DEAD
        });
        for id in self.buckets.values_mut().flatten() {
            *id = numbers[*id as usize];
        }
        for entry in &mut self.entries {
            entry.parent = numbers[entry.parent as usize];
        }
        self.best = numbers[self.best as usize];
    }

    /// The ends of all stages, in the order of the starts.
    fn stages(
        &self,
        starts: &[Id],
        pieces: &[Piece],
        limits: &Limits,
        threads: usize,
    ) -> Vec<Vec<End>> {
        let run = |id: &Id| stage(&self.entries[*id as usize].end.place, pieces, limits);
        parallel::map(starts, threads, run)
    }

    fn insert(&mut self, parent: Id, end: End, limits: &Limits) {
        let rank = |id: &Id| self.entries[*id as usize].end.rank(limits.seed);
        let bucket = self
            .buckets
            .entry((end.place.index, end.cells))
            .or_default();
        let own = end.rank(limits.seed);
        let at = bucket.partition_point(|id| rank(id) <= own);
        let same = |id: &Id| self.entries[*id as usize].end.place.board == end.place.board;
        let twin = bucket.iter().position(same);
        if at >= limits.bucket_size || twin.is_some_and(|twin| twin < at) {
            return;
        }
        if let Some(twin) = twin {
            bucket.remove(twin);
        }
        bucket.insert(at, self.entries.len() as Id);
        bucket.truncate(limits.bucket_size);
        if end.place.score > self.entries[self.best as usize].end.place.score {
            self.best = self.entries.len() as Id;
        }
        self.entries.push(Entry { parent, end });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second start does not exist.
    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn a_panic_of_a_stage_ends_the_search() {
        let limits = Limits {
            bucket_size: 1,
            layer_width: 1,
            layers: 1,
            seed: 1,
        };
        Outer::new().stages(&[0, 1], &[], &limits, 2);
    }
}
