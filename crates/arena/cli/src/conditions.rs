//! From flags to a contest.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use arena_common::texts::counted;
use arena_common::words::alternatives;
use clap::Args;
use contest::Contest;
use contest::negotiate::negotiate;
use gameplay::Games;
use journal::openings::Openings;
use players::player::{self, Player, Spec};
use process::affinity::Cores;
use referee::Host;
use referee::conduct::{Mode, Rules, usual_time_ms};

/// Under which conditions games are played: what all commands that play games share.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Players and games")]
pub struct Conditions {
    /// restart or keep-running [default: restart, unless your program asks to be kept running]
    #[arg(long, value_enum, hide_possible_values = true)]
    pub mode: Option<Mode>,
    /// Time per turn in ms; twice that in the first turn [default: 1000; with --nodes 60000]
    #[arg(help_heading = "Limits", long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time_ms: Option<u64>,
    /// Resident memory in MiB [default: 256 in Botzone's games and 1024 in Saiblo's]
    #[arg(help_heading = "Limits", long, value_name = "MB", value_parser = clap::value_parser!(u64).range(32..=1_048_576))]
    pub memory_mb: Option<u64>,
    /// Nodes per turn instead of the clock: reproducible games
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Seed of openings, maps and bots
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Random turns at the start of a pair [default: 0 to 2 by game between workspace bots, otherwise 0]
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<u32>,
    /// Take the starts from FILE, or from a log
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub openings: Option<PathBuf>,
    /// Games at a time [default: cores - 1, at least 1; 1 with --show or a human]
    #[arg(help_heading = "Limits", long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Reserve a core for each game (Linux)
    #[arg(help_heading = "Limits", long)]
    pub affinity: bool,
    /// Override safety checks: replace files, exceed cores
    #[arg(help_heading = "Files", long)]
    pub force: bool,
    /// Use an official Botzone judge as referee
    #[arg(long, value_name = "PROGRAM")]
    pub judge_cmd: Option<String>,
    /// Use an official Saiblo logic as referee
    #[arg(long, value_name = "PROGRAM")]
    pub logic_cmd: Option<String>,
    /// Rounds of a half of SnakeGo [default: 512]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub max_round: Option<u16>,
    /// Use simple IO with all programs [default: detected]
    #[arg(long)]
    pub simple_io: bool,
    /// Game; needed if no player is a workspace bot
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
}

/// The games of these players, whose bots are built: this number for every two, rounded up to whole pairs. Random turns
/// at the start, or a game's own starts, are for games of two bots of the workspace only, unless the user asked for them.
///
/// # Errors
/// Names the argument that is invalid and what to write instead, or the player that cannot be had.
pub fn contest(
    games: &Games,
    specs: &[Spec],
    args: &Conditions,
    number: u32,
    show: bool,
) -> Result<Contest> {
    let alone = show || specs.iter().any(Spec::is_human);
    let jobs = jobs(args, alone)?;
    let cores = args.affinity.then(|| cores(jobs)).transpose()?;
    let (mut players, game) = player::prepare(specs, args.game.as_deref())?;
    let host = host(games, game.as_deref(), args)?;
    let given = args.openings.is_some() || args.opening_plies.is_some();
    let openings = openings(&host, args)?;
    let time_ms = args.time_ms.unwrap_or(usual_time_ms(args.nodes));
    let mode = args.mode.unwrap_or(Mode::Restart);
    let platform = host.rules(mode, Duration::from_millis(time_ms));
    let rules = Rules {
        simple_io: args.simple_io,
        nodes: args.nodes,
        memory: args.memory_mb.map_or(platform.memory, |mb| mb << 20),
        ..platform
    };
    negotiate(&mut players, &host, &rules, args.mode)?;
    let opening_plies = match openings {
        Some(_) => 0,
        None => args.opening_plies.unwrap_or(host.opening_plies()),
    };
    Ok(Contest {
        players,
        rules,
        games: number.next_multiple_of(host.seatings().len() as u32),
        opening_plies,
        own_openings: !given && (opening_plies > 0 || openings.is_some()),
        openings,
        swap: true,
        seed: args.seed,
        jobs,
        cores,
        show,
        running: None,
        host,
    })
}

