//! What the tests of several crates share; a dev-dependency, never part of a program.
//!
//! * [`vectors`]: games that the official judges refereed, replayed by each game's `judge_vectors` tests.
//! * [`golden`]: whole matches of the site, kept by `arena import --golden`.
//! * [`best_of`]: the clock of the examples that measure speed.
//!
//! No rules and no bots are in here: a test says itself what it compares. Everything panics with the reason, as a test
//! should.

pub mod golden;
mod timing;
pub mod vectors;

pub use timing::best_of;
pub use vectors::{Vectors, failure, judge_integer, name, noticed, per_turn};
