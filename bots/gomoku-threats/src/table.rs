//! The record of a position for the principal variation search, as a word of the hash table.

use gomoku::Cell;

/// The hash tables of the bot have 2^19 entries each.
pub const BITS: u32 = 19;

/// The relation of a value in the table to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value for the side to move, wins counted from this position on.
    pub value: i16,
    /// Plies searched.
    pub depth: i8,
    /// The relation of the value to the true one.
    pub bound: Bound,
    /// The best move, or that which was too good.
    pub cell: Option<Cell>,
}

impl Entry {
    /// The entry as a word.
    #[inline]
    pub fn packed(self) -> u64 {
        let [low, high] = self.value.to_le_bytes();
        let cell = self.cell.map_or(u8::MAX, |cell| cell.index() as u8);
        let depth = self.depth as u8;
        u64::from_le_bytes([low, high, depth, self.bound as u8, cell, 0, 0, 0])
    }

    /// The entry of a word.
    #[inline]
    pub fn unpacked(word: u64) -> Self {
        let [low, high, depth, bound, cell, ..] = word.to_le_bytes();
        Entry {
            value: i16::from_le_bytes([low, high]),
            depth: depth as i8,
            bound: match bound {
                0 => Bound::Exact,
                1 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
            cell: Cell::from_index(cell.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_its_entry() {
        for &bound in &[Bound::Exact, Bound::AtLeast, Bound::AtMost] {
            for &(value, depth, cell) in &[
                (-30_000, -6, None),
                (0, 0, Some(0)),
                (29_999, 60, Some(224)),
            ] {
                let entry = Entry {
                    value,
                    depth,
                    bound,
                    cell: cell.and_then(Cell::from_index),
                };
                assert_eq!(Entry::unpacked(entry.packed()), entry);
            }
        }
    }
}
