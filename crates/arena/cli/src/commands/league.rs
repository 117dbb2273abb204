//! `arena league`.

mod serve;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::Stop;
use clap::Args;
use contest::league::{self, Order};
use contest::running::Running;
use contest::{Contest, busy};
use journal::fixture::Shard;
use journal::games_file::{GamesFile, peek};
use journal::header::Header;
use journal::plan::Plan;
use journal::reader::MOST_PLAYERS;
use journal::session::Session;
use players::identity::identities;
use players::player::Spec;
use referee::record::GameRecord;
use statistics::league::standings::Standings;
use statistics::league::table;

use crate::catalog::Catalog;
use crate::conditions::{self, Conditions};
use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;
use crate::tables::TableArgs;
use serve::Serving;

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
    /// Number of games of every two players, rounded up to whole pairs [default: 20; with --resume those of the file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Write the games to FILE, one JSON line each; an old FILE is replaced with --force only
    #[arg(long, value_name = "FILE", default_value = "league.jsonl")]
    pub out: PathBuf,
    /// Go on with the league in --out, with more players and games if they are given: only what is missing is played
    #[arg(long)]
    pub resume: bool,
    /// With --resume: go on although a player has changed since; the file says so then
    #[arg(long, requires = "resume")]
    pub mix: bool,
    /// Play part i of n only; `arena merge` puts the parts together
    #[arg(long, value_name = "i/n")]
    pub shard: Option<Shard>,
    /// Play those first who have played least, against their near neighbors in strength; which games come first cannot be
    /// repeated
    #[arg(long)]
    pub pair_near: bool,
    /// Show live standings and every game as a page on this machine; without a BOT those of --out
    #[arg(long)]
    pub serve: bool,
    /// Port of the page on 127.0.0.1; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 0, requires = "serve")]
    pub port: u16,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
    /// How the tables are printed
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Plays a league, or the rest of it.
///
/// # Errors
/// Names the argument that is invalid and the cure, or what stopped the games.
pub fn run(args: &LeagueArgs, catalog: &Catalog) -> Result<ExitCode> {
    if args.serve && args.bots.is_empty() && args.file.is_none() && !args.resume {
        return serve::alone(&args.out, args.port, catalog);
    }
    args.tables.check(&table::tables(&[], &Standings::new(0)))?;
    let old = if args.resume { peek(&args.out)? } else { None };
    // The players of a match are none of a league; what is wrong with its file is said when it is opened.
    let old = old.filter(|old| old.league);
    let specs = specs(args, old.as_ref())?;
    let mut conditions = args.conditions.clone();
    // A league that goes on begins its games as before.
    let given = old.as_ref().filter(|old| !old.own_openings);
    conditions.opening_plies = conditions
        .opening_plies
        .or(given.map(|old| old.opening_plies));
    let games = args.games.or(old.map(|header| header.games));
    let games = games.unwrap_or(20);
    let mut contest = conditions::contest(&catalog.games, &specs, &conditions, games, false)?;
    contest.running = args.serve.then(Running::default);
    cancel_on_ctrl_c(contest.rules.cancel.clone())?;
    let header = header(args, &specs, &contest)?;
    let mut standings = None;
    let mut take = |header: &Header, game: &GameRecord| {
        let empty = || Standings::new(header.players.len());
        standings.get_or_insert_with(empty).add(game);
    };
    let mut file = if args.resume {
        GamesFile::resume(&args.out, header, args.mix, &mut take)?
    } else {
        GamesFile::create(&args.out, header, args.conditions.force)?
    };
    let place = |name: &String| specs.iter().position(|spec| spec.label() == name);
    let order = file.header.players.iter().filter_map(place);
    contest.players = order.map(|i| contest.players[i].clone()).collect();
    let mut standings = standings.unwrap_or_else(|| Standings::new(file.header.players.len()));
    let plan = Plan::new(&file.header);
    let (all, done) = (plan.count(), file.seen.len());
    notice!("{all} games, {done} of them in {}", args.out.display());
    if done < all {
        file.begin_session()?;
    }
    let cancel = &contest.rules.cancel;
    let serving = contest.running.as_ref().map(|running| {
        Serving::start(
            (&args.out, args.port),
            &args.tables,
            catalog,
            running,
            cancel,
        )
    });
    let serving = serving.transpose()?;
    let order = if args.pair_near {
        Order::Near
    } else {
        Order::Rounds
    };
    let by_clock = contest.rules.nodes.is_none() && done < all;
    let jobs = by_clock.then_some(contest.jobs);
    let stopped = busy::watched(jobs, || {
        league::play(&contest, &plan, order, &mut file, &mut standings)
    });
    if standings.games > 0 {
        args.tables.print(
            || table::text(&file.header.players, &standings),
            || table::tables(&file.header.players, &standings).into(),
        )?;
    }
    args.tables.remark(said!(
        "peak memory of the arena: {} MB",
        process::own_peak().div_ceil(1 << 20)
    ))?;
    match stopped {
        None => serving.map_or(Ok(ExitCode::SUCCESS), Serving::wait),
        Some(Stop::Cancelled) => {
            notice!(
                "cancelled after {} of {all} games; the same command with --resume goes on",
                standings.games
            );
            Ok(ExitCode::from(exit::CANCELLED))
        }
        Some(Stop::Failed(error)) => Err(error.context("the league was stopped")),
    }
}

