//! The session's rules, in one program. What cannot share a process stands beside it: `memory.rs` counts every allocation,
//! and `process.rs` starts itself as a bot.

#![allow(clippy::unwrap_used, reason = "test code")]

mod any_bytes;
mod bench;
#[path = "../common/mod.rs"]
mod common;
mod faults;
mod json;
mod keep_running;
mod nogo;
mod saved;
mod simple_io;
