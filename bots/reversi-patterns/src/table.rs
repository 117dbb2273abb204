//! The search's record of a position, as a word of the hash table: many orders of moves lead to the same position.

use reversi::{Board, Cell};

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The value for the side to move is at least this.
    pub low: i16,
    /// The value is at most this.
    pub high: i16,
    /// Plies searched.
    pub depth: u8,
    /// The best move, or that which was too good.
    pub cell: Option<Cell>,
}

impl Entry {
    /// The entry as a word.
    #[inline]
    pub fn packed(self) -> u64 {
        let [a, b] = self.low.to_le_bytes();
        let [c, d] = self.high.to_le_bytes();
        let cell = self.cell.map_or(u8::MAX, |cell| cell.index() as u8);
        u64::from_le_bytes([a, b, c, d, self.depth, cell, 0, 0])
    }

    /// The entry of a word.
    #[inline]
    pub fn unpacked(word: u64) -> Self {
        let [a, b, c, d, depth, cell, ..] = word.to_le_bytes();
        Entry {
            low: i16::from_le_bytes([a, b]),
            high: i16::from_le_bytes([c, d]),
            depth,
            cell: Cell::from_index(cell.into()),
        }
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
