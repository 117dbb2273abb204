//! Sets of cells as bits.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use crate::cell::{Cell, SIZE};

/// A set of cells: bit [`Cell::index`] of four words, the lowest in the first.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet([u64; 4]);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self([0; 4]);
    /// Every cell of the board.
    pub const FULL: Self = Self([!0, !0, !0, (1 << (Cell::COUNT - 192)) - 1]);

    /// The bits: bit [`Cell::index`] is set for each member.
    pub const fn bits(self) -> [u64; 4] {
        self.0
    }

    /// The set of one cell.
    pub const fn of(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Whether `cell` is a member.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0[cell.index() >> 6] >> (cell.index() & 63) & 1 != 0
    }

    /// Adds `cell`.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.index() >> 6] |= 1 << (cell.index() & 63);
    }

    /// Removes `cell`.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.index() >> 6] &= !(1 << (cell.index() & 63));
    }

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

    /// Number of members.
    pub const fn len(self) -> usize {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
    }

    /// Whether it has no member.
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The member with the lowest index.
    pub fn first(self) -> Option<Cell> {
        self.iter().next()
    }

    /// The members by ascending index.
    pub const fn iter(self) -> Cells {
        Cells {
            words: self.0,
            word: 0,
        }
    }

    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Self([join(a, e), join(b, f), join(c, g), join(d, h)])
    }
}

games_common::set_traits!(CellSet, Cell, Cells);

impl BitAnd for CellSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for CellSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

/// The members that the other set lacks.
impl Sub for CellSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl Not for CellSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::FULL - self
    }
}

/// The members of a [`CellSet`] by ascending index.
#[derive(Clone, Debug)]
pub struct Cells {
    words: [u64; 4],
    word: usize,
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.word < 4 {
            let bits = &mut self.words[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(Cell::at(64 * self.word as u32 + bit));
            }
            self.word += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = CellSet(self.words).len();
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
