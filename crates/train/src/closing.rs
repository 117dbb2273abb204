//! The match that decides: held-out losses only name candidates.

use std::env;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Lets the arena play a match, as a program of its own; `arguments` are those of `arena match`.
///
/// # Errors
/// If Cargo cannot be started or the match fails.
pub fn play(arguments: &[&str]) -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "run",
            "--release",
            "--quiet",
            "--package",
            "arena",
            "--",
            "match",
        ])
        .args(arguments)
        .status()
        .context("cannot start cargo: is it in the path?")?;
    ensure!(status.success(), "arena match failed: {status}");
    Ok(())
}
