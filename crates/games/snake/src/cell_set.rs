//! Sets of cells as 256 bits.

use crate::cell::{Cell, MAX_HEIGHT, MAX_WIDTH};

games_common::wide_cell_set! {
    /// A set of cells: four words of four rows each.
    ///
    /// The four guard columns of a row are never set. So the left and right neighbors of all cells are two shifts a word,
    /// and no carry of a row reaches the next one.
    pub struct CellSet([u64; 4]) of Cell, FULL = [COLUMNS; 4], by Cells
}

/// The twelve columns of four rows.
const COLUMNS: u64 = 0x0fff_0fff_0fff_0fff;

impl CellSet {
    /// The cells of the first `height` rows and `width` columns.
    ///
    /// # Panics
    /// If `height` is above 16 or `width` above 12.
    pub const fn rectangle(height: u8, width: u8) -> Self {
        assert!(height <= MAX_HEIGHT && width <= MAX_WIDTH);
        let mut words = [0; 4];
        let mut row = 0;
        while row < height as usize {
            words[row / 4] |= ((1 << width) - 1) << (16 * (row % 4));
            row += 1;
        }
        Self(words)
    }

    /// The cell number `n` in ascending order, from 0; `None` if the set is smaller. For a
    /// random choice.
    pub fn nth(self, n: usize) -> Option<Cell> {
        self.iter().nth(n)
    }

    /// All cells next to a cell of the set (up, right, down or left); they may be in the set
    /// themselves.
    #[inline]
    pub const fn neighbors(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([
            (a << 1 | a >> 1 | a << 16 | a >> 16 | b << 48) & COLUMNS,
            (b << 1 | b >> 1 | b << 16 | b >> 16 | c << 48 | a >> 48) & COLUMNS,
            (c << 1 | c >> 1 | c << 16 | c >> 16 | d << 48 | b >> 48) & COLUMNS,
            (d << 1 | d >> 1 | d << 16 | d >> 16 | c >> 48) & COLUMNS,
        ])
    }

    /// The set of these words; bits of guard columns are dropped.
    #[inline]
    pub(crate) const fn from_words([a, b, c, d]: [u64; 4]) -> Self {
        Self([a & COLUMNS, b & COLUMNS, c & COLUMNS, d & COLUMNS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Direction;

    #[test]
    fn neighbors_are_the_four_steps() {
        for cell in CellSet::FULL.iter() {
            let by_step: CellSet = Direction::ALL
                .iter()
                .copied()
                .filter_map(|direction| cell.step(direction))
                .collect();
            assert_eq!(CellSet::of(cell).neighbors(), by_step, "{cell}");
        }
        let two = CellSet::rectangle(1, 2);
        assert_eq!(
            two.neighbors(),
            CellSet::rectangle(2, 3) - CellSet::of(cell(2, 3))
        );
    }

    #[test]
    fn set_operations() {
        let board = CellSet::rectangle(11, 10);
        assert_eq!(board.len(), 110);
        assert_eq!((!board).len(), 16 * 12 - 110);
        assert!((board & !board).is_empty());
        assert_eq!(board | !board, CellSet::FULL);
        assert_eq!(board.first(), Some(cell(1, 1)));
        assert_eq!(board.nth(10), Some(cell(2, 1)));
        assert_eq!(board.nth(110), None);
        assert_eq!(CellSet::EMPTY.first(), None);
        assert_eq!(board.iter().collect::<CellSet>(), board);
        let mut set = board;
        set.remove(cell(11, 10));
        assert!(!set.contains(cell(11, 10)) && board.contains(cell(11, 10)));
        assert_eq!(format!("{:?}", board - set), "{11,10}");
    }

    fn cell(x: u8, y: u8) -> Cell {
        Cell::new(x, y).unwrap()
    }
}
