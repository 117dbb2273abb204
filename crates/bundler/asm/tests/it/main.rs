//! What the assembler text of a bundle guarantees, one module a subject.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod cpp;
mod processor;
mod shrink;