/// [`contest`] of two players, of whom it is known whether their games have random turns at the start.
///
/// # Errors
/// As [`contest`].
pub fn of_two(
    games: &Games,
    specs: &[Spec],
    args: &Conditions,
    number: u32,
    show: bool,
) -> Result<Contest> {
    let mut contest = contest(games, specs, args, number, show)?;
    if contest.own_openings && contest.players.iter().any(Player::is_foreign) {
        contest.opening_plies = 0;
        contest.openings = None;
    }
    contest.own_openings = false;
    Ok(contest)
}

/// The host that referees the games, by the game and the flags.
fn host(games: &Games, name: Option<&str>, args: &Conditions) -> Result<Host> {
    let judge = command_words("--judge-cmd", args.judge_cmd.as_deref())?;
    let logic = command_words("--logic-cmd", args.logic_cmd.as_deref())?;
    let game = match name {
        Some(name) if judge.is_some() => games.find(name).ok(),
        Some(name) => Some(games.find(name)?),
        None if judge.is_some() => None,
        None => fail!(
            "no player is a bot of the workspace, so name the game: --game {}",
            alternatives(&games.names())
        ),
    };
    let mut host = Host {
        game,
        official: None,
        rounds: args.max_round,
    };
    if host.has_modes() {
        require!(
            args.logic_cmd.is_none() && args.max_round.is_none(),
            "--logic-cmd and --max-round are for games of Saiblo; leave them out, or name one with --game (snakego)"
        );
        let simple = game.and_then(|game| game.botzone()?.simple);
        require!(
            !args.simple_io || simple.is_some(),
            "--simple-io: this game has no simple IO that the arena knows; leave the flag out"
        );
        host.official = judge;
        return Ok(host);
    }
    for (given, flag) in [
        (args.judge_cmd.is_some(), "--judge-cmd"),
        (args.simple_io, "--simple-io"),
        (
            args.opening_plies.is_some_and(|plies| plies > 0),
            "--opening-plies",
        ),
    ] {
        require!(
            !given,
            "{flag} is for Botzone's games; leave it out for {}",
            name.unwrap_or_default()
        );
    }
    host.official = logic;
    Ok(host)
}

/// The starts that `--openings` names, or the game's own unless random turns are asked for.
fn openings(host: &Host, args: &Conditions) -> Result<Option<Openings>> {
    match (&args.openings, args.opening_plies, host.game) {
        (Some(path), _, Some(game)) => Openings::read(path, game).map(Some),
        (Some(_), ..) | (_, Some(1..), None) => fail!(
            "--openings and --opening-plies need a game whose rules the arena has: name it with --game"
        ),
        (None, None, Some(game)) => Openings::own(game, args.seed),
        _ => Ok(None),
    }
}

/// Games at a time.
///
/// # Errors
/// If the user wants more than there can be.
fn jobs(args: &Conditions, alone: bool) -> Result<usize> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let Some(jobs) = args.jobs.map(|jobs| jobs as usize) else {
        return Ok(if alone { 1 } else { default_jobs() });
    };
    require!(
        jobs == 1 || !alone,
        "--jobs {jobs}: games on the screen are played one at a time; leave --jobs out"
    );
    require!(
        jobs <= cores || args.force,
        "--jobs {jobs} is more than the {}, so bots would take each other's time; add --force if you mean it",
        counted(cores, "core", "cores")
    );
    Ok(jobs)
}

/// The processors for this number of games at a time.
///
/// # Errors
/// If there are not enough, or the system does not tell.
fn cores(jobs: usize) -> Result<Cores> {
    let cores = Cores::new()
        .context("--affinity: the system does not tell its processors; leave it out")?;
    let free = cores.free();
    require!(
        jobs <= free,
        "--affinity gives each game its own core: {} for --jobs {jobs}; give fewer jobs, or leave it out",
        counted(free, "core is too few", "cores are too few")
    );
    Ok(cores)
}

/// Games at a time if nobody says otherwise: one core is left for the arena.
pub fn default_jobs() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    (cores - 1).max(1)
}

fn command_words(flag: &str, text: Option<&str>) -> Result<Option<Vec<String>>> {
    let Some(text) = text else { return Ok(None) };
    let words =
        shell_words::split(text).with_context(|| msg!("{flag} `{text}`: check the quotes"))?;
    require!(!words.is_empty(), "{flag} is empty; name the program");
    Ok(Some(words))
}
