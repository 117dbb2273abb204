//! One player's well: locking, clearing, garbage.

use crate::piece::{Orientation, Piece, Placement};

/// Columns of a well.
pub const WIDTH: usize = 10;
/// Rows of a well.
pub const HEIGHT: usize = 20;
/// A row with all its cells occupied.
pub const FULL_ROW: u16 = (1 << WIDTH) - 1;

/// The occupied cells of one well between two turns: rows of bits, so no row is full.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Well {
    rows: [u16; HEIGHT],
}

impl Well {
    /// The empty well.
    pub const fn new() -> Self {
        Self { rows: [0; HEIGHT] }
    }

    /// The well with these rows, lowest first; bit 0 is column 1, bit 9 column 10. `None` if a row is full or has
    /// higher bits.
    pub fn from_rows(rows: [u16; HEIGHT]) -> Option<Self> {
        rows.iter()
            .all(|&row| row < FULL_ROW)
            .then_some(Self { rows })
    }

    /// The rows, lowest first; bit 0 is column 1, bit 9 column 10.
    pub const fn rows(&self) -> &[u16; HEIGHT] {
        &self.rows
    }

    /// Returns true if the cell is occupied, as everything outside columns 1 to 10 and rows 1 to 20 is.
    pub fn occupied(&self, x: i32, y: i32) -> bool {
        let inside = (1..=WIDTH as i32).contains(&x) && (1..=HEIGHT as i32).contains(&y);
        !inside || self.rows[(y - 1) as usize] >> (x - 1) & 1 == 1
    }

    /// The highest row with an occupied cell, counted from 1; 0 for the empty well.
    #[inline]
    pub fn height(&self) -> usize {
        HEIGHT - self.rows.iter().rev().take_while(|&&row| row == 0).count()
    }

    /// Adds a piece, then removes the rows that are full by it. The placement must be within the well and its
    /// cells empty; otherwise the result is meaningless (but not unsafe).
    ///
    /// ```
    /// use tetris2::{Piece, Well};
    ///
    /// let mut rows = [0; 20];
    /// rows[0] = 0b00_1111_1111;
    /// let well = Well::from_rows(rows).ok_or("no well")?;
    /// let locked = well.lock(Piece::O, "10,1,0".parse()?);
    /// assert_eq!(locked.cleared(), 1);
    /// assert_eq!(locked.removed_rows(), [0b00_1111_1111]);
    /// assert_eq!(locked.well.rows()[0], 0b11_0000_0000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn lock(&self, piece: Piece, placement: Placement) -> Locked {
        let Footprint { base, cells } = Footprint::new(piece, placement);
        let mut locked = Locked {
            well: *self,
            cleared: 0,
            removed: [0; 4],
        };
        let rows = &mut locked.well.rows;
        let mut full = 0;
        for i in 0..4 {
            let row = &mut rows[base + i];
            *row |= (cells >> (16 * i)) as u16;
            full |= u32::from(*row == FULL_ROW) << i;
        }
        if full != 0 {
            locked.clear(base, full, cells);
        }
        locked
    }

    /// Returns true if a well of this height overflows with this many rows of garbage; never with none.
    pub const fn overflows(height: usize, garbage: usize) -> bool {
        garbage > 0 && height + garbage > HEIGHT
    }

    /// Moves the well up and enters rows of garbage at the bottom, the first one lowest. Rows that leave at the
    /// top are lost: ask [`Self::overflows`] first.
    pub fn raise(&mut self, garbage: &[u16]) {
        let count = garbage.len().min(HEIGHT);
        self.rows.copy_within(..HEIGHT - count, count);
        self.rows[..count].copy_from_slice(&garbage[..count]);
    }
}

/// A well after a piece was locked and full rows were removed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Locked {
    /// The well without the full rows.
    pub well: Well,
    cleared: u8,
    removed: [u16; 4],
}

impl Locked {
    /// Number of rows removed, 0 to 4.
    #[inline]
    pub const fn cleared(&self) -> usize {
        self.cleared as usize
    }

