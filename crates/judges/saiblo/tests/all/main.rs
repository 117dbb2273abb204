//! The session's rules, in one program; `process.rs` stands beside it because it starts itself as a bot.

#![allow(clippy::unwrap_used, reason = "test code")]

mod any_bytes;
#[path = "../common/mod.rs"]
mod common;
mod session;
