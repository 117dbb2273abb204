//! What each subcommand does.

use std::fs::File;
use std::io::{Write, stdin, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;

use crate::cli::{Cli, Command, MatchArgs, PositionsArgs};
use crate::conduct::{OUTPUT_LIMIT, Rules, Stop};
use crate::contest::Contest;
use crate::game::{self, Game};
use crate::player::{self, Flags};
use crate::report::{report, table};
use crate::screen::{is_closed, say};
use crate::{positions, process, referee, schedule, workspace};

/// Time limit in milliseconds of the site (protocol description, section 5).
const TIME_MS: u64 = 1000;
/// Time limit in milliseconds under a node budget: only a hang should ever reach it.
const NODES_TIME_MS: u64 = 60_000;
/// Exit status after Ctrl-C, as shells have it.
const CANCELLED: u8 = 130;

/// Runs the arena with the process's command line.
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Match(args) => play_match(&args),
        Command::Judge { game } => judge(&game),
        Command::Positions(args) => score_positions(&args),
        Command::List => list(),
    };
    done.unwrap_or_else(|error| {
        if is_closed(&error) {
            return ExitCode::SUCCESS;
        }
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn play_match(args: &MatchArgs) -> Result<ExitCode> {
    let jobs = jobs(args)?;
    let judge = args.judge_cmd.as_deref().map(judge_words).transpose()?;
    let (players, game) = player::prepare(&[args.a.clone(), args.b.clone()], args.game.as_deref())?;
    let game = known_game(game.as_deref(), judge.is_some())?;
    if args.simple_io && game.is_none_or(|game| game.simple.is_none()) {
        bail!("--simple-io: this game has no simple IO that the arena knows; leave the flag out");
    }
    let time_ms = args.time_ms.unwrap_or(if args.nodes.is_some() {
        NODES_TIME_MS
    } else {
        TIME_MS
    });
    let cancel = Arc::new(AtomicBool::new(false));
    let contest = Contest {
        game,
        judge,
        players,
        flags: Flags {
            mode: args.mode,
            simple_io: args.simple_io,
            time_ms,
            nodes: args.nodes,
        },
        rules: Rules {
            mode: args.mode,
            time: Duration::from_millis(time_ms),
            memory: args.memory_mb << 20,
            output: OUTPUT_LIMIT,
            cancel: cancel.clone(),
        },
        games: schedule::whole_pairs(args.games),
        opening_plies: args
            .opening_plies
            .unwrap_or(game.map_or(0, |game| game.opening_plies)),
        seed: args.seed,
        jobs,
        show: args.show,
    };
    let mut log = match &args.log {
        None => None,
        Some(path) => Some(
            File::create(path)
                .with_context(|| format!("cannot write the log {}", path.display()))?,
        ),
    };
    end_on_ctrl_c(cancel)?;
    let outcome = contest.run(log.as_mut().map(|file| file as &mut dyn Write))?;
    let played = outcome.tally.total().games();
    if played > 0 || !matches!(outcome.stopped, Some(Stop::Failed(_))) {
        say(report(&outcome.tally, &contest.labels(), outcome.wall))?;
    }
    match outcome.stopped {
        None => Ok(ExitCode::SUCCESS),
        Some(Stop::Cancelled) => {
            eprintln!("cancelled after {played} of {} games", contest.games);
            Ok(ExitCode::from(CANCELLED))
        }
        Some(Stop::Failed(error)) => Err(error.context("the match was stopped")),
    }
}

fn jobs(args: &MatchArgs) -> Result<usize> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let alone = args.show || [&args.a, &args.b].iter().any(|name| *name == "human");
    let Some(jobs) = args.jobs.map(|jobs| jobs as usize) else {
        return Ok(if alone { 1 } else { (cores - 1).max(1) });
    };
    ensure!(
        jobs == 1 || !alone,
        "--jobs {jobs}: games on the screen are played one at a time; leave --jobs out"
    );
    ensure!(
        jobs <= cores || args.force,
        "--jobs {jobs} is more than the {cores} cores, so bots would take each other's time; add --force if you mean it"
    );
    Ok(jobs)
}

fn judge_words(text: &str) -> Result<Vec<String>> {
    let words = shell_words::split(text)
        .with_context(|| format!("--judge-cmd `{text}`: check the quotes"))?;
    ensure!(
        !words.is_empty(),
        "--judge-cmd is empty; name the judge's program"
    );
    Ok(words)
}

/// The game of this name; with an official judge it may be one that the arena does not know.
fn known_game(name: Option<&str>, judged: bool) -> Result<Option<&'static Game>> {
    match name {
        Some(name) if judged => Ok(game::find(name).ok()),
        Some(name) => game::find(name).map(Some),
        None if judged => Ok(None),
        None => bail!(
            "no player is a bot of the workspace, so name the game: --game nogo (or snake, tetris2)"
        ),
    }
}

/// The first Ctrl-C ends the match, the second the arena.
fn end_on_ctrl_c(cancel: Arc<AtomicBool>) -> Result<()> {
    ctrlc::set_handler(move || {
        if cancel.swap(true, Ordering::Relaxed) {
            process::kill_all();
            std::process::exit(i32::from(CANCELLED));
        }
    })
    .context("cannot catch Ctrl-C")
}

fn judge(name: &str) -> Result<ExitCode> {
    let game = game::find(name)?;
    referee::serve(
        (game.referee)().as_mut(),
        &mut stdin().lock(),
        &mut stdout().lock(),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn score_positions(args: &PositionsArgs) -> Result<ExitCode> {
    let mut flags = Vec::new();
    for (flag, value) in [
        ("--time-ms", args.time_ms),
        ("--nodes", args.nodes),
        ("--seed", args.seed),
    ] {
        if let Some(value) = value {
            flags.extend([flag.to_owned(), value.to_string()]);
        }
    }
    positions::score(&args.bot, &flags)?;
    Ok(ExitCode::SUCCESS)
}

fn list() -> Result<ExitCode> {
    let mut table = table(&["bot", "game", "judge", "idea"]);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    for bot in workspace::bots()? {
        table.add_row([bot.name, bot.game, bot.judge, bot.idea]);
    }
    say(table)?;
    Ok(ExitCode::SUCCESS)
}
