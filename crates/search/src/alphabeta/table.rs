//! The memory of a search.

use super::{INFINITE, WINS};
use crate::{Budget, HashTable};

/// An entry of the table: bounds of a position's value, searched to a depth, and the best move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) low: i16,
    pub(super) high: i16,
    pub(super) depth: u8,
    pub(super) mv: u16,
}

impl Entry {
    fn packed(self, age: u8) -> u64 {
        let [low, high, mv] = [self.low as u16, self.high as u16, self.mv].map(u64::from);
        low | high << 16 | mv << 32 | u64::from(self.depth) << 48 | u64::from(age) << 56
    }

    fn unpacked(word: u64) -> Self {
        Entry {
            low: word as i16,
            high: (word >> 16) as i16,
            mv: (word >> 32) as u16,
            depth: (word >> 48) as u8,
        }
    }
}

/// The table. It is cleared before each search.
pub struct Memory {
    table: HashTable,
    /// Told apart from those of earlier searches by this.
    age: u8,
}

impl Memory {
    /// A table of 2^`bits` entries of 16 bytes.
    pub fn new(bits: u32) -> Self {
        Memory {
            table: HashTable::new(bits),
            age: 0,
        }
    }

    /// Forgets everything, for a search that [fills](HashTable::fit) as much as this budget may.
    pub(super) fn clear(&mut self, budget: &Budget) {
        self.age = self.age.wrapping_add(1);
        self.table.fit(budget);
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let word = self.table.get(key)?;
        Some(Entry::unpacked(word)).filter(|_| (word >> 56) as u8 == self.age)
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        self.table.put(key, entry.packed(self.age));
    }
}

/// A value with its wins counted from a position that many plies further on, or back.
pub(super) fn from_here(value: i32, plies: i32) -> i32 {
    match value {
        value if value.abs() == INFINITE => value,
        value if value >= WINS => value + plies,
        value if value <= -WINS => value - plies,
        value => value,
    }
}
