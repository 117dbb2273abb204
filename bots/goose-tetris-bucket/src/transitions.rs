//! How rugged a board is.

use goose_tetris::{Board, COLUMNS, FULL, ROWS};
use solvers::hash::word;

/// No board has more: all cells of each row differ from their neighbors and from those below.
pub const MOST_TRANSITIONS: usize = ROWS * (COLUMNS + 1) + ROWS * COLUMNS;

/// The lowest bit of each of the four rows in a number.
const LOWEST: u64 = 0x0001_0001_0001_0001;

/// The eleven borders between the cells of a row and its walls, of four rows in a number.
const NEIGHBORS: u64 = LOWEST * ((1 << (COLUMNS + 1)) - 1);

/// Changes between filled and empty along the rows, walls filled, and along the columns, floor filled.
pub fn transitions(board: &Board) -> u32 {
    let mut sum = 0;
    for (last, four) in (3..).step_by(4).zip(board.rows.as_chunks().0) {
        let rows = word(four);
        let next = board.rows.get(last + 1).unwrap_or(&FULL);
        let below = rows >> 16 | u64::from(*next) << 48;
        let walled = rows << 1 | LOWEST | LOWEST << (COLUMNS + 1);
        let along_rows = (walled ^ walled >> 1) & NEIGHBORS;
        sum += along_rows.count_ones() + (rows ^ below).count_ones();
    }
    sum
}
