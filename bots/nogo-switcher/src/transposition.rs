//! The transposition table: the same stones can be reached in many orders of moves.

use nogo::{Board, Color, Point};
use search::splitmix;

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is at least this (a lower bound).
    AtLeast,
    /// The value is at most this (an upper bound).
    AtMost,
    /// The value is this.
    Exact,
}

/// The entry of the table for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or the one that was good enough.
    pub best: Point,
    /// Plies searched below the position.
    pub depth: u8,
    /// The value for the side to move.
    pub value: i16,
    /// The relation of that value to the true one.
    pub bound: Bound,
}

/// The table has 2^19 entries, 8 MiB: about as many as positions are searched in a turn, without the leaves.
pub const TABLE_BITS: u32 = 19;

impl Entry {
    /// The entry as a word of the table, never 0.
    #[inline]
    pub fn packed(self) -> u64 {
        let bound: u64 = match self.bound {
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
            Bound::Exact => 3,
        };
        self.best.index() as u64
            | u64::from(self.depth) << 8
            | bound << 16
            | u64::from(self.value as u16) << 32
    }

    /// The entry of a word; `None` if nothing is stored there.
    #[inline]
    pub fn unpacked(word: u64) -> Option<Entry> {
        let bound = match word >> 16 & 0xFF {
            0 => return None,
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
}

/// Zobrist's random numbers, one for each color and point.
const ZOBRIST: [[u64; Point::COUNT]; 2] = {
    let mut numbers = [[0; Point::COUNT]; 2];
    let mut i = 0;
    while i < 2 * Point::COUNT {
        // Rotated, so that the low bits are the place in the table.
        numbers[i % 2][i / 2] = splitmix(0, i as u64 + 1).rotate_right(TABLE_BITS);
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

/// The hash of a stone.
#[inline]
pub fn stone(color: Color, point: Point) -> u64 {
    ZOBRIST[color.index()][point.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_from_its_word() {
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
            assert_eq!(Entry::unpacked(entry.packed()), Some(entry));
        }
        assert_eq!(Entry::unpacked(0), None);
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
