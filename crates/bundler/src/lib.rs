//! One bot to one source file that the judge compiles, and the proof that it plays the same.
//!
//! The pipeline, top-down:
//!
//! 1. [`manifest`] finds the bot: which game, which judge. [`build`] lets Cargo build it.
//! 2. `work` makes the files of its [`form`]s. [`rust`]: the sources in one piece, for Botzone, which compiles Rust. Or the whole
//!    program as assembler text, which [`build`] has the compiler write: [`bundler_asm`] leaves out what the program does not
//!    need, gives everything a short name and wraps it for any compiler of C++, [`rust_asm`] for one of Rust; for Saiblo
//!    [`archive`] packs it with the files to build it. [`header`] says what a file is.
//! 3. [`prove`] compiles the file as the judge does and compares what it plays with the Cargo build.
//!
//! `refusal` has the fix for what is refused; [`table`] prints what was measured.
//! [`probe`] makes a bot that reports the judge's machine.
//!
//! The bundler knows no game: what it plays in a proof is data. It does not referee, that is the arena's work, and it
//! uploads nothing.

#[macro_use]
extern crate arena_common;

pub mod archive;
pub mod botzone;
pub mod build;
mod clean_start;
mod cli;
pub mod form;
pub mod header;
pub mod probe;
pub mod process;
pub mod prove;
mod refusal;
pub mod report;
pub mod rust;
pub mod rust_asm;
pub mod saiblo;
pub mod table;
mod work;

pub use clean_start::clean_start;
pub use cli::{Args, command, parse, run};
