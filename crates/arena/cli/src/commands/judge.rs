//! `arena judge`.

use std::io::{stdin, stdout};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gameplay::{Games, botzone};

/// Arguments of `arena judge`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct JudgeArgs {
    /// Name of the game, for example nogo
    pub game: String,
}

/// Answers one call of a judge.
///
/// # Errors
/// If the game is unknown or the input is not a call.
pub fn run(args: &JudgeArgs, games: &Games) -> Result<ExitCode> {
    let (_, game) = games.find_botzone(&args.game)?;
    botzone::serve(
        (game.referee)().as_mut(),
        &mut stdin().lock(),
        &mut stdout().lock(),
    )?;
    Ok(ExitCode::SUCCESS)
}

const HELP: &str = "\
Speaks the protocol of Botzone's judge programs, started once per turn: one line
{\"log\":[...],\"initdata\":...} in, one line
{\"command\":...,\"content\":...,\"display\":...} and an empty line out.

Games:
  {botzone-games}

gomoku-swap is not proven against its judge, which is not public:
crates/games/gomoku/README.md has what is assumed. gomoku reads all of its input
and prints no empty line, as its judge does.

Example:
  echo '{\"log\":[],\"initdata\":\"\"}' | arena judge nogo";
