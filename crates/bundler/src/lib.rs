//! One bot to one source file that the judge compiles, and the proof that it plays the same.
//!
//! The pipeline, top-down:
//!
//! 1. [`manifest`] finds the bot: which game, which judge. [`build`] lets Cargo build it.
//! 2. A form is made of it. [`rust`]: the sources in one piece, for Botzone, which compiles Rust. Or, for any C++ compiler:
//!    [`build`] writes the whole program as assembler text, [`asm`] leaves out what the program does not need and gives
//!    everything a short name, [`cpp`] wraps the text as one top-level `asm("...")`; for Saiblo [`archive`] packs it with
//!    the files to build it. [`header`] says what the file is.
//! 3. [`prove`] compiles the file as the judge does and compares what it plays with the Cargo build.
//!
//! [`probe`] makes a bot that nobody wrote, which tells of the judge's machine.
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
pub mod probe;
pub mod process;
pub mod processor;
pub mod prove;
mod refusal;
pub mod report;
pub mod rust;
pub mod saiblo;
pub mod symbols;

pub use clean_start::clean_start;
pub use cli::{Args, run};
