//! `arena explain`.

mod repeat;

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use arena_common::screen::say;
use arena_common::{Cancel, at_most};
use clap::Args;
use contest::explain::explain;
use gameplay::Games;
use judges_common::positions::Kept;
use players::player::Spec;
use players::workspace;

use crate::logged_turn::{self, TurnArgs};
use crate::positions::Effort;

/// Arguments of `arena explain`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct ExplainArgs {
    /// A bot; with --log also your own program
    pub bot: String,
    /// A position: text, `-` for standard input, or `@FILE`
    #[arg(conflicts_with = "log", required_unless_present = "log")]
    pub position: Option<String>,
    /// A turn of a game
    #[command(flatten)]
    pub turn: TurnArgs,
    /// How long the bot may think
    #[command(flatten)]
    pub effort: Effort,
}

/// Prints what a bot thinks of a position; of a program of somebody else, what it does in a turn.
///
/// # Errors
/// If there is no such bot or position, the log has no such turn, or the bot's `explain` fails.
pub fn run(args: &ExplainArgs, games: &Games) -> Result<ExitCode> {
    if Spec::parse(&args.bot)?.is_own_program() {
        return repeat::run(args, games);
    }
    let bots = workspace::bots()?;
    let bot = workspace::find(&bots, &args.bot)?;
    let questions = match (logged_turn::find(&args.turn, games)?, &args.position) {
        (Some(found), _) => {
            workspace::ensure_plays(bot, found.game.name, &found.place)?;
            let question = |decision| {
                let heading = found.heading(decision);
                (Some(heading), decision.position.clone())
            };
            found.decisions.iter().map(question).collect()
        }
        (None, Some(text)) => vec![(None, position(text)?)],
        (None, None) => fail!("explain needs a position, or --log FILE --game ID --turn N"),
    };
    let program = workspace::build_one(bot)?;
    let program = [program.to_string_lossy().into_owned()];
    let (never, hour) = (Cancel::default(), Duration::from_secs(3600));
    for (number, (heading, position)) in questions.iter().enumerate() {
        if number > 0 {
            say("")?;
        }
        if let Some(heading) = heading {
            say(heading)?;
            say(said!("position: {position}"))?;
        }
        let text = explain(&program, position, &args.effort.words(), hour, &never)?;
        say(text.trim_end())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The position that the command line names.
fn position(argument: &str) -> Result<String> {
    let text = match argument.strip_prefix('@') {
        _ if argument == "-" => at_most::text(io::stdin()).context("cannot read standard input")?,
        Some(file) => {
            at_most::read_to_string(file.as_ref()).with_context(|| msg!("cannot read {file}"))?
        }
        None => argument.to_owned(),
    };
    // The file of a kept position says more than the position.
    let kept = Kept::parse(&text).map(|kept| kept.position);
    Ok(kept.unwrap_or_else(|_| text.trim().to_owned()))
}

const HELP: &str = "\
Prints the position and the bot's `explain` output: search tree, debug text and
move. See `arena help analysis`.

Positions, in the form that the game's bots read, for example:
{positions}

Examples:
  arena explain nogo-prior '4,4 0,8 3,3' --nodes 2000
  arena explain nogo-prior --log games.jsonl --game 3 --turn 41
  arena explain snake-open-hand --log snake.jsonl --game 0 --turn 9 --seat 1
  arena explain nogo-prior @bots/nogo-prior/positions/end-01.txt";

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_kept_position_is_a_position() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.txt");
        fs::write(&path, "# why\n4,4 0,8\nwant: 3,3\n").unwrap();
        let argument = format!("@{}", path.display());
        assert_eq!(position(&argument).unwrap(), "4,4 0,8");
        fs::write(&path, " 4,4\n").unwrap();
        assert_eq!(position(&argument).unwrap(), "4,4");
        assert_eq!(position("1,1").unwrap(), "1,1");
        let error = position("@/no/file").unwrap_err().to_string();
        assert!(error.contains("cannot read /no/file"), "{error}");
    }
}
