//! What searches share: the budget of a turn.

mod budget;
pub mod tree;

pub use budget::Budget;
