//! What searches share: the [`Budget`] of a turn, and the [human-readable form](tree) of a search tree.
//!
//! What a second bot needs and is no idea of its own moves down to here, or to the game's crate if it is about one game.
//! No rules, no evaluation and no protocol are here; the only thing known of a judge is the turn that a budget is for.

mod budget;
pub mod dense;
pub mod duel;
pub mod tree;

pub use budget::Budget;
