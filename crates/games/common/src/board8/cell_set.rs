//! Sets of cells as bits.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use super::cell::Cell;

/// A set of cells, one bit each: bit [`Cell::index`] of a word.
///
/// ```
/// use games_common::board8::{Cell, CellSet};
///
/// let corner: Cell = "00".parse()?;
/// let around = CellSet::of(corner).neighbors();
/// assert_eq!(around.to_string(), "10 01 11");
/// assert_eq!((!around).len(), 61);
/// # Ok::<(), games_common::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u64);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// Every cell of the board.
    pub const FULL: Self = Self(!0);
    /// The cells with x = 0.
    pub const FIRST_COLUMN: Self = Self(0x0101_0101_0101_0101);
    /// The cells with x = 7.
    pub const LAST_COLUMN: Self = Self(Self::FIRST_COLUMN.0 << 7);

    /// The set with these bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits: bit [`Cell::index`] is set for each member.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one cell.
    pub const fn of(cell: Cell) -> Self {
        Self(1 << cell.index())
    }

    /// Whether `cell` is a member.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 != 0
    }

    /// Adds `cell`.
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.index();
    }

    /// Removes `cell`.
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.index());
    }

    /// Number of members.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has no member.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The member with the lowest index.
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 {
            None
        } else {
            Some(Cell::at(self.0.trailing_zeros()))
        }
    }

    /// The members by ascending index.
    pub const fn iter(self) -> Cells {
        Cells(self.0)
    }

    /// All cells one of the eight steps away from a member; a member is in it only if another one is next to it.
    #[inline]
    pub const fn neighbors(self) -> Self {
        let sides = (self.0 & !Self::LAST_COLUMN.0) << 1 | (self.0 & !Self::FIRST_COLUMN.0) >> 1;
        let row = self.0 | sides;
        Self(sides | row << 8 | row >> 8)
    }
}

crate::set_traits!(CellSet, Cell, Cells);

impl BitAnd for CellSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CellSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The members that the other set lacks.
impl Sub for CellSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for CellSet {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The members of a [`CellSet`] by ascending index.
#[derive(Clone, Debug)]
pub struct Cells(u64);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let first = CellSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cells {}

/// Prints the members with spaces between them.
impl fmt::Display for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            fmt::Display::fmt(&cell, f)?;
        }
        Ok(())
    }
}

/// Prints the members, like `Display`.
impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
