//! The commands `league` and `merge`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use super::file::{self, LeagueFile, LeagueHeader};
use super::{Fixture, fixtures, table};
use crate::cli::LeagueArgs;
use crate::commands::{CANCELLED, end_on_ctrl_c};
use crate::conduct::Stop;
use crate::screen::say;
use crate::setup;
use crate::words::counted;

/// Plays a league, or the rest of it.
///
/// # Errors
/// Names the argument that makes no sense and the cure, or what stopped the games.
pub fn play(args: &LeagueArgs) -> Result<ExitCode> {
    let names = names(args)?;
    let contests = setup::contests(&names, &args.conditions, args.games, false)?;
    let first = contests.first().context("two players, no match")?;
    let mut conditions = first.header();
    conditions.players = [String::new(), String::new()];
    let header = LeagueHeader {
        format: file::FORMAT.to_owned(),
        version: file::VERSION,
        players: names.clone(),
        shard: args.shard.map(|shard| [shard.index, shard.count]),
        r#match: conditions,
    };
    let mut file = if args.resume {
        LeagueFile::resume(&args.out, header)?
    } else {
        LeagueFile::create(&args.out, header)?
    };
    let done: BTreeSet<Fixture> = file.games.iter().map(file::LeagueGame::fixture).collect();
    let mut todo = fixtures(names.len(), first.games, args.shard);
    let all = todo.len();
    todo.retain(|fixture| !done.contains(fixture));
    eprintln!(
        "{all} games, {} of them in {}",
        all - todo.len(),
        args.out.display()
    );
    end_on_ctrl_c(first.rules.cancel.clone())?;
    let stopped = super::play(&contests, names.len(), &todo, first.jobs, &mut file);
    if !file.games.is_empty() {
        say(table::table(&file.header, &file.games))?;
    }
    match stopped {
        None => Ok(ExitCode::SUCCESS),
        Some(Stop::Cancelled) => {
            eprintln!(
                "cancelled after {} of {all} games; the same command with --resume goes on",
                file.games.len()
            );
            Ok(ExitCode::from(CANCELLED))
        }
        Some(Stop::Failed(error)) => Err(error.context("the league was stopped")),
    }
}

/// The players of the command line and of `--file`.
fn names(args: &LeagueArgs) -> Result<Vec<String>> {
    let mut names = args.bots.clone();
    if let Some(path) = &args.file {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read --file {}", path.display()))?;
        let lines = text.lines().map(str::trim);
        names.extend(
            lines
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
                .map(str::to_owned),
        );
    }
    ensure!(
        names.len() >= 2,
        "a league needs at least two players; name bots (see `arena list`) or --file FILE"
    );
    let mut seen = BTreeSet::new();
    for name in &names {
        ensure!(
            name != "human",
            "a league takes hundreds of games: name bots or cmd:COMMAND, no human"
        );
        ensure!(seen.insert(name), "`{name}` is named twice; leave one out");
    }
    Ok(names)
}

/// Merges files of a league and prints its tables.
///
/// # Errors
/// Names the file that cannot be read or is of another league.
pub fn merge(paths: &[PathBuf], out: Option<&Path>) -> Result<ExitCode> {
    let mut files = Vec::new();
    for path in paths {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        // A line that is cut off belongs to a game that has not ended.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (header, games) =
            file::read(&text[..whole]).with_context(|| path.display().to_string())?;
        files.push((path.display().to_string(), header, games));
    }
    let (header, games) = super::merge(files)?;
    if let Some(out) = out {
        LeagueFile::write(out, &header, &games)?;
    }
    let planned = fixtures(header.players.len(), header.r#match.games, None).len();
    say(table::table(&header, &games))?;
    if games.len() < planned {
        eprintln!(
            "missing: {} of the league's {}",
            planned - games.len(),
            counted(planned, "game", "games")
        );
    }
    Ok(ExitCode::SUCCESS)
}
