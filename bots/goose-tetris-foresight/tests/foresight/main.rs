//! The search, its files and its command line.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

mod bench;
mod commands;
mod outlook;
mod record;
mod resume;
mod search;
