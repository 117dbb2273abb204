//! `arena sprt`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use contest::Watch;
use players::player::Spec;
use statistics::report::{self, report};
use statistics::sprt::{Decision, Hypotheses, Sprt};

use super::logged::{self, LogArgs};
use crate::catalog::Catalog;
use crate::conditions::{self, Conditions};
use crate::exit;
use crate::tables::TableArgs;

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
    /// End without a decision after so many games [default: 20000; with --resume as in the log]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub max_games: Option<u32>,
    /// Where the games go
    #[command(flatten)]
    pub log: LogArgs,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
    /// How the tables are printed
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Runs a test and prints the decision.
///
/// # Errors
/// Names the argument that is invalid and the cure, or what stopped the games.
pub fn run(args: &SprtArgs, catalog: &Catalog) -> Result<ExitCode> {
    let hypotheses = Hypotheses::new(args.elo0, args.elo1, args.alpha, args.beta)?;
    let specs = Spec::all(&[&args.a, &args.b])?;
    ensure!(
        !specs.iter().any(Spec::is_human),
        "a test takes thousands of games: name bots or cmd:COMMAND, no human"
    );
    let contest = conditions::of_two(
        &catalog.games,
        &specs,
        &args.conditions,
        args.log.games(args.max_games, 20_000),
        false,
    )?;
    let mut test = Sprt::new(hypotheses);
    args.tables
        .check(&report::empty(contest.host.game, Some(&test)))?;
    let outcome = logged::run(&contest, &args.log, args.conditions.force, &mut |game| {
        test.add(game);
        Watch {
            note: test.note(),
            expected: test.expected(),
            enough: test.decision().is_some(),
        }
    })?;
    let played = outcome.tally.total().games();
    if played > 0 {
        let matches = outcome.matches.as_ref();
        let labels = &contest.labels([0, 1]);
        args.tables.print(
            || {
                let report = report(&outcome.tally, labels, outcome.wall);
                format!("{report}\n\n{test}")
            },
            || {
                let names = [args.a.as_str(), &args.b];
                report::tables(&outcome.tally, matches, Some(&test), names, labels)
            },
        )?;
    }
    match (outcome.stopped, test.decision()) {
        (None, Some(Decision::H1)) => Ok(ExitCode::SUCCESS),
        (None, Some(Decision::H0)) => Ok(ExitCode::from(exit::REJECTED)),
        (None, None) => Ok(ExitCode::from(exit::UNDECIDED)),
        (stopped, _) => logged::ended(stopped, played, &contest, &args.log),
    }
}

const HELP: &str = "\
Players, conduct and pairs are those of `arena match`. Pairs are counted in the
order of the schedule, so with --nodes the decision is the same on every run.

An old --log is replaced with --force only; --resume continues it: its games
count first, and the decision is the one of a test that was never stopped.

Tables as data (--json, --csv, --markdown; --table NAME for one of them; scores
are from 0 to 1, x_low and x_high the ends of a 95 % interval):
{tables}

Exit status: 0 if H1 was accepted, 10 if H0, 11 without a decision.

Examples:
  arena sprt nogo-prior nogo-switcher --nodes 200 --elo1 60
  arena sprt nogo-greedy nogo-random --elo0 0 --elo1 100
  arena sprt nogo-greedy nogo-random --nodes 1 --log test.jsonl --resume
  arena sprt nogo-greedy my_bot.cpp --elo0 -40 --elo1 0";