    /// The removed rows, lowest first, each without the cells of the piece: what the opponent gets, except for
    /// the combo's extra row.
    #[inline]
    pub fn removed_rows(&self) -> &[u16] {
        &self.removed[..self.cleared as usize & 7]
    }

    /// Cells of the piece that went away with the removed rows.
    pub fn eroded(&self) -> usize {
        self.removed_rows()
            .iter()
            .map(|row| WIDTH - row.count_ones() as usize)
            .sum()
    }

    /// The rows for the opponent, lowest first. `combo` counts the clearing turns in a row, this one included:
    /// from 3 on the lowest row is sent twice.
    pub fn garbage(&self, combo: u32) -> Garbage {
        let extra = usize::from(combo >= 3 && self.cleared > 0);
        let mut garbage = Garbage {
            rows: [self.removed[0]; 5],
            len: self.cleared + extra as u8,
        };
        garbage.rows[extra..extra + 4].copy_from_slice(&self.removed);
        garbage
    }

    /// Removes the rows `base + i` for the bits i of `full`.
    fn clear(&mut self, base: usize, full: u32, cells: u64) {
        let mut to = base;
        for i in 0..4 {
            let row = self.well.rows[base + i];
            if full >> i & 1 == 1 {
                self.removed[self.cleared as usize] = row & !((cells >> (16 * i)) as u16);
                self.cleared += 1;
            } else {
                self.well.rows[to] = row;
                to += 1;
            }
        }
        self.well.rows.copy_within(base + 4.., to);
        let empty = HEIGHT - self.cleared();
        self.well.rows[empty..].fill(0);
    }
}

/// Rows sent to the opponent, 0 to 5.
#[derive(Clone, Copy, Debug, Default)]
pub struct Garbage {
    rows: [u16; 5],
    len: u8,
}

impl Garbage {
    /// The rows, the one that enters lowest first.
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.len as usize]
    }

    /// Number of rows.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if nothing is sent.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The largest distance of a cell of a piece from its center.
pub(crate) const MAX_OFFSET: usize = 2;

/// Four rows of a well with the cells of a piece in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footprint {
    /// Index of the lowest of the rows. Near the ceiling the four rows stay inside, and the piece is higher up in them.
    pub base: usize,
    /// The cells, 16 bits for each row, the lowest one first.
    pub cells: u64,
}

impl Footprint {
    /// The cells of a placement within the well; of any other one they mean nothing.
    #[inline]
    pub fn new(piece: Piece, placement: Placement) -> Self {
        let shape = SHAPES[piece.index()][placement.o.index()];
        let lowest = (placement.y as usize + shape.bottom as usize).saturating_sub(1 + MAX_OFFSET);
        let base = lowest.min(HEIGHT - 4);
        let cells = (shape.rows << (placement.x.wrapping_sub(1) & 15)) >> MAX_OFFSET
            << ((16 * (lowest - base)) & 63);
        Self { base, cells }
    }
}

/// The cells of a piece as four rows of 16 bits, lowest first.
#[derive(Clone, Copy)]
struct Shape {
    /// Cells with the center in column `MAX_OFFSET`.
    rows: u64,
    /// Offset of the lowest row from the center's, plus `MAX_OFFSET`.
    bottom: u8,
}

const SHAPES: [[Shape; 4]; 7] = {
    let mut table = [[Shape { rows: 0, bottom: 0 }; 4]; 7];
    let mut i = 0;
    while i < 28 {
        table[i / 4][i % 4] = shape(Piece::ALL[i / 4].cells(Orientation::ALL[i % 4]));
        i += 1;
    }
    table
};

const fn shape(cells: &[(i8, i8); 4]) -> Shape {
    let mut bottom = 0;
    let mut i = 0;
    while i < 4 {
        if cells[i].1 < bottom {
            bottom = cells[i].1;
        }
        i += 1;
    }
    let mut rows = 0;
    i = 0;
    while i < 4 {
        let (dx, dy) = cells[i];
        rows |= 1 << (16 * (dy - bottom) + dx + MAX_OFFSET as i8);
        i += 1;
    }
    Shape {
        rows,
        bottom: (bottom + MAX_OFFSET as i8) as u8,
    }
}
