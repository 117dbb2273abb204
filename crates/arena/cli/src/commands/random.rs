//! `arena random`: the opponent of a check where there is no workspace.

use std::env;
use std::io::{stdin, stdout};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use gameplay::{Game, Games, random};

/// Arguments of `arena random`.
#[derive(Debug, Args)]
pub struct RandomArgs {
    /// Name of the game, for example nogo
    pub game: String,
    /// What the moves come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// Plays a seat at random.
///
/// # Errors
/// If the game is unknown or the input is not from its judge.
pub fn run(args: &RandomArgs, games: &Games) -> Result<ExitCode> {
    let game = games.find(&args.game)?;
    random::play(game, args.seed, &mut stdin().lock(), &mut stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

/// The random player of a game as a player of the command line.
///
/// # Errors
/// If the arena's own program cannot be found.
pub fn player(game: &Game) -> Result<String> {
    let program = env::current_exe().context("the arena's own program cannot be found")?;
    let program = program.to_string_lossy();
    let options = if game.botzone().is_some() {
        ",json,restart"
    } else {
        ""
    };
    let words = [&*program, "random", game.name, "--seed", "{seed}"];
    Ok(format!("random=cmd:{}{options}", shell_words::join(words)))
}
