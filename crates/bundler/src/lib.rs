//! One bot to one C++ source file that a judge without Rust compiles, and the proof that it plays the same.
//!
//! The pipeline, top-down:
//!
//! 1. [`workspace`] finds the bot: which game, which judge.
//! 2. [`build`] lets Cargo build the bot, and once more to write the whole program as assembler text.
//! 3. [`asm`] leaves out what the program does not need and gives everything a short name.
//! 4. [`cpp`] wraps the text as one top-level `asm("...")`, [`header`] says what the file is; for Saiblo [`archive`] packs
//!    it with the files to build it.
//! 5. [`prove`] compiles the file as the judge does and compares what it plays with the Cargo build.

pub mod archive;
pub mod asm;
pub mod botzone;
pub mod build;
mod cli;
pub mod cpp;
pub mod header;
pub mod process;
pub mod processor;
pub mod prove;
pub mod report;
pub mod running;
pub mod saiblo;
pub mod symbols;
pub mod workspace;

use std::env;
use std::os::unix::process::CommandExt;
use std::process::Command;

pub use cli::{Args, run};

/// The environment variable with the user's personal URL for `arena localai`, which is a password.
const SECRET_VARIABLE: &str = "BOTZONE_LOCALAI_URL";

/// Starts this program anew without [`SECRET_VARIABLE`] if that is in its environment: the bots that it runs would
/// inherit it, and could read it in the environment that this process began with.
///
/// # Errors
/// If the program cannot be started anew.
pub fn clean_start() -> anyhow::Result<()> {
    if env::var_os(SECRET_VARIABLE).is_none() {
        return Ok(());
    }
    let mut words = env::args_os();
    let mut command = Command::new("/proc/self/exe");
    if let Some(name) = words.next() {
        command.arg0(name);
    }
    let error = command.args(words).env_remove(SECRET_VARIABLE).exec();
    Err(anyhow::Error::from(error)
        .context("cannot start the bundler anew with a clean environment"))
}
