//! The cells of a board of 8x8, and sets of them as bits of a word.

mod cell;
mod cell_set;

pub use cell::{Cell, SIZE};
pub use cell_set::{CellSet, Cells};
