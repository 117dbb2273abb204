//! The hash table: the same position can be reached in many orders of moves.

use reversi::{Board, Cell};

/// What a search has found.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// The value for the side to move is at least this.
    pub low: i16,
    /// The value is at most this.
    pub high: i16,
    /// Plies searched.
    pub depth: u8,
    cell: u8,
}

impl Entry {
    /// The best move, or that which was too good.
    pub fn cell(&self) -> Option<Cell> {
        Cell::from_index(self.cell.into())
    }
}

/// The table. A new entry replaces whatever was in its place.
pub struct Table {
    entries: Vec<Entry>,
    shift: u32,
}

impl Table {
    /// An empty table of 2^`bits` entries of 16 bytes, `bits` from 1 to 32.
    pub fn new(bits: u32) -> Self {
        let empty = Entry {
            key: 0,
            low: 0,
            high: 0,
            depth: 0,
            cell: 0,
        };
        Table {
            entries: vec![empty; 1 << bits],
            shift: 64 - bits,
        }
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<&Entry> {
        Some(&self.entries[(key >> self.shift) as usize]).filter(|entry| entry.key == key)
    }

    /// Keeps what was found.
    pub fn put(&mut self, key: u64, [low, high]: [i32; 2], depth: u8, cell: Option<Cell>) {
        self.entries[(key >> self.shift) as usize] = Entry {
            key,
            low: low as i16,
            high: high as i16,
            depth,
            cell: cell.map_or(u8::MAX, |cell| cell.index() as u8),
        };
    }
}

/// The key of a position as the side to move sees it.
pub fn key(board: &Board) -> u64 {
    let me = board.to_move();
    let mix = |x: u64| {
        let x = (x ^ x >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    // 0 is the key of an empty place.
    mix(mix(board.discs(me).bits()) ^ board.discs(me.opponent()).bits()) | 1
}
