//! The evaluation of a board.

use goose_tetris::Board;
use solvers::hash::seeded_hash;

use crate::features::Features;
use crate::params::Weights;

/// The value of a board after `score` points and `eroded` eroded cells since the root of the tree. `seed` jitters it
/// by less than 1; equal boards get equal jitter.
pub fn value(board: &Board, score: u32, eroded_cells: u32, weights: &Weights, seed: u64) -> f32 {
    let features = Features::of(board);
    let high: f32 = board
        .rows
        .iter()
        .zip(weights.high)
        .map(|(row, weight)| weight * row.count_ones() as f32)
        .sum();
    let jitter = (seeded_hash(board, seed) >> 40) as f32 / (1 << 24) as f32;
    weights.score * score as f32
        + weights.cell * board.cells() as f32
        + high
        + weights.height * features.height as f32
        + weights.eroded_cells * eroded_cells as f32
        + weights.row_transitions * features.row_transitions as f32
        + weights.column_transitions * features.column_transitions as f32
        + weights.holes * features.holes as f32
        + weights.wells * features.wells as f32
        + weights.hole_depth * features.hole_depth as f32
        + weights.hole_rows * features.hole_rows as f32
        + jitter
}
