//! What each subcommand does.

use std::env;
use std::ffi::OsString;
use std::io::{Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, ensure};
use clap::Parser;

use crate::cli::{Cli, Command, MatchArgs, PositionsArgs, SprtArgs};
use crate::conduct::Stop;
use crate::contest::{Contest, Outcome, Watch};
use crate::identity::identities;
use crate::log::GameRecord;
use crate::log::file::LogFile;
use crate::report::{report, table};
use crate::screen::{is_closed, say};
use crate::sprt::{Decision, Hypotheses, Sprt};
use crate::{
    browser, check, clean_start, game, import, league, localai, new_bot, positions, process,
    referee, replay, saiblo, setup, tune, verify, workspace,
};

/// Exit status of `sprt` that accepted H0.
pub(crate) const REJECTED: u8 = 10;
/// Exit status of `sprt` without a decision.
pub(crate) const UNDECIDED: u8 = 11;
/// Exit status after Ctrl-C, as shells have it.
pub(crate) const CANCELLED: u8 = 130;

/// Runs the arena with the process's command line.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = env::args_os().collect();
    if process::is_launcher(&words) {
        return process::serve();
    }
    let words = match clean_start::begin(words) {
        Ok(words) => words,
        Err(error) => {
            eprintln!("error: {error:#}");
            return ExitCode::FAILURE;
        }
    };
    process::launch_with_this_program();
    let done = match Cli::parse_from(words).command {
        Command::Match(args) => play_match(&args),
        Command::Sprt(args) => sprt(&args),
        Command::League(args) => league::command::play(&args),
        Command::Merge { files, out, mix } => league::command::merge(&files, out.as_deref(), mix),
        Command::LocalAi(args) => localai::command(&args),
        Command::Import(args) => import::command(&args),
        Command::Judge { game } => judge(&game),
        Command::Logic { game } => logic(&game),
        Command::Positions(args) => score_positions(&args),
        Command::Check(args) => check::check(&args),
        Command::NewBot(args) => new_bot::new_bot(&args),
        Command::Tune(args) => tune::tune(&args),
        Command::Verify { record } => verify_record(&record),
        Command::Play(args) => browser::command::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Replay(args) => replay::command::run(&args).map(|()| ExitCode::SUCCESS),
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
    let names = [args.a.clone(), args.b.clone()];
    let contest = setup::contest(&names, &args.conditions, args.games, args.show)?;
    let mut outcome = run(&contest, args.log.as_deref(), &mut |_| Watch::default())?;
    let played = outcome.tally.total().games();
    if let Some(matches) = &outcome.matches {
        say(matches.report(&contest.labels()))?;
    }
    if played > 0 || !matches!(outcome.stopped, Some(Stop::Failed(_))) {
        say(report(&outcome.tally, &contest.labels(), outcome.wall))?;
    }
    written(outcome.unwritten.take(), args.log.as_deref())?;
    ended(outcome.stopped, played, &contest)
}

fn sprt(args: &SprtArgs) -> Result<ExitCode> {
    let hypotheses = Hypotheses::new(args.elo0, args.elo1, args.alpha, args.beta)?;
    ensure!(
        args.a != "human" && args.b != "human",
        "a test takes thousands of games: name bots or cmd:COMMAND, no human"
    );
    let names = [args.a.clone(), args.b.clone()];
    let contest = setup::contest(&names, &args.conditions, args.max_games, false)?;
    let mut test = Sprt::new(hypotheses);
    let mut outcome = run(&contest, args.log.as_deref(), &mut |game| {
        test.add(game);
        Watch {
            note: test.note(),
            expected: test.expected(),
            enough: test.decision().is_some(),
        }
    })?;
    let played = outcome.tally.total().games();
    if played > 0 {
        say(report(&outcome.tally, &contest.labels(), outcome.wall))?;
        say(format!("\n{test}"))?;
    }
    written(outcome.unwritten.take(), args.log.as_deref())?;
    match (outcome.stopped, test.decision()) {
        (None, Some(Decision::H1)) => Ok(ExitCode::SUCCESS),
        (None, Some(Decision::H0)) => Ok(ExitCode::from(REJECTED)),
        (None, None) => Ok(ExitCode::from(UNDECIDED)),
        (stopped, _) => ended(stopped, played, &contest),
    }
}

/// Plays a contest that Ctrl-C ends, with its log.
fn run(
    contest: &Contest,
    path: Option<&Path>,
    watch: &mut dyn FnMut(&GameRecord) -> Watch,
) -> Result<Outcome> {
    let mut contest = contest.clone();
    let mut log = None;
    if let Some(path) = path {
        contest.identities = identities(&contest.players)?;
        log = Some(LogFile::replace(path)?);
    }
    end_on_ctrl_c(contest.rules.cancel.clone())?;
    contest
        .run(log.as_mut().map(|file| file as &mut dyn Write), watch)
        .with_context(|| cannot_write(path))
}

fn cannot_write(log: Option<&Path>) -> String {
    let name = log.map(|log| log.display().to_string());
    format!("cannot write the log {}", name.unwrap_or_default())
}

/// Fails if the log was not written to its end.
fn written(unwritten: Option<anyhow::Error>, log: Option<&Path>) -> Result<()> {
    match unwritten {
        None => Ok(()),
        Some(error) => Err(error.context(cannot_write(log))),
    }
}

/// The exit status of a contest, with a word about what stopped it.
fn ended(stopped: Option<Stop>, played: u32, contest: &Contest) -> Result<ExitCode> {
    match stopped {
        None => Ok(ExitCode::SUCCESS),
        Some(Stop::Cancelled) => {
            eprintln!("cancelled after {played} of {} games", contest.games);
            Ok(ExitCode::from(CANCELLED))
        }
        Some(Stop::Failed(error)) => Err(error.context("the match was stopped")),
    }
}

/// The first Ctrl-C ends the match, the second the arena.
pub(crate) fn end_on_ctrl_c(cancel: Arc<AtomicBool>) -> Result<()> {
    ctrlc::set_handler(move || {
        if cancel.swap(true, Ordering::Relaxed) {
            // The launchers see it and end every program.
            std::process::exit(i32::from(CANCELLED));
        }
    })
    .context("cannot catch Ctrl-C")
}

fn logic(name: &str) -> Result<ExitCode> {
    ensure!(
        name == saiblo::SNAKEGO,
        "the arena has no logic for `{name}` (it knows: snakego)"
    );
    saiblo::serve::serve(&mut stdin().lock(), &mut stdout().lock())?;
    Ok(ExitCode::SUCCESS)
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

fn verify_record(path: &Path) -> Result<ExitCode> {
    say(verify::text(path)?)?;
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
