//! `arena sprt`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use arena_common::screen::say;
use clap::Args;
use contest::Watch;
use contest::player::is_human;
use contest::report::report;
use contest::sprt::{Decision, Hypotheses, Sprt};

use super::logged;
use crate::catalog::Catalog;
use crate::conditions::{self, Conditions};
use crate::exit;

/// Arguments of `arena sprt`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct SprtArgs {
    /// Player A: a bot of the workspace, `BOT@REV`, a file, or `cmd:COMMAND`, with options (see `match --help`)
    #[arg(value_name = "A")]
    pub a: String,
    /// Player B, likewise
    #[arg(value_name = "B")]
    pub b: String,
    /// H0: A is so many Elo stronger than B, or less
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    pub elo0: f64,
    /// H1: A is so many Elo stronger than B, or more
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 20.0,
        allow_negative_numbers = true
    )]
    pub elo1: f64,
    /// How often H1 may be accepted where H0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub alpha: f64,
    /// How often H0 may be accepted where H1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub beta: f64,
    /// End without a decision after so many games
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub max_games: u32,
    /// Write the games to FILE, one JSON line each; an old FILE is replaced
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
}

/// Runs a test and prints the decision.
///
/// # Errors
/// Names the argument that is invalid and the cure, or what stopped the games.
pub fn run(args: &SprtArgs, catalog: &Catalog) -> Result<ExitCode> {
    let hypotheses = Hypotheses::new(args.elo0, args.elo1, args.alpha, args.beta)?;
    ensure!(
        !is_human(&args.a) && !is_human(&args.b),
        "a test takes thousands of games: name bots or cmd:COMMAND, no human"
    );
    let names = [args.a.clone(), args.b.clone()];
    let contest = conditions::contest(
        &catalog.games,
        &names,
        &args.conditions,
        args.max_games,
        false,
    )?;
    let mut test = Sprt::new(hypotheses);
    let mut outcome = logged::run(&contest, args.log.as_deref(), &mut |game| {
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
    logged::written(outcome.unwritten.take(), args.log.as_deref())?;
    match (outcome.stopped, test.decision()) {
        (None, Some(Decision::H1)) => Ok(ExitCode::SUCCESS),
        (None, Some(Decision::H0)) => Ok(ExitCode::from(exit::REJECTED)),
        (None, None) => Ok(ExitCode::from(exit::UNDECIDED)),
        (stopped, _) => logged::ended(stopped, played, &contest),
    }
}

const HELP: &str = "\
Players, conduct and pairs are those of `arena match`. Pairs are counted in the
order of the schedule, so with --nodes the decision is the same on every run.

Exit status: 0 if H1 was accepted, 10 if H0, 11 without a decision.

Examples:
  arena sprt nogo-the-shy nogo-switcher --nodes 20000
  arena sprt nogo-greedy nogo-random --elo0 0 --elo1 100
  arena sprt snake-six-ply 'cmd:./old-six-ply' --elo0 -10 --elo1 0";
