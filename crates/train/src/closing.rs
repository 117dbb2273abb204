//! The match that decides: held-out losses only name candidates.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Builds a bot as matches are played with it, and returns its program, for a player `cmd:PROGRAM`: only so can a bot be
/// given parameters that are not built in.
///
/// # Errors
/// If Cargo cannot be started or the build fails.
pub fn build(bot: &str) -> Result<String> {
    cargo(&["build", "--quiet", "--profile", "bot", "--package", bot])?;
    let target = env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    Ok(format!("{target}/bot/{bot}"))
}

/// Lets the arena play a match, as a separate program; `arguments` are those of `arena match`.
///
/// # Errors
/// If Cargo cannot be started or the match fails.
pub fn play(arguments: &[&str]) -> Result<()> {
    let arena = "run --release --quiet --package arena -- match".split(' ');
    cargo(&arena.chain(arguments.iter().copied()).collect::<Vec<_>>())
}

/// Plays 200 games of a bot with other parameters against the bot as it is, each with `nodes` nodes a turn, if there is such a number.
///
/// # Errors
/// If Cargo cannot be started, the build or the match fails.
pub fn against_committed(
    [bot, game]: [&str; 2],
    params: &Path,
    nodes: Option<u64>,
    opening_plies: u32,
) -> Result<()> {
    let Some(nodes) = nodes else {
        return Ok(());
    };
    let program = build(bot)?;
    let flags = format!("--nodes {nodes} --seed {{seed}} --keep-running");
    let new = format!("cmd:'{program}' --params '{}' {flags}", params.display());
    let committed = format!("cmd:'{program}' {flags}");
    play(&[
        &new,
        &committed,
        "--game",
        game,
        "--games",
        "200",
        "--mode",
        "keep-running",
        "--opening-plies",
        &opening_plies.to_string(),
        "--time-ms",
        "60000",
    ])
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
