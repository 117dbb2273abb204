//! `arena sprt`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use contest::Watch;
use players::player::Spec;
use statistics::report::report;
use statistics::sheets;
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
    let heads = sheets::of_game(&sheets::OF_TEST, contest.host.game);
    args.tables.check(&heads)?;
    let mut test = Sprt::new(hypotheses);
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
        args.tables.print(
            || {
                let report = report(&outcome.tally, &contest.labels([0, 1]), outcome.wall);
                format!("{report}\n\n{test}")
            },
            || {
                let mut all = vec![sheets::of_test(&test)];
                all.extend(sheets::of_match(
                    &outcome.tally,
                    matches,
                    [&args.a, &args.b],
                ));
                all
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

An old --log is replaced with --force only; --resume goes on with it: its games
count first, and the decision is the one of a test that was never stopped.

Tables as data (--json, --csv, --markdown; --table NAME for one of them):
  test: decision (H0, H1, or none), elo0, elo1, alpha, beta, llr, llr_low,
    llr_high, pairs, pairs_0, pairs_05, pairs_1, pairs_15, pairs_2 (pairs by the
    points of A), elo, elo_low, elo_high, los (likelihood of superiority)
  and those of `arena match`:
  score: player_a, player_b, seat, games, won, drawn, lost, score, score_low,
    score_high, elo, elo_low, elo_high
  endings: end, games, a_won, b_won, drawn
  conduct: player, name, ok, tle, mle, ole, nj, re, illegal, fallback,
    first_ms_median, first_ms_max, later_ms_median, later_ms_max
  failures: player, name, game, turn, seat, verdict, text
  matches: player_a, player_b, matches, won, lost, score, score_low, score_high

Exit status: 0 if H1 was accepted, 10 if H0, 11 without a decision.

Examples:
  arena sprt nogo-prior nogo-switcher --nodes 200 --elo1 60
  arena sprt nogo-greedy nogo-random --elo0 0 --elo1 100
  arena sprt nogo-greedy nogo-random --nodes 1 --log test.jsonl --resume
  arena sprt nogo-greedy my_bot.cpp --elo0 -40 --elo1 0";
