//! The tests of SnakeGo's rules and messages: one program, because linking costs more than most tests.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

mod differential;
mod generator;
mod judge_vectors;
mod record;
mod saiblo;
mod slow_twin;
mod text;
mod twin;
