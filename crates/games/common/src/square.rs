//! The cells of a square board, and sets of them, up to 8x8, as bits of a word.

mod cell;
mod cell_set;

pub use cell::Cell;
pub use cell_set::{CellSet, Cells, cell_sets};
