//! `arena match`.

use std::process::ExitCode;

use anyhow::Result;
use arena_common::Stop;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use contest::crash::Crashes;
use contest::{Contest, Outcome, Watch};
use gameplay::Games;
use players::player::{Program, Spec};
use statistics::report::{self, report};

use super::logged::{self, LogArgs};
use crate::conditions::{self, Conditions};
use crate::tables::TableArgs;

/// Arguments of `arena match`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct MatchArgs {
    /// Player A: a bot, BOT@REV, a file, human or cmd:COMMAND; see `arena help players`
    #[arg(value_name = "A")]
    pub a: String,
    /// Player B
    #[arg(value_name = "B")]
    pub b: String,
    /// Number of games, rounded up to pairs [default: 20; with --resume as in the log]
    #[arg(help_heading = "Players and games", long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Play every start twice with swapped seats; with no, A always has seat 0
    #[arg(help_heading = "Players and games", long, value_name = "yes|no", hide_possible_values = true, default_value = "yes", action = ArgAction::Set, value_parser = PossibleValuesParser::new(["yes", "no"]).map(|word| word == "yes"))]
    pub swap: bool,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
    /// Where the games go
    #[command(flatten)]
    pub log: LogArgs,
    /// Show every turn: moves, verdicts, the board
    #[arg(help_heading = "Output", long, conflicts_with = "form")]
    pub show: bool,
    /// How the tables are printed
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Plays a match and prints the result.
///
/// # Errors
/// Names the argument that is invalid and the cure, or what stopped the games.
pub fn run(args: &MatchArgs, games: &Games) -> Result<ExitCode> {
    let specs = Spec::all(&[&args.a, &args.b])?;
    let mut contest = conditions::of_two(
        games,
        &specs,
        &args.conditions,
        args.log.games(args.games, 20),
        args.show,
    )?;
    args.tables.check(&report::empty(contest.host.game, None))?;
    if !args.swap {
        let halves = contest.host.game.and_then(|game| game.match_winner);
        require!(
            halves.is_none(),
            "--swap=no: a match of this game is two halves with swapped seats; leave it out"
        );
        contest.swap = false;
        contest.games = args.log.games(args.games, 20);
    }
    let mut crashes = Crashes::default();
    let outcome = logged::run(
        &contest,
        &args.log,
        args.conditions.force,
        None,
        &mut |game| {
            crashes.add(game);
            Watch::default()
        },
    )?;
    let played = outcome.tally.total.games();
    if played > 0 || !matches!(outcome.stopped, Some(Stop::Failed(_))) {
        let matches = outcome.matches.as_ref();
        let labels = &contest.labels([0, 1]);
        args.tables.print(
            || {
                let halves = matches.map(|matches| report::halves(matches, labels) + "\n");
                halves.unwrap_or_default() + &report(&outcome.tally, labels, outcome.wall)
            },
            || {
                let names = [args.a.as_str(), &args.b];
                report::tables(&outcome.tally, matches, None, names, labels)
            },
        )?;
        if outcome.stopped.is_none() {
            for place in crashes.places(&contest) {
                args.tables.remark(place)?;
            }
        }
        for command in repeats(args, &contest, &outcome)? {
            args.tables
                .remark(said!("to repeat that turn: {command}"))?;
        }
    }
    logged::ended(outcome.stopped, played, &contest, &args.log)
}

/// For each player that has failed, the command that repeats its first failure.
fn repeats(args: &MatchArgs, contest: &Contest, outcome: &Outcome) -> Result<Vec<String>> {
    let can = (contest.host.game).is_some_and(|game| game.botzone().is_some());
    let Some(log) = args.log.log.as_ref().filter(|_| can) else {
        return Ok(Vec::new());
    };
    let log = log.to_string_lossy();
    let effort = match (contest.rules.nodes, args.conditions.time_ms) {
        (Some(nodes), _) => format!(" --nodes {nodes}"),
        (_, Some(ms)) => format!(" --time-ms {ms}"),
        _ => String::new(),
    };
    let mut commands = Vec::new();
    for (i, text) in [&args.a, &args.b].into_iter().enumerate() {
        let name = match &contest.players[i].program {
            Program::Bot { package, .. } if !package.contains('@') => package.clone(),
            // The properties that a first move showed are detected again.
            Program::Source { .. } | Program::Command { .. } => text.clone(),
            _ => continue,
        };
        if let Some(failure) = outcome.tally.players[i].failures.first() {
            let [name, log] = [name.as_str(), &*log].map(shell_words::quote);
            let (game, turn) = (failure.game, failure.turn);
            let seat = failure.seat;
            commands.push(format!(
                "arena explain {name} --log {log} --game {game} --turn {turn} --seat {seat}{effort}"
            ));
        }
    }
    Ok(commands)
}

const HELP: &str = "\
Help topics (`arena help TOPIC`): players, openings, conduct, log, tables.

Examples:
  arena match nogo-switcher nogo-greedy --nodes 2000 --seed 7
  arena match nogo-greedy nogo-random --games 60 --log games.jsonl --resume
  arena match snake-open-hand snake-coiler --nodes 500 --show --log snake.jsonl
  arena match tetris2-dellacherie human  # you play
  arena match 'cmd:./a' 'cmd:./b' --game nogo --judge-cmd ./j  # needs a judge";
