//! The tests of Gomoku's rules and messages: one program, because linking costs more than most tests.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

mod golden;
mod judge_vectors;
mod messages;
mod slow_twin;
mod swap;
mod text;
