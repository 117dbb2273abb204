//! The subcommands.

use std::process::ExitCode;

use anyhow::Result;
use arena_common::texts::Language;
use clap::{Parser, Subcommand};

use crate::catalog::Catalog;
use crate::commands;
use crate::commands::analyse::AnalyseArgs;
use crate::commands::check::CheckArgs;
use crate::commands::explain::ExplainArgs;
use crate::commands::import::ImportArgs;
use crate::commands::judge::JudgeArgs;
use crate::commands::league::LeagueArgs;
use crate::commands::list::ListArgs;
use crate::commands::localai::LocalAiArgs;
use crate::commands::logic::LogicArgs;
use crate::commands::r#match::MatchArgs;
use crate::commands::merge::MergeArgs;
use crate::commands::new_bot::NewBotArgs;
use crate::commands::play::PlayArgs;
use crate::commands::positions::PositionsArgs;
use crate::commands::random::RandomArgs;
use crate::commands::replay::ReplayArgs;
use crate::commands::sprt::SprtArgs;
use crate::commands::tune::TuneArgs;
use crate::commands::verify::VerifyArgs;

/// The local referee: plays matches between bots under the judge's rules of conduct.
#[derive(Debug, Parser)]
#[command(name = "arena", bin_name = "arena", version, arg_required_else_help = true, after_help = MAIN_EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Language of help, tables and pages, en or zh [default: that of LC_ALL, LC_MESSAGES or LANG, of pages that of the browser]
    #[arg(long, global = true, value_name = "LANG")]
    pub lang: Option<Language>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a match between two players and print the result
    Match(MatchArgs),
    /// Play until it is clear whether A is stronger than B
    ///
    /// A sequential probability ratio test over game pairs: H0, A is --elo0 stronger or less; H1, A is --elo1 stronger
    /// or more. It stops as soon as one of them is clear at the error rates given.
    Sprt(SprtArgs),
    /// Let every bot of a list play every other, and rate them
    ///
    /// Every finished game is on disk at once; --resume goes on with a league that was stopped in any way, and --shard
    /// plays one part of it, for several machines.
    League(LeagueArgs),
    /// Put the files of a league's shards together and print its tables
    Merge(MergeArgs),
    /// Let a bot that runs here play live matches on botzone.org.cn
    ///
    /// Botzone's local AI interface: the bot takes your seat, in several matches at once if need be. No upload and no
    /// bundle: any program can play.
    #[command(name = "localai")]
    LocalAi(LocalAiArgs),
    /// Make a log of the arena from a match log of botzone.org.cn, or from its monthly packs
    ///
    /// A match is replayed by the arena's own referee, which must say what the site's judge said.
    Import(ImportArgs),
    /// Be the judge: read a match log on standard input, print the judge's output
    ///
    /// Speaks the protocol of Botzone's judge programs: one line {"log":[...],"initdata":...} in, one line
    /// {"command":...,"content":...,"display":...} and an empty line out. Started once for every turn.
    Judge(JudgeArgs),
    /// Be the logic of a Saiblo game: referee one half for a judger
    ///
    /// Speaks the protocol between Saiblo's judger and a game's logic program: messages with four bytes of length in
    /// front. So saiblo-local-judger can run the arena's referee.
    Logic(LogicArgs),
    /// Be a random player in a seat of a match
    #[command(hide = true)]
    Random(RandomArgs),
    /// Score a bot on the positions kept beside it
    ///
    /// A position file bots/BOT/positions/*.txt holds comment lines `# why`, the position, and a line
    /// `want: MOVE ...` or `avoid: MOVE ...`. For each miss the bot's `explain` output is printed.
    Positions(PositionsArgs),
    /// Ask a bot what it thinks of a position, or of a turn of a logged game
    ///
    /// Prints the position and what the bot's own `explain` says: its search tree, debug text and move.
    Explain(ExplainArgs),
    /// Let a bot value every position of a log, and name the turns that lost most
    ///
    /// Writes a copy of the log with the values, of which the replay draws a curve. The log itself is left alone.
    #[command(alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Test a bot before an upload, step by step
    ///
    /// Ends with "ready to upload" and how to, or with the step that failed and what to do about it.
    Check(CheckArgs),
    /// Make a new bot from its game's template
    ///
    /// It builds, plays and passes its tests at once. `scripts/new-bot` is the same.
    NewBot(NewBotArgs),
    /// Look for better parameters of a bot
    ///
    /// Simulated annealing over games of the bot with itself at a node budget, and at the end a sequential test against
    /// opponents that were not in the tuning. The bot's own file is left alone.
    Tune(TuneArgs),
    /// Check a record of Goose Tetris: is it valid, what does it score
    ///
    /// Prints validity, score, pieces, and the score every 1,000 pieces. A record that the contest would refuse is
    /// an error that says why.
    Verify(VerifyArgs),
    /// Play against a bot in the browser
    ///
    /// Serves a page to this machine only, on which you play one game; afterwards the page replays it.
    Play(PlayArgs),
    /// Make one HTML file of a match log, to look at its games in a browser
    ///
    /// The file is complete in itself: board, both bots' debug text and move times, step by step or animated, in
    /// English and Chinese.
    Replay(ReplayArgs),
    /// List the bots of the workspace: game, judge, idea
    ///
    /// Their names are the players of `arena match`, besides `BOT@REV`, `human` and `cmd:COMMAND`.
    List(ListArgs),
}

/// Does what the command says.
///
/// # Errors
/// What the command fails with.
pub fn run(command: Command, catalog: &Catalog) -> Result<ExitCode> {
    match command {
        Command::Match(args) => commands::r#match::run(&args, catalog),
        Command::Sprt(args) => commands::sprt::run(&args, catalog),
        Command::League(args) => commands::league::run(&args, catalog),
        Command::Merge(args) => commands::merge::run(&args),
        Command::LocalAi(args) => commands::localai::run(&args, catalog),
        Command::Import(args) => commands::import::run(&args, catalog),
        Command::Judge(args) => commands::judge::run(&args, catalog),
        Command::Logic(args) => commands::logic::run(&args, catalog),
        Command::Random(args) => commands::random::run(&args, catalog),
        Command::Positions(args) => commands::positions::run(&args, catalog),
        Command::Explain(args) => commands::explain::run(&args, catalog),
        Command::Analyse(args) => commands::analyse::run(&args, catalog),
        Command::Check(args) => commands::check::run(&args, catalog),
        Command::NewBot(args) => commands::new_bot::run(&args),
        Command::Tune(args) => commands::tune::run(&args, catalog),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Play(args) => commands::play::run(&args, catalog),
        Command::Replay(args) => commands::replay::run(&args, catalog),
        Command::List(args) => commands::list::run(&args),
    }
}

// Lines of at most 80 characters: clap breaks longer ones where it likes.
const MAIN_EXAMPLES: &str = "\
Games of Botzone: {botzone-games}
Games of Saiblo: {saiblo-games}
Any other Botzone game for two players needs its own judge (`arena match
--judge-cmd`).

Examples:
  arena list
  arena match nogo-switcher nogo-greedy --games 40 --log games.jsonl
  arena replay games.jsonl
  arena play nogo nogo-switcher
  arena check nogo-switcher

`arena X` stands for `cargo run --release -- X`.";
