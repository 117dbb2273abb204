//! The hash table: the same board can be reached in many orders of moves.

use ataxx::{Board, Cell, Move};

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
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The value for the side to move.
    pub value: i16,
    /// Plies searched.
    pub depth: u8,
    /// The relation of the value to the true one.
    pub bound: Bound,
    /// The best move, or that which was too good.
    pub mv: Option<Move>,
}

impl Entry {
    fn packed(self) -> u64 {
        let [from, to] = self
            .mv
            .map_or([0; 2], |mv| [mv.from, mv.to].map(|cell| cell.index() as u8));
        let [low, high] = self.value.to_le_bytes();
        u64::from_le_bytes([low, high, self.depth, self.bound as u8, from, to, 0, 0])
    }

    fn unpacked(word: u64) -> Self {
        let [low, high, depth, bound, from, to, ..] = word.to_le_bytes();
        let [from, to] = [from, to].map(|index| Cell::from_index(index.into()));
        Self {
            value: i16::from_le_bytes([low, high]),
            depth,
            bound: match bound {
                0 => Bound::Exact,
                1 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
            mv: (from.zip(to))
                .map(|(from, to)| Move { from, to })
                .filter(|mv| mv.from != mv.to),
        }
    }
}

/// The table. A new entry replaces whatever was in its place.
pub struct Table {
    /// By place: the key and the packed entry. Zeros, because the system gives these only as they are touched.
    entries: Vec<[u64; 2]>,
    /// A part of the keys of this search, so that it sees nothing of those before it.
    search: u64,
}

impl Table {
    /// An empty table of 2^`bits` entries of 16 bytes.
    pub fn new(bits: u32) -> Self {
        Table {
            entries: vec![[0; 2]; 1 << bits],
            search: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.search += 1;
    }

    /// The entry of the board with this key, if there is one.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let [found, entry] = self.entries[self.place(key)];
        Some(Entry::unpacked(entry)).filter(|_| found == key ^ self.search)
    }

    /// Keeps what was found.
    #[inline]
    pub fn put(&mut self, key: u64, entry: Entry) {
        let place = self.place(key);
        self.entries[place] = [key ^ self.search, entry.packed()];
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.entries.len() - 1)
    }
}

/// Plies before the last one from which the number of plies is a part of the key.
const NEAR_END: u16 = 64;

/// The key of a board and of who is to move; near the last ply also of the number of plies.
#[inline]
pub fn key(board: &Board) -> u64 {
    let [black, white] = board.both().map(|pieces| pieces.bits());
    let ply = match board.ply() {
        ply if ply + NEAR_END > ataxx::LAST_PLY => ply,
        ply => ply % 2,
    };
    let mix = |x: u64| {
        let x = (x ^ x >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    mix(mix(black ^ u64::from(ply) << 49) ^ white)
}
