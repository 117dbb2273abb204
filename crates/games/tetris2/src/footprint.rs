//! Where the cells of a piece are, as rows of a well.

use crate::piece::{Orientation, Piece, Placement};
use crate::well::HEIGHT;

/// How far a cell of a piece can be from its center.
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
