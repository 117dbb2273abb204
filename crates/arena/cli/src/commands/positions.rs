//! `arena positions`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::positions;

/// Arguments of `arena positions`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct PositionsArgs {
    /// A bot of the workspace
    pub bot: String,
    /// Time limit of each position in milliseconds
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    pub time_ms: Option<u64>,
    /// Node budget of each position: the same answers on every run
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Seed of the bot's random numbers
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
}

/// Scores a bot on its positions.
///
/// # Errors
/// If there is no such bot or no position, a file is malformed, or `explain` fails.
pub fn run(args: &PositionsArgs) -> Result<ExitCode> {
    let mut flags = Vec::new();
    for (flag, value) in [
        ("--time-ms", args.time_ms),
        ("--nodes", args.nodes),
        ("--seed", args.seed),
    ] {
        if let Some(value) = value {
            flags.extend([flag.to_owned(), value.to_string()]);
        }
    }
    positions::score(&args.bot, &flags)?;
    Ok(ExitCode::SUCCESS)
}

const HELP: &str = "\
Examples:
  arena positions nogo-switcher
  arena positions nogo-switcher --nodes 20000 --seed 3";
