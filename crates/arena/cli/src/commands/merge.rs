//! `arena merge`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use arena_common::texts::counted;
use clap::Args;
use journal::header::SITE;
use journal::merge::{Merged, Missing};
use journal::plan::Plan;
use journal::session;
use statistics::league::standings::Standings;
use statistics::league::table;
use statistics::report;
use statistics::sprt::Sprt;
use statistics::table::Table;
use statistics::uneven::{Odd, Uneven};

use super::sprt;
use crate::exit;
use crate::tables::TableArgs;

/// The number of matches with missing games that are named.
const NAMED: usize = 10;

/// Arguments of `arena merge`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct MergeArgs {
    /// Files of the same league, match or test
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
    /// Print and write nothing unless all games are there
    #[arg(long)]
    pub require_all: bool,
    /// How the tables are printed
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Merges files of the same games and prints their tables.
///
/// # Errors
/// Names the file that cannot be read or is of other games.
pub fn run(args: &MergeArgs) -> Result<ExitCode> {
    let empty = sprt::empty();
    args.tables
        .check(&tables(&[], &Standings::new(0), empty.as_ref()))?;
    let (mut standings, mut test, mut uneven) = (None, None, Uneven::default());
    let merged = Merged::read(&args.files, args.mix, &mut |header, file, game| {
        uneven.add(file, game);
        Standings::count(&mut standings, header, game);
        if let Some(hypotheses) = header.test {
            test.get_or_insert_with(|| Sprt::new(hypotheses)).add(game);
        }
    })?;
    let header = &merged.header;
    let standings = &standings.unwrap_or_else(|| Standings::new(header.players.len()));
    let missing = if header.judge.as_deref() == Some(SITE) {
        Missing::default()
    } else {
        merged.missing()
    };
    let decided = test.as_ref().and_then(Sprt::decision).is_some();
    let whole = missing.count == 0 || decided;
    if whole || !args.require_all {
        if let Some(out) = &args.out {
            merged.write(out, args.force)?;
        }
        args.tables.print(
            || {
                let text = table::text(&header.players, standings);
                let test = test.as_ref().map(|test| format!("\n\n{test}"));
                text + &test.unwrap_or_default()
            },
            || tables(&header.players, standings, test.as_ref()),
        )?;
    }
    if header.nodes.is_none()
        && let Some(unlike) = session::unlike(&header.sittings)
    {
        args.tables.remark(unlike)?;
    }
    for odd in uneven.odd() {
        args.tables.remark(suspicious(odd, &merged, &args.files))?;
    }
    if !whole {
        say_what_is_missing(&merged, &missing);
        return Ok(ExitCode::from(exit::MISSING));
    }
    Ok(test.map_or(ExitCode::SUCCESS, |test| exit::of(test.decision())))
}

/// The tables of a league, and that of a test.
pub fn tables(players: &[String], standings: &Standings, test: Option<&Sprt>) -> Vec<Table> {
    let league = table::tables(players, standings).into_iter();
    league.chain(test.map(report::tested)).collect()
}

/// A warning of a file with more bad verdicts of a player than the others, where it was played, and how it is played again.
fn suspicious(odd: Odd, merged: &Merged, files: &[PathBuf]) -> String {
    let Odd {
        here, elsewhere, ..
    } = odd;
    let (player, file) = (
        &merged.header.players[odd.player],
        files[odd.file].display(),
    );
    let header = merged.header_of(odd.file);
    let mut places: Vec<String> = (header.sittings.iter())
        .map(|session| said!("{} on {}", session.date, session.machine.cpu))
        .collect();
    places.dedup();
    let again = match header.shard {
        Some(shard) => said!(
            "play it again on a machine that is well: the same command with --shard {}/{} and another --log, which takes the \
             place of {file} in the merge",
            shard.index,
            shard.count
        ),
        None => said!(
            "play its games again on a machine that is well: the same command with another --log, which takes the place of \
             {file} in the merge"
        ),
    };
    said!(
        "warning: {player} has a bad verdict in {} of its {} turns in {file}, but in {} of {} in the other files: a machine \
         that was slow or lacked something, which spoils the result (played {})\n{again}",
        here.bad,
        here.all,
        elsewhere.bad,
        elsewhere.all,
        places.join(", ")
    )
}

/// Prints the number of missing games to standard error, with their shards and matches.
fn say_what_is_missing(merged: &Merged, missing: &Missing) {
    let planned = Plan::new(&merged.header).count();
    notice!(
        "missing: {} of {}",
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
Games of the plan that are in no file are listed by shard and by match; the
tables cover the games that were found. A test is complete as soon as the pairs
that are there decide it, counted in their order.

Exit status: 0 if all games are there, 13 if some are missing; of a test 0 if H1
was accepted, 10 if H0, 11 if all games leave it undecided.

Help topics (`arena help TOPIC`): leagues, tables.

Examples:
  arena merge league.jsonl
  arena merge league.jsonl --out all.jsonl --require-all";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_follow_each_other_are_one_range() {
        assert_eq!(ranges(&[0, 1, 2, 5, 8, 9]), "0-2, 5, 8-9");
        assert_eq!(ranges(&[]), "");
    }
}
