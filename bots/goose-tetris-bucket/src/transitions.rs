//! How rugged a board is.

use goose_tetris::{Board, COLUMNS, FULL};

/// Changes between filled and empty along the rows, walls filled, and along the columns, floor filled.
pub fn transitions(board: &Board) -> u32 {
    let rows: u32 = board.rows.iter().map(|row| row_transitions(*row)).sum();
    let below = board.rows[1..].iter().chain([&FULL]);
    let columns: u32 = board
        .rows
        .iter()
        .zip(below)
        .map(|(row, below)| (row ^ below).count_ones())
        .sum();
    rows + columns
}

fn row_transitions(row: u16) -> u32 {
    let walled = row << 1 | 1 | 1 << (COLUMNS + 1);
    // The highest bit, a wall, differs from the nothing above it: no transition.
    (walled ^ walled >> 1).count_ones() - 1
}
