//! The tests of Goose Tetris's rules and messages: one program, because linking costs more than most tests.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

mod judge_vectors;
mod properties;
mod sequence;
mod slow_twin;
mod verify;
