//! `arena positions`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use judges_common::args::flags;

use crate::positions;
use crate::tables::TableArgs;

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
    /// How the table is printed
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Scores a bot on its positions.
///
/// # Errors
/// If there is no such bot or no position, a file is malformed, or `explain` fails.
pub fn run(args: &PositionsArgs) -> Result<ExitCode> {
    let mut words = Vec::new();
    for (flag, value) in [
        (flags::TIME_MS, args.time_ms),
        (flags::NODES, args.nodes),
        (flags::SEED, args.seed),
    ] {
        if let Some(value) = value {
            words.extend([flag.to_owned(), value.to_string()]);
        }
    }
    positions::score(&args.bot, &words, &args.tables)?;
    Ok(ExitCode::SUCCESS)
}

const HELP: &str = "\
Table as data (--json, --csv, --markdown):
  positions: bot, position, hit, move, goal (want or avoid), moves, why

Examples:
  arena positions nogo-switcher
  arena positions nogo-switcher --csv
  arena positions nogo-switcher --nodes 20000 --seed 3";
