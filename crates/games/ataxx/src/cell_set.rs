//! Sets of cells as bits.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use crate::cell::{Cell, SIZE};

/// A set of cells, one bit each: bit [`Cell::index`] of a word.
///
/// ```
/// use ataxx::{Cell, CellSet};
///
/// let corner: Cell = "00".parse()?;
/// let around = CellSet::of(corner).neighbors();
/// assert_eq!(around.to_string(), "10 01 11");
/// assert_eq!((!around).len(), 46);
/// # Ok::<(), ataxx::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u64);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// Every cell of the board.
    pub const FULL: Self = Self((1 << Cell::COUNT) - 1);
    /// The cells with x = 0.
    const FIRST_COLUMN: u64 = 0x0408_1020_4081;
    /// The cells with x = 6.
    const LAST_COLUMN: u64 = Self::FIRST_COLUMN << (SIZE - 1);

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

    /// The members that the other set lacks: `-` for constants.
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
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
        let sides = (self.0 & !Self::LAST_COLUMN) << 1 | (self.0 & !Self::FIRST_COLUMN) >> 1;
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

games_common::set_traits!(CellSet, Cell, Cells);

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
        Self(!self.0 & Self::FULL.0)
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
