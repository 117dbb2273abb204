//! The hash table: the same board can be reached in many orders of moves.

use ataxx::{Board, Cell, Move};

/// What a value in the table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// What a search has found.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// The value for the side to move.
    pub value: i16,
    /// Plies searched.
    pub depth: u8,
    /// What the value says.
    pub bound: Bound,
    mv: [u8; 2],
}

impl Entry {
    /// The best move, or that which was too good.
    pub fn mv(&self) -> Option<Move> {
        let [from, to] = self.mv.map(|index| Cell::from_index(index.into()));
        Some(Move {
            from: from?,
            to: to?,
        })
    }
}

/// 2^18 entries of 16 bytes.
const BITS: u32 = 18;

/// The table. A new entry replaces whatever was in its place.
pub struct Table(Vec<Entry>);

impl Table {
    /// An empty table.
    pub fn new() -> Self {
        let empty = Entry {
            key: 0,
            value: 0,
            depth: 0,
            bound: Bound::AtLeast,
            mv: [u8::MAX; 2],
        };
        Table(vec![empty; 1 << BITS])
    }

    /// What is known of the board with this key.
    pub fn get(&self, key: u64) -> Option<&Entry> {
        Some(&self.0[place(key)]).filter(|entry| entry.key == key)
    }

    /// Keeps what was found.
    pub fn put(&mut self, key: u64, value: i16, depth: u8, bound: Bound, mv: Option<Move>) {
        let mv = mv.map_or([u8::MAX; 2], |mv| {
            [mv.from.index() as u8, mv.to.index() as u8]
        });
        self.0[place(key)] = Entry {
            key,
            value,
            depth,
            bound,
            mv,
        };
    }
}

fn place(key: u64) -> usize {
    (key >> (64 - BITS)) as usize
}

/// Plies before the last one from which the number of plies is a part of the key.
const NEAR_END: u16 = 64;

/// The key of a board and of who is to move; near the last ply also of the number of plies.
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
    // 0 is the key of an empty place.
    mix(mix(black ^ u64::from(ply) << 49) ^ white) | 1
}
