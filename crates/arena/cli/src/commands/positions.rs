//! `arena positions`.

use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::screen::say;
use clap::Args;
use gameplay::Games;

use crate::logged_turn::{self, TurnArgs};
use crate::positions::{self, Effort, Keep};
use crate::tables::TableArgs;

/// Arguments of `arena positions`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct PositionsArgs {
    /// A workspace bot
    pub bot: String,
    /// How long the bot may think about each position
    #[command(flatten)]
    pub effort: Effort,
    /// Keep a turn of --log as bots/BOT/positions/NAME.txt
    #[arg(
        help_heading = "Keeping a position",
        long,
        value_name = "NAME",
        requires = "log"
    )]
    pub keep: Option<String>,
    /// The turn to keep
    #[command(flatten)]
    pub turn: TurnArgs,
    /// Right moves [default: --avoid the move played]
    #[arg(help_heading = "Keeping a position", long, value_name = "MOVE", num_args = 1.., requires = "keep", conflicts_with = "avoid")]
    pub want: Vec<String>,
    /// Wrong moves
    #[arg(help_heading = "Keeping a position", long, value_name = "MOVE", num_args = 1.., requires = "keep")]
    pub avoid: Vec<String>,
    /// Comment of the file [default: log, game and turn]
    #[arg(
        help_heading = "Keeping a position",
        long,
        value_name = "TEXT",
        requires = "keep"
    )]
    pub why: Option<String>,
    /// How the table is printed
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Scores a bot on its positions, or keeps one.
///
/// # Errors
/// If there is no such bot or no position, a file is malformed or in the way, or `explain` fails.
pub fn run(args: &PositionsArgs, games: &Games) -> Result<ExitCode> {
    let Some(name) = &args.keep else {
        require!(
            args.turn.log.is_none(),
            "--log names a turn to keep: add --keep NAME; `arena explain` asks a bot about it"
        );
        positions::score(&args.bot, &args.effort.words(), &args.tables)?;
        return Ok(ExitCode::SUCCESS);
    };
    let found = logged_turn::find(&args.turn, games)?;
    let found = found.context("--keep needs --log FILE --game ID --turn N")?;
    let keep = Keep {
        name,
        want: &args.want,
        avoid: &args.avoid,
        why: args.why.as_deref(),
    };
    let (path, kept) = positions::keep(&args.bot, &found, &keep)?;
    say(format!(
        "{}:\n{}",
        path.display(),
        kept.to_string().trim_end()
    ))?;
    Ok(ExitCode::SUCCESS)
}

const HELP: &str = "\
Prints the bot's `explain` output for every miss. Positions are the files
bots/BOT/positions/*.txt; --keep writes one from a turn of a log.

Help topics (`arena help TOPIC`): analysis, tables.

Examples:
  arena positions nogo-switcher
  arena positions nogo-switcher --nodes 20000 --seed 3 --csv
  arena positions nogo-prior --keep eye --log games.jsonl --game 3 --turn 41
  arena positions nogo-prior --keep win --log games.jsonl --game 3 --turn 41 \\
    --want 3,4 3,5 --why 'only these save the eye'";
