//! Windows of 3x3, 2x4 and 4x2 cells, each read as a number in base 3.
//!
//! A digit is 0 for an empty cell, 1 for a stone of the side to move, 2 for one of the other. Windows of a shape have the same vectors
//! wherever they are, and so do states that a symmetry of the shape maps onto each other.

use gomoku::{Cell, SIZE};
use search::tuples::{self, Kind};

/// States of a window of 3x3 cells, which come first.
const SQUARES: usize = 19_683;
/// States of the windows of both shapes.
pub const STATES: usize = SQUARES + 6_561;
/// Windows of the board.
pub const COUNT: usize = (SIZE - 2) * (SIZE - 2) + 2 * (SIZE - 1) * (SIZE - 3);

/// A cell's part in a window.
#[derive(Clone, Copy)]
pub struct Part {
    /// Number of the window.
    pub window: u16,
    /// The worth of the digit 1 for the cell.
    pub digit: u16,
}

/// The first state of each window, and by cell its parts in windows. A window four cells wide is read column by column, so that
/// its states are those of the windows four cells high.
pub fn layout() -> ([u16; COUNT], Vec<Vec<Part>>) {
    let (mut starts, mut parts) = ([0; COUNT], vec![Vec::new(); Cell::COUNT]);
    let mut window = 0;
    for &(columns, rows, start) in &[(3, 3, 0), (2, 4, SQUARES), (4, 2, SQUARES)] {
        for at in 0..(SIZE - columns + 1) * (SIZE - rows + 1) {
            let (x, y) = (at % (SIZE - columns + 1), at / (SIZE - columns + 1));
            starts[window] = start as u16;
            for i in 0..columns * rows {
                let (short, long) = (i % columns.min(rows), i / columns.min(rows));
                let (dx, dy) = if columns > rows {
                    (long, short)
                } else {
                    (short, long)
                };
                parts[(y + dy) * SIZE + x + dx].push(Part {
                    window: window as u16,
                    digit: 3u16.pow(i as u32),
                });
            }
            window += 1;
        }
    }
    (starts, parts)
}

/// By state the one that it shares its vector with.
pub fn shared() -> Vec<usize> {
    let mut shared = tuples::shared(&[Kind::<3>::rectangle([0, 0, 3, 3])], SQUARES);
    let long = tuples::shared(&[Kind::<4>::rectangle([1, 0, 2, 4])], STATES - SQUARES);
    shared.extend(long.iter().map(|state| SQUARES + state));
    shared
}

/// The state as the other side sees it.
pub fn mirrored(state: usize) -> usize {
    let first = if state < SQUARES { 0 } else { SQUARES };
    let (mut left, mut digit, mut mirrored) = (state - first, 1, first);
    while left > 0 {
        mirrored += [0, 2, 1][left % 3] * digit;
        left /= 3;
        digit *= 3;
    }
    mirrored
}
