//! The search, its evaluation, its files and its command line.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

mod evaluation;
mod resume;
mod search;
