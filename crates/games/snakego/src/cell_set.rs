//! Sets of cells as 256 bits.

use crate::cell::{Cell, Direction};

games_common::wide_cell_set! {
    /// A set of cells: a word holds four columns of 16 bits.
    pub struct CellSet([u64; 4]) of Cell, FULL = [!0; 4], by Cells
}

/// The lowest cell (y = 0) of each column of a word.
const BOTTOM: u64 = 0x0001_0001_0001_0001;

/// The bits of five cells in a column that are off the board, the third of which has this y; for five columns.
static OFF: [u64; 16] = {
    let mut off = [0; 16];
    let mut y = 0;
    while y < 16 {
        let column = (0b11 << 18 | 0b11u64) >> y & 0b11111;
        off[y] = column * 0x0001_0001_0001_0001;
        y += 1;
    }
    off
};

impl CellSet {
    /// The cells at the edge of the board.
    pub const EDGE: CellSet = CellSet([
        BOTTOM | BOTTOM << 15 | 0xffff,
        BOTTOM | BOTTOM << 15,
        BOTTOM | BOTTOM << 15,
        BOTTOM | BOTTOM << 15 | 0xffff << 48,
    ]);

    /// The cells that lie before `cell` in this direction, up to the edge of the board: what a ray hits.
    #[inline]
    pub const fn ahead(cell: Cell, direction: Direction) -> CellSet {
        let (x, y) = (cell.x() as u32, cell.y() as u32);
        let column = 64 - 16 * (x % 4);
        let word = (x / 4) as usize;
        let mut set = CellSet::EMPTY;
        match direction {
            Direction::Up => set.0[word] = (0xfffe << y & 0xffff) << (16 * (x % 4)),
            Direction::Down => set.0[word] = ((1 << y) - 1) << (16 * (x % 4)),
            Direction::Right => {
                let row = BOTTOM << y;
                // Columns behind this one in its word, then whole words.
                set.0[word] = if column == 16 {
                    0
                } else {
                    row << (80 - column)
                };
                let mut next = word + 1;
                while next < 4 {
                    set.0[next] = row;
                    next += 1;
                }
            }
            Direction::Left => {
                let row = BOTTOM << y;
                set.0[word] = row & ((1 << (16 * (x % 4))) - 1);
                let mut next = 0;
                while next < word {
                    set.0[next] = row;
                    next += 1;
                }
            }
        }
        set
    }

    /// The set with these bits.
    #[inline]
    pub(crate) const fn from_words(words: [u64; 4]) -> CellSet {
        CellSet(words)
    }

    /// Takes `cell` out if `really`, without a branch.
    #[inline]
    pub(crate) const fn remove_if(&mut self, really: bool, cell: Cell) {
        self.0[(cell.index() >> 6) as usize] &= !((really as u64) << (cell.index() & 63));
    }

    /// Returns true if the sets share a cell.
    #[inline]
    pub fn meets(self, other: CellSet) -> bool {
        !(self & other).is_empty()
    }

    /// Bits for the twelve cells within two steps of `cell`, set if the cell is in the set or off the board. The bits
    /// are in ascending order of x, then y.
    #[inline(always)]
    pub fn around(&self, cell: Cell) -> usize {
        let (x, y) = (usize::from(cell.x()), usize::from(cell.y()));
        // Five columns are in two words.
        let first = if x < 2 {
            u64::MAX
        } else {
            self.word((x - 2) / 4)
        };
        let second = if x >= 14 {
            u64::MAX
        } else {
            self.word((x + 2) / 4)
        };
        let columns = (u128::from(second) << 64 | u128::from(first)) >> (16 * ((x + 2) % 4));
        // Bits that come from the next columns are off the board.
        let near = (columns as u64).rotate_right((y as u32).wrapping_sub(2)) | OFF[y];
        let last = (columns >> 64) as u64 >> y & 1;
        let bits = near >> 2 & 1
            | (near >> 17 & 0b111) << 1
            | (near >> 32 & 0b11) << 4
            | (near >> 35 & 0b11) << 6
            | (near >> 49 & 0b111) << 8
            | last << 11;
        bits as usize
    }

    /// A word of four columns.
    #[inline]
    pub(crate) const fn word(&self, number: usize) -> u64 {
        self.0[number & 3]
    }

    /// All cells moved by one in this direction; those that leave the board are gone.
    #[inline]
    pub const fn shifted(self, direction: Direction) -> CellSet {
        let [a, b, c, d] = self.0;
        match direction {
            Direction::Right => CellSet([
                a << 16,
                b << 16 | a >> 48,
                c << 16 | b >> 48,
                d << 16 | c >> 48,
            ]),
            Direction::Left => CellSet([
                a >> 16 | b << 48,
                b >> 16 | c << 48,
                c >> 16 | d << 48,
                d >> 16,
            ]),
            Direction::Up => CellSet([
                (a & !(BOTTOM << 15)) << 1,
                (b & !(BOTTOM << 15)) << 1,
                (c & !(BOTTOM << 15)) << 1,
                (d & !(BOTTOM << 15)) << 1,
            ]),
            Direction::Down => CellSet([
                (a & !BOTTOM) >> 1,
                (b & !BOTTOM) >> 1,
                (c & !BOTTOM) >> 1,
                (d & !BOTTOM) >> 1,
            ]),
        }
    }

    /// All cells next to a cell of the set (right, up, left or down); they may be in the set themselves.
    #[inline]
    pub fn neighbors(self) -> CellSet {
        self.shifted(Direction::Right)
            | self.shifted(Direction::Up)
            | self.shifted(Direction::Left)
            | self.shifted(Direction::Down)
    }

    /// The cells of `open` that can be reached from a cell of the set through `open`; cells of the set that are
    /// not in `open` do not count.
    pub fn flooded(self, open: CellSet) -> CellSet {
        let mut reached = self & open;
        loop {
            let next = reached | reached.neighbors() & open;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The cells outside the set that no way leads to from the edge of the board.
    pub fn enclosed(self) -> CellSet {
        let open = !self;
        open - CellSet::EDGE.flooded(open)
    }

    /// For each cell, whether an odd number of cells of the set lie in the same column at the cell or below it.
    #[inline]
    pub(crate) const fn parity_from_below(self) -> CellSet {
        const fn word(mut bits: u64) -> u64 {
            bits ^= bits << 1 & !BOTTOM;
            bits ^= bits << 2 & !(BOTTOM * 0b11);
            bits ^= bits << 4 & !(BOTTOM * 0b1111);
            bits ^ bits << 8 & !(BOTTOM * 0xff)
        }
        let [a, b, c, d] = self.0;
        CellSet([word(a), word(b), word(c), word(d)])
    }
}

#[cfg(test)]
mod tests;
