//! The static values: of a landing for the choice of placements, of a well for the end of a simulation.

use tetris2::{Locked, Piece, Placement, Well};
use tetris2_dellacherie::features::{Shape, twice_landing_height};

use crate::params::Weights;

/// Twice the value of a landing, in hundredths (landing heights come in half rows). `combo` counts the clearing
/// turns in a row before it.
#[inline]
pub fn landing(
    weights: &Weights,
    piece: Piece,
    placement: Placement,
    locked: &Locked,
    combo: u32,
) -> i32 {
    weights.height * twice_landing_height(piece, placement)
        + 2 * (weights.eroded_cells * clearing(locked, combo)
            + shape(weights, &Shape::of(&locked.well)))
}

/// The value of a well, in hundredths, after turns that add up to this much [`clearing`].
pub fn leaf(weights: &Weights, well: &Well, clearing: i32) -> i32 {
    weights.height * well.height() as i32
        + weights.eroded_cells * clearing
        + shape(weights, &Shape::of(well))
}

/// Rows sent times cells of the piece that were cleared. `combo` counts the clearing turns in a row before it.
#[inline]
pub fn clearing(locked: &Locked, combo: u32) -> i32 {
    match locked.cleared() {
        0 => 0,
        _ => (locked.garbage(combo + 1).len() * locked.eroded()) as i32,
    }
}

#[inline]
fn shape(weights: &Weights, shape: &Shape) -> i32 {
    weights.row_transitions * shape.row_transitions
        + weights.column_transitions * shape.column_transitions
        + weights.holes * shape.holes
        + weights.wells * shape.wells
        + weights.hole_depth * shape.hole_depth
        + weights.hole_rows * shape.hole_rows
}
