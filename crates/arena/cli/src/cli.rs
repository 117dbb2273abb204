//! The subcommands.

use std::process::ExitCode;

use anyhow::Result;
use arena_common::texts::Language;
use clap::{Parser, Subcommand};
use gameplay::Games;

use crate::commands;
use crate::commands::amalgamate::AmalgamateArgs;
use crate::commands::analyse::AnalyseArgs;
use crate::commands::answer::AnswerArgs;
use crate::commands::check::CheckArgs;
use crate::commands::explain::ExplainArgs;
use crate::commands::help::HelpArgs;
use crate::commands::import::ImportArgs;
use crate::commands::judge::JudgeArgs;
use crate::commands::league::LeagueArgs;
use crate::commands::list::ListArgs;
use crate::commands::localai::LocalAiArgs;
use crate::commands::logic::LogicArgs;
use crate::commands::r#match::MatchArgs;
use crate::commands::merge::MergeArgs;
use crate::commands::new_bot::NewBotArgs;
use crate::commands::pack::{PackArgs, Plan};
use crate::commands::play::PlayArgs;
use crate::commands::positions::PositionsArgs;
use crate::commands::random::RandomArgs;
use crate::commands::replay::ReplayArgs;
use crate::commands::sprt::SprtArgs;
use crate::commands::tune::TuneArgs;
use crate::commands::verify::VerifyArgs;

/// The local referee: plays matches between bots by the judge's rules.
#[derive(Debug, Parser)]
#[command(name = "arena", bin_name = "arena", version, arg_required_else_help = true, disable_help_subcommand = true, after_help = MAIN_EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Language, en or zh [default: from the locale]
    #[arg(long, global = true, value_name = "LANG")]
    pub lang: Option<Language>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a match between two players and print the result
    Match(MatchArgs),
    /// Test whether A is stronger than B
    Sprt(SprtArgs),
    /// Play a round robin between bots and rate them
    League(LeagueArgs),
    /// Merge the files of a league and print its tables
    Merge(MergeArgs),
    /// Pack the games of a plan for other machines
    Pack(PackArgs),
    /// Play live matches on botzone.org.cn with a local bot
    #[command(name = "localai")]
    LocalAi(LocalAiArgs),
    /// Import match logs or monthly packs of botzone.org.cn
    Import(ImportArgs),
    /// Act as a Botzone judge program
    Judge(JudgeArgs),
    /// Act as a Saiblo logic program
    Logic(LogicArgs),
    /// Be a random player in a seat of a match
    #[command(hide = true)]
    Random(RandomArgs),
    /// Score a bot on its test positions
    Positions(PositionsArgs),
    /// Ask a bot about a position or a turn of a log
    Explain(ExplainArgs),
    /// Analyze a log: value every position, find the worst turns
    #[command(alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Answer positions from standard input, a line each
    Answer(AnswerArgs),
    /// Test a bot before an upload
    Check(CheckArgs),
    /// Make one C++ file of a bot in several
    Amalgamate(AmalgamateArgs),
    /// Create a bot from the template of its game
    NewBot(NewBotArgs),
    /// Tune the parameters of a bot
    Tune(TuneArgs),
    /// Check a Goose Tetris record and print its score
    Verify(VerifyArgs),
    /// Play against a bot in the browser
    Play(PlayArgs),
    /// Turn a log into an HTML page that replays its games
    Replay(ReplayArgs),
    /// List the bots of the workspace
    List(ListArgs),
    /// Print the help of a command, or explain a topic
    Help(HelpArgs),
}

/// Runs the command; `arena` is the whole command line, for its help, and `fill` fills the places of a topic.
///
/// # Errors
/// If the command fails.
pub fn run(
    command: Command,
    games: &Games,
    arena: impl FnOnce() -> clap::Command,
    fill: impl Fn(&str) -> String,
    parse: impl Fn(&[String]) -> Command,
) -> Result<ExitCode> {
    match command {
        Command::Match(args) => commands::r#match::run(&args, games),
        Command::Sprt(args) => commands::sprt::run(&args, games),
        Command::League(args) => commands::league::run(&args, games),
        Command::Merge(args) => commands::merge::run(&args),
        Command::Pack(args) => {
            let plan = (!args.plan.is_empty()).then(|| plan(&parse(&args.plan)));
            commands::pack::run(&args, plan.as_ref())
        }
        Command::LocalAi(args) => commands::localai::run(&args, games),
        Command::Import(args) => commands::import::run(&args, games),
        Command::Judge(args) => commands::judge::run(&args, games),
        Command::Logic(args) => commands::logic::run(&args, games),
        Command::Random(args) => commands::random::run(&args, games),
        Command::Positions(args) => commands::positions::run(&args, games),
        Command::Explain(args) => commands::explain::run(&args, games),
        Command::Analyse(args) => commands::analyse::run(&args, games),
        Command::Answer(args) => commands::answer::run(&args, games),
        Command::Check(args) => commands::check::run(&args, games),
        Command::Amalgamate(args) => commands::amalgamate::run(&args),
        Command::NewBot(args) => commands::new_bot::run(&args, games),
        Command::Tune(args) => commands::tune::run(&args, games),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Play(args) => commands::play::run(&args, games),
        Command::Replay(args) => commands::replay::run(&args, games),
        Command::List(args) => commands::list::run(&args),
        Command::Help(args) => commands::help::run(&args, arena(), fill),
    }
}

/// The plan of a command that is to be packed.
fn plan(command: &Command) -> Plan {
    let of_two = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
    match command {
        Command::Match(args) => Plan {
            players: of_two(&args.a, &args.b),
            openings: args.conditions.openings.clone(),
            files: args.log.is_given() || args.show,
            steps: false,
        },
        Command::Sprt(args) => Plan {
            players: of_two(&args.a, &args.b),
            openings: args.conditions.openings.clone(),
            files: args.log.is_given(),
            steps: false,
        },
        Command::League(args) => Plan {
            players: args.bots.clone(),
            openings: args.conditions.openings.clone(),
            files: args.has_files(),
            steps: false,
        },
        Command::Tune(args) => Plan {
            players: [std::slice::from_ref(&args.bot), &args.against].concat(),
            openings: None,
            files: args.has_files(),
            steps: true,
        },
        _ => Plan::default(),
    }
}

// Lines of at most 80 characters: clap breaks longer ones where it likes.
const MAIN_EXAMPLES: &str = "\
Games of Botzone:
  {botzone-games}
Games of Saiblo: {saiblo-games}
Any other Botzone game for two players needs its own judge (`arena match
--judge-cmd`).

Topics (`arena help TOPIC`):
  players   what A and B may be, their options, where programs run
  openings  pairs of games, random openings, files of openings
  conduct   time, verdicts, SnakeGo, when move times can be trusted
  log       the format of logs; resuming
  tables    tables as JSON, CSV or Markdown: names and columns
  leagues   ratings, growing a league, merging files, the live page
  page      replaying and playing in the browser
  analysis  asking a bot, test positions, analyzing a log
  steps     what `arena check` checks
  tuning    how `arena tune` searches and confirms
  botzone   live matches, importing matches and packs

Examples:
  arena list
  arena match nogo-greedy nogo-random --games 40 --log games.jsonl
  arena replay games.jsonl
  arena play nogo nogo-switcher  # you play

`arena X` stands for `cargo run --release -- X`.";
