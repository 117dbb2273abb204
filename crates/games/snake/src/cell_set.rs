//! Sets of cells as 256 bits.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use crate::cell::{Cell, MAX_HEIGHT, MAX_WIDTH};

/// A set of cells: four words of four rows each, bit number [`Cell::index`].
///
/// The four guard columns of a row are never set. So the left and right neighbors of all cells are
/// two shifts a word, and no carry of a row reaches the next one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet([u64; 4]);

/// The twelve columns of four rows.
const COLUMNS: u64 = 0x0fff_0fff_0fff_0fff;

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self([0; 4]);

    /// All 16 x 12 cells.
    pub const FULL: Self = Self([COLUMNS; 4]);

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

    /// The set with this one cell.
    #[inline]
    pub const fn of(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Whether `cell` is in the set.
    // By reference: a copy of a set just written word by word would wait for the writes.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.0[(cell.index() / 64) as usize] >> (cell.index() % 64) & 1 != 0
    }

    /// Adds `cell`.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[(cell.index() / 64) as usize] |= 1 << (cell.index() % 64);
    }

    /// Takes `cell` out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[(cell.index() / 64) as usize] &= !(1 << (cell.index() % 64));
    }

    /// Number of cells.
    #[inline]
    pub const fn len(self) -> usize {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
    }

    /// Whether no cell is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// The cells in ascending order: row by row, in a row from the left.
    pub const fn iter(self) -> Cells {
        Cells(self)
    }

    /// The first cell in ascending order.
    #[inline]
    pub fn first(self) -> Option<Cell> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Cell::from_index((64 * word) as u8 + self.0[word].trailing_zeros() as u8)
    }

    /// The cell number `n` in ascending order, from 0; `None` when the set has not so many. For a
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

    /// The four words, for the fills.
    #[inline]
    pub(crate) const fn words(self) -> [u64; 4] {
        self.0
    }

    /// The set of these words; bits of guard columns are dropped.
    #[inline]
    pub(crate) const fn from_words([a, b, c, d]: [u64; 4]) -> Self {
        Self([a & COLUMNS, b & COLUMNS, c & COLUMNS, d & COLUMNS])
    }
}

games_common::set_traits!(CellSet, Cell, Cells);

impl BitAnd for CellSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for CellSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

/// The cells of the left set that are not in the right one.
impl Sub for CellSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

/// All other cells of the 16 x 12.
impl Not for CellSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::FULL - self
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Cells(CellSet);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0.remove(cell);
        Some(cell)
    }
}

/// Prints the cells: `{1,1 1,2}`.
impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> = self.iter().map(|cell| cell.to_string()).collect();
        write!(f, "{{{}}}", cells.join(" "))
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
