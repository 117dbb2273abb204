//! What the bundler guarantees, one module a subject.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod asm;
mod cpp;
mod probe;
mod processor;
mod rust;
mod signals;
