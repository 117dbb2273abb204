//! Sets of cells as bits.

use super::cell::Cell;

crate::cell_set! {
    /// A set of cells of a board with at most 64, one bit each: bit [`Cell::index`] of a word.
    ///
    /// ```
    /// use games_common::square::{Cell, CellSet};
    ///
    /// let corner: Cell<8> = "00".parse()?;
    /// let around = CellSet::of(corner).neighbors();
    /// assert_eq!(around.to_string(), "10 01 11");
    /// assert_eq!((!around).len(), 61);
    /// # Ok::<(), games_common::ParseError>(())
    /// ```
    pub struct CellSet<const SIZE>(u64) of Cell<SIZE>, FULL = !0 >> (64 - SIZE * SIZE), by Cells
}

impl<const SIZE: usize> CellSet<SIZE> {
    /// The cells with x = 0.
    pub const FIRST_COLUMN: Self = {
        let (mut bits, mut row) = (0, 0);
        while row < SIZE {
            bits |= 1 << (SIZE * row);
            row += 1;
        }
        Self(bits)
    };
    /// The cells with the highest x.
    pub const LAST_COLUMN: Self = Self(Self::FIRST_COLUMN.0 << (SIZE - 1));

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// All cells one of the eight steps away from a member; a member is in it only if another one is next to it.
    #[inline]
    pub const fn neighbors(self) -> Self {
        let sides = (self.0 & !Self::LAST_COLUMN.0) << 1 | (self.0 & !Self::FIRST_COLUMN.0) >> 1;
        let row = self.0 | sides;
        Self((sides | row << SIZE | row >> SIZE) & Self::FULL.0)
    }

    /// All cells at most two steps away from a member, the members included.
    #[inline]
    pub const fn within_two(self) -> Self {
        let near = Self(self.0 | self.neighbors().0);
        Self(near.0 | near.neighbors().0)
    }
}

/// The cells with each of `N` signs of a picture, by the number of the sign: see [`read_picture`](crate::read_picture).
pub fn cell_sets<const SIZE: usize, const N: usize>(
    signs: &[[usize; SIZE]; SIZE],
) -> [CellSet<SIZE>; N] {
    let mut sets = [CellSet::EMPTY; N];
    for cell in CellSet::<SIZE>::FULL {
        sets[signs[usize::from(cell.y())][usize::from(cell.x())]].insert(cell);
    }
    sets
}
