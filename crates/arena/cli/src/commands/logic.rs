//! `arena logic`.

use std::io::{stdin, stdout};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gameplay::Games;
use gameplay::game::Platform;
use referee::saiblo;

/// Arguments of `arena logic`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct LogicArgs {
    /// Name of the game: snakego
    pub game: String,
}

/// Referees one half-game for a judger.
///
/// # Errors
/// If the game is not one of Saiblo's, or a message is invalid.
pub fn run(args: &LogicArgs, games: &Games) -> Result<ExitCode> {
    let logic = |game: &gameplay::Game| match game.platform {
        Platform::Saiblo(saiblo) => Some((game.name, saiblo)),
        Platform::Botzone(_) => None,
    };
    let known: Vec<_> = games.iter().filter_map(logic).collect();
    let Some((_, game)) = known.iter().find(|(name, _)| *name == args.game) else {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        fail!(
            "the arena has no logic for `{}` (it knows: {})",
            args.game,
            names.join(", ")
        )
    };
    saiblo::serve::serve(game, &mut stdin().lock(), &mut stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

const HELP: &str = "\
Speaks the protocol between Saiblo's judger and a game's logic program (messages
with a 4-byte length prefix), so saiblo-local-judger can run the arena's
referee.

Example (two programs that connect to the judger, one half):
  python3 -m judger_cli --playerCount 2 --logicPath ./logic  # needs a judge
where ./logic is a script that runs `arena logic snakego`.";
