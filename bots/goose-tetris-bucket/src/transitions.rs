//! How rugged a board is.

use goose_tetris::{Board, FULL};
use goose_tetris_foresight::weights::changes;

/// Changes between filled and empty along the rows, walls filled, and along the columns, floor filled.
#[must_use]
pub fn transitions(board: &Board) -> u32 {
    let rows: u32 = board.rows.iter().map(|row| changes(*row)).sum();
    let below = board.rows[1..].iter().chain([&FULL]);
    let columns: u32 = board
        .rows
        .iter()
        .zip(below)
        .map(|(row, below)| (row ^ below).count_ones())
        .sum();
    rows + columns
}
