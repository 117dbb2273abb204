//! The path table: the search's record of the lines of play it has been through.
//!
//! Two ways to the same position hardly exist, because a snake's body is its path. So the key is the path itself, from
//! the start of the game: entries serve the next iteration, and in a process that is kept running the next turn.

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value is the stored one or more.
    Lower,
    /// The true value is the stored one or less.
    Upper,
    /// It is the true value.
    Exact,
}

/// The entry of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Value for the side to move.
    pub value: i16,
    /// Half-turns searched below the node.
    pub depth: u8,
    /// The relation of `value` to the true one.
    pub bound: Bound,
    /// The best direction's number, if one is known.
    pub best: Option<u8>,
}

/// A slot: 32 bits of the key and a packed entry; 0 is empty.
#[derive(Clone, Copy, Default)]
struct Slot(u64);

/// The table.
#[derive(Default)]
pub struct Table {
    slots: Vec<Slot>,
    /// Counts the searches, from 0 to 7 and round again.
    age: u8,
}

/// The key of the line of play with `direction` added to the one of `key`.
#[inline(always)]
pub fn extend(key: u64, direction: usize) -> u64 {
    let step = (direction as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03);
    let key = (key ^ step).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    key ^ key >> 29
}

impl Table {
    /// Makes room for at least `entries` entries, up to [`MAX_SLOTS`](Self::MAX_SLOTS); keeps what it holds if it is large enough.
    pub fn reserve(&mut self, entries: u64) {
        let slots = entries.clamp(1 << 10, Self::MAX_SLOTS).next_power_of_two() as usize;
        if self.slots.len() < slots {
            self.slots = vec![Slot::default(); slots];
        }
        self.age = (self.age + 1) % 8;
    }

    /// Most slots, 8 bytes each.
    pub const MAX_SLOTS: u64 = 1 << 20;

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        key as usize & self.slots.len().wrapping_sub(2)
    }

    /// Fetches the slots of `key` from memory while the search does something else.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(slot) = self.slots.get(self.index(key)) {
            #[allow(unsafe_code, reason = "measured gain: see the README")]
            // SAFETY: SSE is part of every x86-64 processor.
            unsafe {
                use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                _mm_prefetch::<_MM_HINT_T0>((slot as *const Slot).cast());
            }
        }
    }

    /// The entry of the node of `key`, if there is one.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let index = self.index(key);
        let of_key = |slot: &&Slot| slot.0 >> 32 == key >> 32 && slot.0 != 0;
        let Slot(bits) = *self.slots.get(index..index + 2)?.iter().find(of_key)?;
        let bound = match bits & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        let best = (bits >> 2 & 7) as u8;
        Some(Entry {
            value: (bits >> 16) as u16 as i16,
            depth: (bits >> 8) as u8,
            bound,
            best: (best < 4).then_some(best),
        })
    }

    /// Remembers `entry` for the node of `key`, in place of what the table holds for it, or of something less deep or from an
    /// earlier turn, or else of what was put last.
    #[inline(always)]
    pub fn put(&mut self, key: u64, entry: Entry) {
        let bound = match entry.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let best = u64::from(entry.best.unwrap_or(4));
        let bits = key >> 32 << 32
            | u64::from(entry.value.cast_unsigned()) << 16
            | u64::from(entry.depth) << 8
            | u64::from(self.age) << 5
            | best << 2
            | bound;
        let index = self.index(key);
        if let Some([deep, last]) = self.slots.get_mut(index..index + 2) {
            let replaceable = deep.0 >> 32 == key >> 32
                || (deep.0 >> 5) as u8 & 7 != self.age
                || (deep.0 >> 8) as u8 <= entry.depth;
            *if replaceable { deep } else { last } = Slot(bits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_to_their_key_only() {
        let mut table = Table::default();
        assert_eq!(table.get(1), None);
        table.reserve(1);
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let key = random.u64(..);
            let entry = Entry {
                value: random.i16(..),
                depth: random.u8(..),
                bound: [Bound::Lower, Bound::Upper, Bound::Exact][random.usize(..3)],
                best: [None, Some(random.u8(..4))][random.usize(..2)],
            };
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
            assert_eq!(table.get(key ^ 1 << random.u32(32..64)), None);
        }
    }

    #[test]
    fn paths_have_keys_of_their_own() {
        let mut keys = vec![1];
        for length in 0..8 {
            let last = keys.split_off(keys.len() - 4_usize.pow(length));
            let next = last
                .iter()
                .flat_map(|&key| (0..4).map(move |d| extend(key, d)));
            let next: Vec<u64> = next.collect();
            keys.extend(last);
            keys.extend(next);
        }
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn room_is_bounded_and_kept() {
        let mut table = Table::default();
        table.reserve(5000);
        assert_eq!(table.slots.len(), 8192);
        table.put(
            7,
            Entry {
                value: 1,
                depth: 2,
                bound: Bound::Exact,
                best: None,
            },
        );
        table.reserve(100);
        assert!(table.get(7).is_some());
        table.reserve(u64::MAX);
        assert_eq!(table.slots.len() as u64, Table::MAX_SLOTS);
    }
}
