//! Code that searches share: the [`Budget`] of a turn, an [alpha-beta search](alphabeta) that knows no game, the
//! [human-readable form](tree) of a search tree, a bot that looks [one ply ahead](one_ply), the inference of a
//! [small net](duel) and of [layers](layers) that another framework has trained, [patterns](tuples) of an
//! n-tuple network, weights as [dense text](dense), a [`HashTable`], and the random numbers of [`splitmix`] for its keys.
//!
//! Code that a second bot needs, and that is not an idea of that bot, moves down to here, or to the game's crate if it
//! is about one game. There are no rules, features or protocols here; the only part of a judge that this crate uses is
//! the turn that a budget is for.

pub mod alphabeta;
mod budget;
pub mod dense;
pub mod duel;
mod hash_table;
pub mod layers;
pub mod one_ply;
mod processor;
pub mod tree;
pub mod tuples;

pub use budget::Budget;
pub use hash_table::{HashTable, hash_of};
pub use judges_common::splitmix;
pub use processor::{on_this_processor, on_wide_registers};
