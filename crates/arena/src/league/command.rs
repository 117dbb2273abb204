//! The commands `league` and `merge`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use super::file::{self, LeagueFile, LeagueHeader};
use super::merge::Merged;
use super::{MOST_PLAYERS, fixtures, planned, table};
use crate::cli::LeagueArgs;
use crate::commands::{CANCELLED, end_on_ctrl_c};
use crate::conduct::Stop;
use crate::contest::Contest;
use crate::identity::identities;
use crate::player::Player;
use crate::screen::say;
use crate::words::counted;
use crate::{process, setup};

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
        identities: identities(&players(&contests, names.len()))?
            .into_iter()
            .map(|identity| vec![identity])
            .collect(),
    };
    let mut file = if args.resume {
        LeagueFile::resume(&args.out, header, args.mix)?
    } else {
        LeagueFile::create(&args.out, header)?
    };
    let done = std::mem::take(&mut file.seen);
    let all = planned(names.len(), first.games, args.shard);
    eprintln!(
        "{all} games, {} of them in {}",
        done.len(),
        args.out.display()
    );
    end_on_ctrl_c(first.rules.cancel.clone())?;
    let left = all - done.len();
    let todo =
        fixtures(names.len(), first.games, args.shard).filter(move |fixture| !done.has(fixture));
    let stopped = super::play(&contests, names.len(), todo, left, first.jobs, &mut file);
    if file.standings.games > 0 {
        say(table::table(&file.header, &file.standings))?;
    }
    say(format!(
        "peak memory of the arena: {} MB",
        process::own_peak().div_ceil(1 << 20)
    ))?;
    match stopped {
        None => Ok(ExitCode::SUCCESS),
        Some(Stop::Cancelled) => {
            eprintln!(
                "cancelled after {} of {all} games; the same command with --resume goes on",
                file.standings.games
            );
            Ok(ExitCode::from(CANCELLED))
        }
        Some(Stop::Failed(error)) => Err(error.context("the league was stopped")),
    }
}

/// The players of the matches, of which the first are those of player 0 with each other one.
fn players(contests: &[Contest], count: usize) -> Vec<Player> {
    let others = contests.iter().take(count - 1);
    let first = contests.iter().take(1);
    first
        .map(|contest| contest.players[0].clone())
        .chain(others.map(|contest| contest.players[1].clone()))
        .collect()
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
    ensure!(
        names.len() <= MOST_PLAYERS,
        "{} players; a league has at most {MOST_PLAYERS}",
        names.len()
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
pub fn merge(paths: &[PathBuf], out: Option<&Path>, mix: bool) -> Result<ExitCode> {
    let merged = Merged::read(paths, mix)?;
    if let Some(out) = out {
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
