//! `arena sprt`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use contest::Watch;
use gameplay::Games;
use journal::hypotheses::Hypotheses;
use players::player::Spec;
use statistics::report::{self, report};
use statistics::sprt::Sprt;

use super::logged::{self, LogArgs};
use crate::conditions::{self, Conditions};
use crate::exit;
use crate::tables::TableArgs;

/// Arguments of `arena sprt`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct SprtArgs {
    /// Player A: a bot, BOT@REV, a file or cmd:COMMAND; see `arena help players`
    #[arg(value_name = "A")]
    pub a: String,
    /// Player B
    #[arg(value_name = "B")]
    pub b: String,
    /// H0: A is at most this many Elo stronger
    #[arg(
        help_heading = "Test",
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    pub elo0: f64,
    /// H1: A is at least this many Elo stronger
    #[arg(
        help_heading = "Test",
        long,
        value_name = "ELO",
        default_value_t = 20.0,
        allow_negative_numbers = true
    )]
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true
    #[arg(help_heading = "Test", long, value_name = "P", default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true
    #[arg(help_heading = "Test", long, value_name = "P", default_value_t = 0.05)]
    pub beta: f64,
    /// Stop undecided after N games [default: 20000]
    #[arg(help_heading = "Test", long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub max_games: Option<u32>,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
    /// Where the games go
    #[command(flatten)]
    pub log: LogArgs,
    /// How the tables are printed
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Runs a test and prints the decision.
///
/// # Errors
/// Names the argument that is invalid and the cure, or what stopped the games.
pub fn run(args: &SprtArgs, games: &Games) -> Result<ExitCode> {
    let hypotheses = Hypotheses::new(args.elo0, args.elo1, args.alpha, args.beta)?;
    let specs = Spec::all(&[&args.a, &args.b])?;
    require!(
        !specs.iter().any(Spec::is_human),
        "a test takes thousands of games: name bots or cmd:COMMAND, no human"
    );
    let contest = conditions::of_two(
        games,
        &specs,
        &args.conditions,
        args.log.games(args.max_games, 20_000),
        false,
    )?;
    require!(
        contest.host.seatings().len() == 2,
        "a test counts pairs of games, and a deal of this game has another number of them: play `arena match`"
    );
    // Only all parts together decide the test.
    let mut test = args.log.shard.is_none().then(|| Sprt::new(hypotheses));
    args.tables
        .check(&report::empty(contest.host.game, test.as_ref()))?;
    let outcome = logged::run(
        &contest,
        &args.log,
        args.conditions.force,
        Some(hypotheses),
        &mut |game| match &mut test {
            None => Watch::default(),
            Some(test) => {
                test.add(game);
                Watch {
                    note: test.note(),
                    expected: test.expected(),
                    enough: test.decision().is_some(),
                }
            }
        },
    )?;
    let test = test.as_ref();
    let played = outcome.tally.total.games();
    if played > 0 {
        let matches = outcome.matches.as_ref();
        let labels = &contest.labels([0, 1]);
        args.tables.print(
            || {
                let test = test.map(|test| format!("\n\n{test}"));
                report(&outcome.tally, labels, outcome.wall) + &test.unwrap_or_default()
            },
            || {
                let names = [args.a.as_str(), &args.b];
                report::tables(&outcome.tally, matches, test, names, labels)
            },
        )?;
    }
    match (outcome.stopped, test) {
        (None, Some(test)) => Ok(exit::of(test.decision())),
        (stopped, _) => logged::ended(stopped, played, &contest, &args.log),
    }
}

/// A test without games: what its tables are made from where nothing was played.
pub fn empty() -> Option<Sprt> {
    Hypotheses::new(0.0, 1.0, 0.05, 0.05).map(Sprt::new).ok()
}

const HELP: &str = "\
A sequential probability ratio test over pairs of games. It stops as soon as H0
or H1 is accepted; the parts of --shard do not, `arena merge` decides then.

Exit status: 0 if H1 was accepted, 10 if H0, 11 without a decision.

Help topics (`arena help TOPIC`): players, openings, conduct, log, tables.

Examples:
  arena sprt nogo-prior nogo-switcher --nodes 200 --elo1 60
  arena sprt nogo-greedy nogo-random --nodes 1 --log test.jsonl --resume
  arena sprt nogo-greedy my_bot.cpp --elo0 -40 --elo1 0";
