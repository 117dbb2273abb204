//! Sets of cells as bits.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use super::cell::Cell;

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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet<const SIZE: usize>(u64);

impl<const SIZE: usize> CellSet<SIZE> {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// Every cell of the board.
    pub const FULL: Self = Self(!0 >> (64 - SIZE * SIZE));
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
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits: bit [`Cell::index`] is set for each member.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one cell.
    pub const fn of(cell: Cell<SIZE>) -> Self {
        Self(1 << cell.index())
    }

    /// Whether `cell` is a member.
    pub const fn contains(self, cell: Cell<SIZE>) -> bool {
        self.0 >> cell.index() & 1 != 0
    }

    /// Adds `cell`.
    pub const fn insert(&mut self, cell: Cell<SIZE>) {
        self.0 |= 1 << cell.index();
    }

    /// Removes `cell`.
    pub const fn remove(&mut self, cell: Cell<SIZE>) {
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
    pub const fn first(self) -> Option<Cell<SIZE>> {
        if self.0 == 0 {
            None
        } else {
            Some(Cell::at(self.0.trailing_zeros()))
        }
    }

    /// The members by ascending index.
    pub const fn iter(self) -> Cells<SIZE> {
        Cells(self.0)
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

crate::set_traits!(CellSet<SIZE>, Cell<SIZE>, Cells<SIZE>, const SIZE: usize);

impl<const SIZE: usize> BitAnd for CellSet<SIZE> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<const SIZE: usize> BitOr for CellSet<SIZE> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The members that the other set lacks.
impl<const SIZE: usize> Sub for CellSet<SIZE> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<const SIZE: usize> Not for CellSet<SIZE> {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & Self::FULL.0)
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

/// The members of a [`CellSet`] by ascending index.
#[derive(Clone, Debug)]
pub struct Cells<const SIZE: usize>(u64);

impl<const SIZE: usize> Iterator for Cells<SIZE> {
    type Item = Cell<SIZE>;

    #[inline]
    fn next(&mut self) -> Option<Cell<SIZE>> {
        let first = CellSet::<SIZE>(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl<const SIZE: usize> ExactSizeIterator for Cells<SIZE> {}

/// Prints the members with spaces between them.
impl<const SIZE: usize> fmt::Display for CellSet<SIZE> {
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
impl<const SIZE: usize> fmt::Debug for CellSet<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
