//! What the bundler guarantees, one module a subject.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod probe;
mod rust;
mod signals;
