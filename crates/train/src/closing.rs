//! The match that decides: held-out losses only name candidates.

use std::env;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Builds a bot as matches are played with it, and returns its program, for a player `cmd:PROGRAM`: only so can a bot be
/// given parameters that are not built in.
///
/// # Errors
/// If Cargo cannot be started or the build fails.
pub fn build(bot: &str) -> Result<String> {
    cargo(&["build", "--quiet", "--profile", "bot", "--package", bot])?;
    Ok(format!("target/bot/{bot}"))
}

/// Lets the arena play a match, as a program of its own; `arguments` are those of `arena match`.
///
/// # Errors
/// If Cargo cannot be started or the match fails.
pub fn play(arguments: &[&str]) -> Result<()> {
    let arena = [
        "run",
        "--release",
        "--quiet",
        "--package",
        "arena",
        "--",
        "match",
    ];
    cargo(&[&arena, arguments].concat())
}

fn cargo(arguments: &[&str]) -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(arguments).status();
    let status = status.context("cannot start cargo: is it in the path?")?;
    ensure!(
        status.success(),
        "cargo {} failed: {status}",
        arguments.join(" ")
    );
    Ok(())
}
