//! The features of a controller: those of a landing and of the well after it, computed from whole rows.
//!
//! The classical six are Pierre Dellacherie's (Fahey's Tetris page, 2003); hole depth and rows with holes are
//! Thiery and Scherrer's ("Building controllers for Tetris", 2009), whose "DU" weights use all eight.

use tetris2::{HEIGHT, Piece, Placement, Well};

/// Rows of 16 bits in a word.
const ROWS: usize = 4;
const WORDS: usize = HEIGHT / ROWS;

/// One bit in each row of a word.
const EACH: u64 = 0x0001_0001_0001_0001;
/// The ten cells of each row.
const CELLS: u64 = 0x03ff * EACH;
/// The walls of each row, when its cells are bits 1 to 10.
const WALLS: u64 = 0x0801 * EACH;
/// The eleven pairs of neighbors of each row.
const PAIRS: u64 = 0x07ff * EACH;
/// The last cell of each row.
const LAST: u64 = 0x0200 * EACH;

/// Features of a well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// Neighbors in a row of which one is occupied and one empty; the walls are occupied. All 20 rows count, so
    /// an empty row has two.
    pub row_transitions: i32,
    /// The same in a column; the floor is occupied, what is above row 20 does not count.
    pub column_transitions: i32,
    /// Empty cells with an occupied one somewhere above in their column.
    pub holes: i32,
    /// Over all wells of the well: 1 + 2 + ... + depth. A well is a run of empty cells, one above the other, each
    /// between two occupied cells or walls.
    pub wells: i32,
    /// Over all holes: occupied cells above in their column.
    pub hole_depth: i32,
    /// Rows with at least one hole.
    pub hole_rows: i32,
}

impl Shape {
    /// The features of a well.
    #[inline]
    pub fn of(well: &Well) -> Self {
        let words = words(well);
        let mut shape = Self::default();
        let mut shafts = [0; WORDS];
        let mut holes = [0; WORDS];
        // The row below the word, and the columns with an occupied cell above it.
        let mut below = 0x03ff;
        for (word, shaft) in words.iter().zip(&mut shafts) {
            let walled = word << 1 | WALLS;
            let changes = (walled ^ walled >> 1) & PAIRS;
            shape.row_transitions += ones(changes);
            shape.column_transitions += ones(word ^ (word << 16 | below));
            below = word >> 48;
            *shaft = (word << 1 | EACH) & (word >> 1 | LAST) & !word & CELLS;
        }
        let mut above = 0;
        for (word, holes) in words.iter().zip(&mut holes).rev() {
            let mut covered = word >> 16 | above << 48;
            covered |= covered >> 16;
            covered |= covered >> 32;
            *holes = covered & !word;
            above = (covered | word) & 0xffff;
            shape.holes += ones(*holes);
            // No carry leaves its row: a row of holes is below 0x400.
            shape.hole_rows += ones((*holes + 0x7fff * EACH) & (0x8000 * EACH));
        }
        if shape.holes > 0 {
            shape.hole_depth = hole_depth(&words, &holes);
        }
        shape.wells = depth_sum(&shafts);
        shape
    }
}

/// Twice the height of a landing, in rows: the middle between the lowest and the highest cell, counted from 1.
#[inline]
pub fn twice_landing_height(piece: Piece, placement: Placement) -> i32 {
    let (low, high) = EXTENTS[piece.index()][placement.o.index()];
    2 * i32::from(placement.y) + low + high
}

/// The offsets of the lowest and the highest cell.
const EXTENTS: [[(i32, i32); 4]; 7] = {
    let mut extents = [[(0, 0); 4]; 7];
    let mut i = 0;
    while i < 28 {
        let cells = Piece::ALL[i / 4].cells(tetris2::Orientation::ALL[i % 4]);
        let mut k = 0;
        while k < 4 {
            let dy = cells[k].1 as i32;
            let (low, high) = &mut extents[i / 4][i % 4];
            if dy < *low {
                *low = dy;
            }
            if dy > *high {
                *high = dy;
            }
            k += 1;
        }
        i += 1;
    }
    extents
};

#[inline]
fn ones(word: u64) -> i32 {
    word.count_ones() as i32
}

#[inline]
fn words(well: &Well) -> [u64; WORDS] {
    let rows = well.rows();
    std::array::from_fn(|i| {
        let row = |y: usize| u64::from(rows[ROWS * i + y]) << (16 * y);
        row(0) | row(1) | row(2) | row(3)
    })
}

#[inline]
fn hole_depth(words: &[u64; WORDS], holes: &[u64; WORDS]) -> i32 {
    let mut depth = 0;
    for i in 0..WORDS {
        let mut left = holes[i];
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            depth += ones(words[i] >> bit & EACH);
            for above in &words[i + 1..] {
                depth += ones(above >> (bit % 16) & EACH);
            }
        }
    }
    depth
}

/// Every cell of a well counts as often as there are cells of the same well from it upwards.
#[inline]
fn depth_sum(shafts: &[u64; WORDS]) -> i32 {
    let mut sum = 0;
    let mut runs = *shafts;
    while runs != [0; WORDS] {
        for i in 0..WORDS {
            sum += ones(runs[i]);
            // Word by word upwards: the word above still holds the runs of this round.
            let next = if i + 1 < WORDS { runs[i + 1] << 48 } else { 0 };
            runs[i] = shafts[i] & (runs[i] >> 16 | next);
        }
    }
    sum
}

#[cfg(test)]
mod tests;
