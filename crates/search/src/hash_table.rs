//! A table from hashes of positions to words of 64 bits, what a search has found of them.

use crate::Budget;

/// The table. A new word replaces whatever was in its place.
#[derive(Clone, Debug)]
pub struct HashTable {
    /// By place: the hash and the word. Zeros, because the system gives these only as they are touched: a turn that is decided at once
    /// pays for no table.
    entries: Vec<[u64; 2]>,
    shift: u32,
}

impl HashTable {
    /// An empty table of 2^`bits` entries of 16 bytes.
    ///
    /// # Panics
    /// Unless `bits` are from 1 to 32.
    pub fn new(bits: u32) -> Self {
        assert!((1..=32).contains(&bits), "2^{} entries", bits);
        HashTable {
            entries: vec![[0; 2]; 1 << bits],
            shift: 64 - bits,
        }
    }

    /// Uses no more entries from now on than a search by the clock fills, some 280 for each of its milliseconds, or all if the budget is
    /// of nodes: the system takes its time to give memory as it is first touched, and few entries stay in the processor's caches. What
    /// was kept before may be found no longer.
    pub fn fit(&mut self, budget: &Budget) {
        let most = self.entries.len().trailing_zeros();
        let filled = budget.time().map(|time| 280 * time.as_millis());
        let bits = filled.map_or(most, |filled| {
            filled.next_power_of_two().trailing_zeros().clamp(1, most)
        });
        self.shift = 64 - bits;
    }

    /// The word of the position with this hash. A hash of 0 is that of an empty place, whose word is 0.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<u64> {
        let [found, word] = self.entries[(hash >> self.shift) as usize];
        Some(word).filter(|_| found == hash)
    }

    /// Keeps the word of the position with this hash.
    #[inline]
    pub fn put(&mut self, hash: u64, word: u64) {
        self.entries[(hash >> self.shift) as usize] = [hash, word];
    }
}

/// A hash of two words, such as the pieces of both sides.
#[inline]
pub fn hash_of([first, second]: [u64; 2]) -> u64 {
    let mix = |x: u64| {
        let x = (x ^ x >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    mix(mix(first) ^ second)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn the_last_word_of_a_place_is_found_by_its_own_hash() {
        let mut table = HashTable::new(4);
        let [a, b] = [0x7000_0000_0000_0001, 0x7000_0000_0000_0002];
        assert_eq!(table.get(a), None);
        table.put(a, 5);
        assert_eq!((table.get(a), table.get(b)), (Some(5), None));
        table.put(b, 6);
        assert_eq!((table.get(a), table.get(b)), (None, Some(6)));
        table.put(u64::MAX, 7);
        assert_eq!((table.get(b), table.get(u64::MAX)), (Some(6), Some(7)));
    }

    #[test]
    fn a_search_by_the_clock_has_as_many_entries_as_it_fills() {
        let mut table = HashTable::new(18);
        table.fit(&Budget::of_nodes(1));
        assert_eq!(table.shift, 64 - 18);
        for &(ms, bits) in &[(0, 1), (90, 14), (360, 17), (1000, 18), (5000, 18)] {
            table.fit(&Budget::new(
                Instant::now(),
                Duration::from_millis(ms),
                None,
            ));
            assert_eq!(table.shift, 64 - bits, "{} ms", ms);
            table.put(u64::MAX, ms);
            assert_eq!(table.get(u64::MAX), Some(ms));
        }
    }
}
