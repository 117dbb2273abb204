//! Sets of cells as bits.

use crate::{Cell, SIZE};

games_common::wide_cell_set! {
    /// A set of cells.
    ///
    /// ```
    /// use gomoku::{Cell, CellSet};
    ///
    /// let center: Cell = "h8".parse()?;
    /// let set = CellSet::of(center);
    /// assert_eq!(set.row(7), 1 << 7);
    /// assert_eq!((!set).len(), 224);
    /// # Ok::<(), gomoku::ParseError>(())
    /// ```
    pub struct CellSet([u64; 4]) of Cell, FULL = [!0, !0, !0, (1 << (Cell::COUNT - 192)) - 1], by Cells
}

impl CellSet {
    /// The members of row `y`, bit x each.
    ///
    /// # Panics
    /// From row 15 on.
    pub const fn row(self, y: u8) -> u16 {
        assert!(y < SIZE as u8, "there are 15 rows");
        let first = SIZE * y as usize;
        let (word, bit) = (first >> 6, first & 63);
        let mut row = self.0[word] >> bit;
        if bit + SIZE > 64 {
            row |= self.0[word + 1] << (64 - bit);
        }
        row as u16 & ((1 << SIZE) - 1)
    }
}
