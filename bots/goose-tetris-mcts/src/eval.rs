//! What a board promises.

use goose_tetris::Board;
use goose_tetris_foresight::node::{board_cost, hash};
use goose_tetris_foresight::weights::{UNIT, Weights};

/// Points for a filled cell. Good games earn 140 points a piece, so 35 points a cell; a little less makes the
/// search clear in time.
const CELL: f32 = 30.0;
/// Points for each filled cell of the rows from the top, where a stack soon leaves a piece no way.
const HIGH: [f32; 6] = [0.0, 60.0, 45.0, 30.0, 20.0, 10.0];

/// The value of a board after `score` points; `weights` price its shape. `seed` jitters it by up to a point;
/// equal boards get equal jitter.
#[must_use]
pub fn value(board: &Board, score: u32, weights: &Weights, seed: u64) -> f32 {
    let high: f32 = board
        .rows
        .iter()
        .zip(HIGH)
        .map(|(row, price)| price * row.count_ones() as f32)
        .sum();
    let shape = board_cost(board, weights) as f32 / UNIT as f32;
    let jitter = (hash(board) ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    score as f32 + CELL * board.cells() as f32 - shape - high + jitter as f32 / (1 << 24) as f32
}
