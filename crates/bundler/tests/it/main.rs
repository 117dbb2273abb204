//! The guarantees of the bundler, one module per subject.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod probe;
mod rust;
mod signals;
