//! `arena merge`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use arena_common::texts::counted;
use clap::Args;
use journal::header::SITE;
use journal::merge::Merged;
use journal::plan::Plan;
use statistics::league::standings::Standings;
use statistics::league::table;

use crate::exit;
use crate::tables::TableArgs;

/// How many matches are named of which games are missing.
const NAMED: usize = 10;

/// Arguments of `arena merge`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct MergeArgs {
    /// Files of the same league
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the merged league to FILE
    #[arg(help_heading = "Files", long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace an existing FILE
    #[arg(help_heading = "Files", long)]
    pub force: bool,
    /// Accept players that differ between the files
    #[arg(help_heading = "Files", long)]
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
    args.tables.check(&table::tables(&[], &Standings::new(0)))?;
    let mut standings = None;
    let merged = Merged::read(&args.files, args.mix, &mut |header, game| {
        Standings::count(&mut standings, header, game);
    })?;
    let header = &merged.header;
    let standings = &standings.unwrap_or_else(|| Standings::new(header.players.len()));
    if let Some(out) = &args.out {
        merged.write(out, args.force)?;
    }
    args.tables.print(
        || table::text(&header.players, standings),
        || table::tables(&header.players, standings).into(),
    )?;
    if header.judge.as_deref() == Some(SITE) {
        return Ok(ExitCode::SUCCESS);
    }
    let missing = merged.missing();
    if missing.count == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let planned = Plan::new(header).count();
    notice!(
        "missing: {} of the league's {}",
        missing.count,
        counted(planned, "game", "games")
    );
    if let Some(shards) = missing.shards {
        for (index, games) in &missing.by_shard {
            let games = counted(*games, "game", "games");
            if merged.has_shard(*index) {
                notice!("  shard {index}/{shards} is not finished: {games}; --resume continues it");
            } else {
                notice!("  shard {index}/{shards} is in no file: {games}");
            }
        }
    }
    for ([a, b], games) in missing.by_match.iter().take(NAMED) {
        notice!("  {a} against {b}: game {}", ranges(games));
    }
    if let Some(more @ 1..) = missing.by_match.len().checked_sub(NAMED) {
        notice!("  and games of {more} more matches");
    }
    Ok(ExitCode::from(exit::MISSING))
}

/// Numbers in ascending order, with `-` between the ends of those that follow each other.
fn ranges(numbers: &[u32]) -> String {
    let mut text: Vec<String> = Vec::new();
    for run in numbers.chunk_by(|a, b| a + 1 == *b) {
        text.push(match run {
            [first, .., last] => format!("{first}-{last}"),
            [one] => one.to_string(),
            [] => continue,
        });
    }
    text.join(", ")
}

const HELP: &str = "\
Games of the league's plan that are in no file are listed by shard and by match;
the tables cover the games that were found.

Exit status: 0 if all games of the league are there, 13 if some are missing.

Help topics (`arena help TOPIC`): leagues, tables.

Example:
  arena merge league.jsonl";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_follow_each_other_are_one_range() {
        assert_eq!(ranges(&[0, 1, 2, 5, 8, 9]), "0-2, 5, 8-9");
        assert_eq!(ranges(&[]), "");
    }
}
