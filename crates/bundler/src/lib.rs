//! One bot to one C++ source file that a judge without Rust compiles, and the proof that it plays the same.
//!
//! The pipeline, top-down:
//!
//! 1. [`manifest`] finds the bot: which game, which judge.
//! 2. [`build`] lets Cargo build the bot, and once more to write the whole program as assembler text.
//! 3. [`asm`] leaves out what the program does not need and gives everything a short name.
//! 4. [`cpp`] wraps the text as one top-level `asm("...")`, [`header`] says what the file is; for Saiblo [`archive`] packs
//!    it with the files to build it.
//! 5. [`prove`] compiles the file as the judge does and compares what it plays with the Cargo build.
//!
//! What is refused on the way has its cure in `refusal`.
//!
//! The bundler knows no game: what it plays in a proof is data. It does not referee, that is the arena's work, and it
//! uploads nothing.

pub mod archive;
pub mod asm;
pub mod botzone;
pub mod build;
mod clean_start;
mod cli;
pub mod cpp;
pub mod header;
pub mod process;
pub mod processor;
pub mod prove;
mod refusal;
pub mod report;
pub mod saiblo;
pub mod symbols;

pub use clean_start::clean_start;
pub use cli::{Args, run};
