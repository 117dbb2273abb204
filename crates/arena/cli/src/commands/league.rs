//! `arena league`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use arena_common::Stop;
use arena_common::screen::say;
use clap::Args;
use contest::Contest;
use contest::identity::identities;
use contest::league::file::LeagueFile;
use contest::league::record::{self, LeagueHeader};
use contest::league::{self, MOST_PLAYERS, Shard, fixtures, planned, table};
use contest::player::{self, Player};

use crate::catalog::Catalog;
use crate::conditions::{self, Conditions};
use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;

/// Arguments of `arena league`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct LeagueArgs {
    /// The players: bots of the workspace, `BOT@REV`, files, or `cmd:COMMAND`, with options (see `match --help`)
    #[arg(value_name = "BOT")]
    pub bots: Vec<String>,
    /// A file with more players, one a line; empty lines and lines with # are skipped
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Number of games of every two players, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Write the games to FILE, one JSON line each
    #[arg(long, value_name = "FILE", default_value = "league.jsonl")]
    pub out: PathBuf,
    /// Go on with the league in --out: what is there is not played again
    #[arg(long)]
    pub resume: bool,
    /// With --resume: go on although a player has changed since; the file says so then
    #[arg(long, requires = "resume")]
    pub mix: bool,
    /// Play part i of n only; `arena merge` puts the parts together
    #[arg(long, value_name = "i/n")]
    pub shard: Option<Shard>,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
}

/// Plays a league, or the rest of it.
///
/// # Errors
/// Names the argument that is invalid and the cure, or what stopped the games.
pub fn run(args: &LeagueArgs, catalog: &Catalog) -> Result<ExitCode> {
    let names = names(args)?;
    let contests =
        conditions::contests(&catalog.games, &names, &args.conditions, args.games, false)?;
    let first = contests.first().context("two players, no match")?;
    let mut conditions = first.header();
    conditions.players = [String::new(), String::new()];
    let header = LeagueHeader {
        format: record::FORMAT.to_owned(),
        version: record::VERSION,
        players: names.iter().map(|name| player::label(name)).collect(),
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
    cancel_on_ctrl_c(first.rules.cancel.clone())?;
    let left = all - done.len();
    let todo =
        fixtures(names.len(), first.games, args.shard).filter(move |fixture| !done.has(fixture));
    let stopped = league::play(&contests, names.len(), todo, left, first.jobs, &mut file);
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
            Ok(ExitCode::from(exit::CANCELLED))
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
            !player::is_human(name),
            "a league takes hundreds of games: name bots or cmd:COMMAND, no human"
        );
        let label = player::label(name);
        ensure!(
            seen.insert(label.clone()),
            "`{label}` is named twice; leave one out"
        );
    }
    Ok(names)
}

const HELP: &str = "\
Conduct and pairs are those of `arena match`; all matches have the same starts.
Elo is the model of Bradley and Terry, against the mean of all; intervals are
from 1,000 leagues drawn from the pairs of games that were played.

File and memory:
  Games stay on disk; 100,000 of NoGo take less than 100 MB of memory, in a
  league, with --resume and in `arena merge`. The last line says how much.
  One arena writes a file at a time. A last line that was cut off is dropped and
  its game played again; other damage is refused, with the number of the line.

Strength:
  The header says what each player is: for a bot of the workspace its version,
  the signature of its bench (run once for each build) and its parameters; for a
  command the SHA-256 of its program and of every file that it names; for a
  source the SHA-256 of it; and what was agreed with it alone. Games of a
  player that has changed are not added to a league unless you say --mix; then
  the header names what it was, too. A file that does not say what its players
  were is taken with a warning.

Examples:
  arena league nogo-random nogo-greedy nogo-switcher --games 40
  arena league old=v1.cpp new=v2.cpp nogo-greedy --games 20
  arena league --file bots.txt --nodes 10000 --out week.jsonl --resume
  parallel -j 4 arena league --file bots.txt --shard {}/4 --out part{}.jsonl \\
    ::: 1 2 3 4; arena merge part*.jsonl --out week.jsonl";
