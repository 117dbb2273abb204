//! The transposition table: the same stones can be reached in many orders of moves.

use nogo::{Board, Color, Point};

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is at least this (a lower bound).
    AtLeast,
    /// The value is at most this (an upper bound).
    AtMost,
    /// The value is this.
    Exact,
}

/// What is stored about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or the one that was good enough.
    pub best: Point,
    /// Plies searched below the position.
    pub depth: u8,
    /// The value for the side to move.
    pub value: i16,
    /// How that value relates to the true one.
    pub bound: Bound,
}

/// A table of positions by hash; a newer position replaces an older one.
///
/// It is zeroed memory, which the system provides when it is first touched, so a short search does not pay for a large
/// table.
pub struct TranspositionTable {
    /// Hash and packed [`Entry`]; the second word is 0 in an empty entry.
    entries: Vec<[u64; 2]>,
}

impl TranspositionTable {
    /// An empty table of 2^`bits` entries of 16 bytes.
    pub fn new(bits: u32) -> TranspositionTable {
        TranspositionTable {
            entries: vec![[0; 2]; 1 << bits],
        }
    }

    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.entries.len() - 1)
    }

    /// What is stored about the position with this hash.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Entry> {
        let [key, word] = self.entries[self.slot(hash)];
        if key != hash || word == 0 {
            return None;
        }
        let bound = match word >> 16 & 0xFF {
            1 => Bound::AtLeast,
            2 => Bound::AtMost,
            _ => Bound::Exact,
        };
        Some(Entry {
            best: Point::from_index((word & 0xFF) as usize)?,
            depth: (word >> 8) as u8,
            value: (word >> 32) as i16,
            bound,
        })
    }

    /// Stores the position with this hash.
    #[inline]
    pub fn put(&mut self, hash: u64, entry: Entry) {
        let bound: u64 = match entry.bound {
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
            Bound::Exact => 3,
        };
        let word = entry.best.index() as u64
            | u64::from(entry.depth) << 8
            | bound << 16
            | u64::from(entry.value as u16) << 32;
        let slot = self.slot(hash);
        self.entries[slot] = [hash, word];
    }
}

/// Zobrist's random numbers, one for each color and point.
const ZOBRIST: [[u64; Point::COUNT]; 2] = {
    let mut numbers = [[0; Point::COUNT]; 2];
    let mut state: u64 = 0;
    let mut i = 0;
    while i < 2 * Point::COUNT {
        // SplitMix64 (Steele, Lea and Flood, 2014).
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        numbers[i % 2][i / 2] = z ^ z >> 31;
        i += 1;
    }
    numbers
};

/// The hash of a position; that of a successor is `hash(board) ^ stone(color, point)`.
pub fn hash(board: &Board) -> u64 {
    let of = |color| {
        board
            .stones(color)
            .iter()
            .fold(0, |hash, point| hash ^ stone(color, point))
    };
    of(Color::Black) ^ of(Color::White)
}

/// What a stone adds to the hash.
#[inline]
pub fn stone(color: Color, point: Point) -> u64 {
    ZOBRIST[color.index()][point.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_by_its_hash() {
        let mut table = TranspositionTable::new(4);
        let best = Point::new(8, 8).unwrap();
        for (value, bound) in [
            (-30_000, Bound::AtLeast),
            (0, Bound::AtMost),
            (7, Bound::Exact),
        ] {
            let entry = Entry {
                best,
                depth: 81,
                value,
                bound,
            };
            table.put(77, entry);
            assert_eq!(table.get(77), Some(entry));
            assert_eq!(table.get(77 + 16), None);
        }
        assert_eq!(TranspositionTable::new(4).get(0), None);
    }

    #[test]
    fn the_hash_follows_the_stones() {
        let mut board = Board::new();
        let mut expected = hash(&board);
        for text in ["4,4", "0,0", "8,8", "3,4"] {
            let point = text.parse().unwrap();
            expected ^= stone(board.to_move(), point);
            board.play(point);
            assert_eq!(hash(&board), expected);
        }
    }
}
