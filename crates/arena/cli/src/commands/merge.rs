//! `arena merge`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use arena_common::screen::say;
use arena_common::words::counted;
use clap::Args;
use contest::league::merge::Merged;
use contest::league::{planned, table};

/// Arguments of `arena merge`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct MergeArgs {
    /// Files of the same league
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the whole league to FILE, which must be new
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Merge although a player is not the same in all files; the whole league says so
    #[arg(long)]
    pub mix: bool,
}

/// Merges files of a league and prints its tables.
///
/// # Errors
/// Names the file that cannot be read or is of another league.
pub fn run(args: &MergeArgs) -> Result<ExitCode> {
    let merged = Merged::read(&args.files, args.mix)?;
    if let Some(out) = &args.out {
        merged.write(out)?;
    }
    let Merged {
        header, standings, ..
    } = &merged;
    let planned = planned(header.players.len(), header.r#match.games, None);
    say(table::table(header, standings))?;
    if u64::from(standings.games) < planned {
        eprintln!(
            "missing: {} of the league's {}",
            planned - u64::from(standings.games),
            counted(planned, "game", "games")
        );
    }
    Ok(ExitCode::SUCCESS)
}

const HELP: &str = "\
A game that is in the files several times counts once; two results of one game
are an error, and so are players that are not the same in all files (`arena
league --help`), unless you say --mix.

Examples:
  arena merge league.jsonl
  arena merge part1.jsonl part2.jsonl --out whole.jsonl";