/// The first line of the league as this command line has it; the players are in the order of their names.
fn header(args: &LeagueArgs, specs: &[Spec], contest: &Contest) -> Result<Header> {
    let names: Vec<String> = specs.iter().map(|spec| spec.label().to_owned()).collect();
    let identities = identities(&contest.players, &contest.rules.cancel)?;
    Ok(Header {
        league: true,
        specs: if specs.iter().all(|spec| spec.name.is_none()) {
            Vec::new()
        } else {
            specs.iter().map(|spec| spec.text.clone()).collect()
        },
        players: names,
        shard: args.shard,
        identities: identities.into_iter().map(|one| vec![one]).collect(),
        sittings: vec![Session::begin(&contest.players, contest.jobs)?],
        ..contest.header()
    })
}

/// The players of the command line, of `--file` and of the league that is gone on with, in the order of their names.
fn specs(args: &LeagueArgs, old: Option<&Header>) -> Result<Vec<Spec>> {
    let mut specs = Spec::all(&args.bots)?;
    if let Some(path) = &args.file {
        let text = fs::read_to_string(path)
            .with_context(|| msg!("cannot read --file {}", path.display()))?;
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            specs.push(Spec::parse(line)?);
        }
    }
    let mut seen = BTreeSet::new();
    for spec in &specs {
        ensure!(
            !spec.is_human(),
            "a league takes hundreds of games: name bots or cmd:COMMAND, no human"
        );
        ensure!(
            seen.insert(spec.label().to_owned()),
            "`{}` is named twice; leave one out",
            spec.label()
        );
    }
    if let Some(old) = old {
        for player in 0..old.players.len() {
            let spec = Spec::parse(old.spec(player))?;
            if !seen.contains(spec.label()) {
                specs.push(spec);
            }
        }
    }
    ensure!(
        specs.len() >= 2,
        "a league needs at least two players; name bots (see `arena list`) or --file FILE"
    );
    ensure!(
        specs.len() <= MOST_PLAYERS,
        "{} players; a league has at most {MOST_PLAYERS}",
        specs.len()
    );
    specs.sort_by(|a, b| a.label().cmp(b.label()));
    Ok(specs)
}

const HELP: &str = "\
Conduct and pairs are those of `arena match`; bots of the workspace have the
same starts in all matches.
Elo is the model of Bradley and Terry, against the mean of all; intervals are
from 1,000 leagues drawn from the pairs of games that were played.

A league that grows:
  A game is fixed by its two players' names and its number: start, seats and
  seeds follow from them and --seed, never from the list. So --resume adds
  players and games at any time and plays only what is missing; players of the
  file need not be named again. A new version of a bot joins under a name of its
  own, such as BOT@REV. Ten bots with 20 games, to which two bots and then
  10 games are added, are the league of twelve bots with 30 games.
  --pair-near plays those first who have played least, against those whose
  strength is near. All games are played in the end, but what was played by then
  cannot be repeated.

File and memory:
  An old --out is replaced with --force only.
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

While it runs, the terminal shows the standings; without a terminal a line comes
every 10 seconds.

Tables as data (--json, --csv, --markdown; --table NAME for one of them; scores
are from 0 to 1, x_low and x_high the ends of a 95 % interval):
{tables}

The page (--serve):
  It prints an address that only this machine can reach. The page shows table,
  crosstable and rating curve while the league runs and, until Ctrl-C, when it
  has ended; a click leads to the replay of any game, or into one that is being
  played. `arena league --serve --out FILE` shows a file, finished or not.

Examples:
  arena league nogo-random nogo-greedy nogo-switcher --nodes 100
  arena league nogo-rave --nodes 100 --resume
  arena league --nodes 100 --games 30 --resume
  arena league nogo-random nogo-greedy --out page.jsonl --serve  # until Ctrl-C
  arena league my=my_bot.cpp nogo-greedy --out mine.jsonl
  printf '%s\\n' nogo-random nogo-greedy nogo-rave > bots.txt
  arena league --file bots.txt --nodes 100 --out week.jsonl --resume
  for i in 1 2 3; do arena league --file bots.txt --nodes 100 --shard $i/3 \\
    --out part$i.jsonl & done; wait; arena merge part*.jsonl";
