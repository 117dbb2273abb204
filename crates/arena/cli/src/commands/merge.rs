//! `arena merge`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use arena_common::notice;
use arena_common::words::counted;
use clap::Args;
use contest::league::merge::Merged;
use contest::league::plan::Plan;
use contest::league::table;

use crate::tables::TableArgs;

/// Arguments of `arena merge`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct MergeArgs {
    /// Files of the same league
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the whole league to FILE in its canonical order; an old FILE is replaced with --force only
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace an old --out
    #[arg(long)]
    pub force: bool,
    /// Merge although a player is not the same in all files; the whole league says so
    #[arg(long)]
    pub mix: bool,
    /// How the tables are printed
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Merges files of a league and prints its tables.
///
/// # Errors
/// Names the file that cannot be read or is of another league.
pub fn run(args: &MergeArgs) -> Result<ExitCode> {
    args.tables.check(&table::ALL)?;
    let merged = Merged::read(&args.files, args.mix)?;
    if let Some(out) = &args.out {
        merged.write(out, args.force)?;
    }
    let Merged {
        header, standings, ..
    } = &merged;
    let planned = Plan::new(header).count();
    args.tables.print(
        || table::table(header, standings),
        || table::sheets(header, standings),
    )?;
    if u64::from(standings.games) < planned {
        notice!(
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
league --help`), unless you say --mix. Files of a league that grew may differ in
players and number of games: the whole league has them all.

--out has the canonical order: players by their names, games by the two players
and their number. Two leagues of the same games have the same file but for
times, dates and machines, however they were played.

Tables as data (--json, --csv, --markdown; --table NAME for one of them):
  ratings: rank, bot, elo, elo_low, elo_high, games, points, score,
    bad_verdicts, fallback
  crosstable: bot, opponent, games, points, score (a row for every two that met,
    seen from each)

Examples:
  arena merge league.jsonl
  arena merge part1.jsonl part2.jsonl part3.jsonl --out whole.jsonl
  arena merge league.jsonl --csv --table ratings";
