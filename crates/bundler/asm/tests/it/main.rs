//! The guarantees of the assembler text of a bundle, one module per subject.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod cpp;
mod processor;
mod shrink;
