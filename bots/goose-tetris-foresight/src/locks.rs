//! The locks of one board that are worth a look, as lists.

use goose_tetris::{Board, LANES, Piece, Poses, ROWS};
use solvers::hash::word;

/// Room for all locks of a rotation state, and for what is written past the last one.
const ROOM: usize = 256;
/// Locks written without a look at how many there are: the usual number in four rows.
const UNCHECKED: u32 = 4;

/// Useful locks by rotation state: resting ones, floating ones that complete a row, and those that float one row
/// above a rest. From the top to the bottom, in a row from the left to the right.
pub(crate) struct Locks {
    lists: [List; 4],
}

/// The locks of one state as `y << 4 | x`, and how many there are.
struct List {
    at: [u16; ROOM],
    len: usize,
}

impl Locks {
    pub(crate) const fn new() -> Self {
        const EMPTY: List = List {
            at: [0; ROOM],
            len: 0,
        };
        Self { lists: [EMPTY; 4] }
    }

    /// The locks of `piece`, which spawns in rotation state `start`, on `board`. `false` if the spawn is blocked.
    #[inline(always)]
    pub(crate) fn find(&mut self, board: &Board, piece: Piece, start: u8) -> bool {
        let poses = Poses::new(board, piece, start);
        if poses.depth == 0 {
            return false;
        }
        let locks = poses.useful_locks(board, piece);
        let states = piece.distinct_states().into();
        for (list, rows) in self.lists.iter_mut().zip(&locks).take(states) {
            list.fill(rows);
        }
        true
    }

    /// The locks of a state; whatever stands in a whole block past the last one is unspecified.
    #[inline(always)]
    pub(crate) fn of(&self, state: u8) -> &[u16] {
        let list = &self.lists[usize::from(state)];
        &list.at[..list.len]
    }

    /// Sixteen locks of a state from number `from` on, unspecified after the last one.
    #[inline(always)]
    pub(crate) fn sixteen(&self, state: u8, from: usize) -> [u16; 16] {
        let at = &self.lists[usize::from(state)].at;
        std::array::from_fn(|i| at[(from + i) % ROOM])
    }
}

impl List {
    /// Four rows of 16 bits are a word. Reading its bits without branches costs less than mispredicting how many
    /// there are.
    #[inline(always)]
    fn fill(&mut self, rows: &[u16; LANES]) {
        let mut len = 0;
        for (group, four) in rows[..ROWS].as_chunks::<4>().0.iter().enumerate() {
            let mut word = word(four);
            if word == 0 {
                continue;
            }
            let count = word.count_ones();
            let mut put = |at: usize| {
                self.at[(len + at) % ROOM] = 64 * group as u16 + word.trailing_zeros() as u16;
                word &= word.wrapping_sub(1);
            };
            for at in 0..UNCHECKED {
                put(at as usize);
            }
            for at in UNCHECKED..count {
                put(at as usize);
            }
            len += count as usize;
        }
        self.len = len;
    }
}
