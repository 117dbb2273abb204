//! `arena league`.

mod serve;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::{Stop, at_most};
use clap::Args;
use contest::league;
use contest::running::Running;
use contest::{Contest, busy};
use gameplay::Games;
use gameplay::record::GameRecord;
use journal::fixture::Shard;
use journal::games_file::{GamesFile, peek};
use journal::header::Header;
use journal::plan::Plan;
use journal::reader::MOST_PLAYERS;
use journal::session::Session;
use players::identity::identities;
use players::player::Spec;
use statistics::league::standings::Standings;
use statistics::league::table;

use crate::conditions::{self, Conditions};
use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;
use crate::tables::TableArgs;
use serve::Serving;

/// Arguments of `arena league`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct LeagueArgs {
    /// Players: bots, BOT@REV, files, cmd:COMMAND; `arena help players`
    #[arg(value_name = "BOT")]
    pub bots: Vec<String>,
    /// More players, one per line; # starts a comment line
    #[arg(help_heading = "Players and games", long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Games per two players, rounded up to pairs [default: 20; with --resume as in the file]
    #[arg(help_heading = "Players and games", long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Write the games to FILE, one JSON line each
    #[arg(
        help_heading = "Files",
        long,
        value_name = "FILE",
        default_value = "league.jsonl"
    )]
    pub out: PathBuf,
    /// Resume --out: add players and games, play the rest
    #[arg(help_heading = "Files", long)]
    pub resume: bool,
    /// With --resume: accept players that have changed
    #[arg(help_heading = "Files", long, requires = "resume")]
    pub mix: bool,
    /// Play part i of n; `arena merge` joins the parts
    #[arg(help_heading = "Files", long, value_name = "i/n")]
    pub shard: Option<Shard>,
    /// Start with players of few games, near in rating
    #[arg(help_heading = "Players and games", long)]
    pub pair_near: bool,
    /// Show live standings and games as a local web page; without BOT those of --out
    #[arg(help_heading = "Output", long)]
    pub serve: bool,
    /// Port on 127.0.0.1; 0 takes a free one
    #[arg(
        help_heading = "Output",
        long,
        value_name = "PORT",
        default_value_t = 0,
        requires = "serve"
    )]
    pub port: u16,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
    /// How the tables are printed
    #[command(flatten)]
    pub tables: TableArgs,
}

impl LeagueArgs {
    /// Returns true if files, parts or pages are named.
    pub fn has_files(&self) -> bool {
        self.file.is_some()
            || self.resume
            || self.shard.is_some()
            || self.serve
            || self.out != Path::new("league.jsonl")
    }
}

/// Plays a league, or the rest of it.
///
/// # Errors
/// Names the argument that is invalid and the cure, or what stopped the games.
pub fn run(args: &LeagueArgs, games: &Games) -> Result<ExitCode> {
    if args.serve && args.bots.is_empty() && args.file.is_none() && !args.resume {
        return serve::alone(&args.out, args.port, games);
    }
    args.tables.check(&table::tables(&[], &Standings::new(0)))?;
    let old = if args.resume { peek(&args.out)? } else { None };
    // The players of a match are not those of a league; errors of its file are reported when it is opened.
    let old = old.filter(|old| old.league);
    let specs = specs(args, old.as_ref())?;
    let mut conditions = args.conditions.clone();
    // A league that goes on begins its games as before.
    let given = old.as_ref().filter(|old| !old.own_openings);
    conditions.opening_plies = conditions
        .opening_plies
        .or(given.map(|old| old.opening_plies));
    let count = args.games.or(old.map(|header| header.games));
    let count = count.unwrap_or(20);
    let mut contest = conditions::contest(games, &specs, &conditions, count, false)?;
    contest.running = args.serve.then(Running::default);
    cancel_on_ctrl_c(contest.rules.cancel.clone())?;
    let header = header(args, &specs, &contest)?;
    let mut standings = None;
    let mut take = |header: &Header, game: &GameRecord| {
        Standings::count(&mut standings, header, game);
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
    notice!(
        "{done} of {all} games already played ({})",
        args.out.display()
    );
    if done < all {
        file.begin_session()?;
    }
    let cancel = &contest.rules.cancel;
    let serving = contest.running.as_ref().map(|running| {
        Serving::start((&args.out, args.port), &args.tables, games, running, cancel)
    });
    let serving = serving.transpose()?;
    let by_clock = contest.rules.nodes.is_none() && done < all;
    let jobs = by_clock.then_some(contest.jobs);
    let stopped = busy::watched(jobs, || {
        league::play(&contest, &plan, args.pair_near, &mut file, &mut standings)
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

/// The first line of the league of this command line; the players are in the order of their names.
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
        sittings: vec![Session::begin(
            &contest.players,
            contest.jobs,
            &contest.rules.cancel,
        )?],
        ..contest.header()
    })
}

/// The players of the command line, of `--file` and of the league that is resumed, in the order of their names.
fn specs(args: &LeagueArgs, old: Option<&Header>) -> Result<Vec<Spec>> {
    let mut specs = Spec::all(&args.bots)?;
    if let Some(path) = &args.file {
        let text = at_most::read_to_string(path)
            .with_context(|| msg!("cannot read --file {}", path.display()))?;
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            specs.push(Spec::parse(line)?);
        }
    }
    let mut seen = BTreeSet::new();
    for spec in &specs {
        require!(
            !spec.is_human(),
            "a league takes hundreds of games: name bots or cmd:COMMAND, no human"
        );
        require!(
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
    require!(
        specs.len() >= 2,
        "a league needs at least two players; name bots (see `arena list`) or --file FILE"
    );
    require!(
        specs.len() <= MOST_PLAYERS,
        "{} players; a league has at most {MOST_PLAYERS}",
        specs.len()
    );
    specs.sort_by(|a, b| a.label().cmp(b.label()));
    Ok(specs)
}

const HELP: &str = "\
Every finished game is saved at once. --resume continues after any interruption;
--shard plays one part, to spread a league over several machines.

Help topics (`arena help TOPIC`): leagues, players, openings, conduct, tables.

Examples:
  arena league nogo-random nogo-greedy nogo-switcher --nodes 100
  arena league nogo-rave --nodes 100 --resume
  arena league --nodes 100 --games 30 --resume
  arena league nogo-random nogo-greedy --out page.jsonl --serve  # until Ctrl-C";
