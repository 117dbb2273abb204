//! Code that the tests of several crates share; a dev-dependency, never part of a program.
//!
//! * [`vectors`]: games that the official judges refereed, replayed by each game's `judge_vectors` tests.
//! * [`alternating`]: the driver of those tests for games whose players move in turn.
//! * [`golden`]: whole matches of the site, kept by `arena import --golden`.
//! * [`best_of`]: the clock of the examples that measure speed.
//! * [`laws`]: the laws for every bot; [`program`]: a bot as a process; [`random_games`]: positions to test it on.
//! * [`solver`]: a batch solver that is killed and resumed.
//!
//! No rules and no bots are in here, and what only one crate compares stays in its own tests. Everything panics with the
//! reason, as a test should.

pub mod alternating;
pub mod golden;
pub mod laws;
pub mod program;
pub mod random_games;
pub mod solver;
mod timing;
pub mod vectors;

pub use timing::best_of;
pub use vectors::{Vectors, failure, judge_integer, name, noticed, per_turn};
