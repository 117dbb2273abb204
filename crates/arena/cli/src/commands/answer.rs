//! `arena answer`.

use std::io::stdin;
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::screen::say;
use arena_common::words::alternatives;
use arena_common::{at_most, foreign};
use clap::Args;
use contest::answer::Answerer;
use contest::negotiate::negotiate;
use gameplay::Games;
use players::player::{self, Spec};
use referee::Host;
use referee::conduct::{Mode, Rules};
use serde_json::json;

use crate::positions::Effort;

/// Arguments of `arena answer`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct AnswerArgs {
    /// A player (see `arena help players`)
    pub player: String,
    /// Game; needed if the player is no workspace bot
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// How long the player may think
    #[command(flatten)]
    pub effort: Effort,
}

/// Answers the lines of standard input until it ends. An error in a line, or in the answer to it, is printed as its
/// answer.
///
/// # Errors
/// If the player is not available, its game is not known, or a stream fails.
pub fn run(args: &AnswerArgs, games: &Games) -> Result<ExitCode> {
    let spec = Spec::parse(&args.player)?;
    require!(
        !spec.is_human(),
        "a person answers no lines; `arena play` lets you play"
    );
    let (mut players, name) = player::prepare(&[spec], args.game.as_deref())?;
    let name = name.with_context(|| {
        let names = alternatives(&games.names());
        msg!(
            "`{}` is no bot of the workspace, so name the game: --game {names}",
            args.player
        )
    })?;
    let host = Host::new(games.find(&name)?);
    let Effort { nodes, seed, .. } = args.effort;
    let rules = Rules {
        nodes,
        ..host.rules(Mode::Restart, args.effort.time())
    };
    negotiate(&mut players, &host, &rules, None)?;
    let answerer = Answerer {
        player: players.pop().context("no player")?,
        game: games.find(&name)?,
        rules,
        seed: seed.unwrap_or(1),
    };
    let (mut input, mut line) = (stdin().lock(), Vec::new());
    loop {
        at_most::line(&mut input, &mut line, at_most::FILE)
            .context("cannot read standard input")?;
        if line.is_empty() {
            break;
        }
        let question = serde_json::from_slice(&line).unwrap_or_default();
        let answer = answerer.answer(&question);
        say(answer.unwrap_or_else(|error| json!({"error": foreign::error(&error)})))?;
    }
    Ok(ExitCode::SUCCESS)
}

const HELP: &str = "\
Reads a question a line and prints an answer a line: a player as a function, for
programs that drive it (the Python package botarena does).

Lines in:
  {\"requests\":[...],\"responses\":[...]}
    what Botzone's judge sends a program that it starts afresh; any player
  {\"position\":TEXT}
    a position as `arena explain` reads it; bots of the workspace only

Lines out:
  {\"response\":...,\"debug\":...,\"saved\":...}
    saved: why it is a fallback move, or null
  {\"move\":...,\"debug\":...,\"text\":...}
    text: all that `explain` prints
  {\"error\":...}
    why there is no answer; the next line is read

Example:
  echo '{\"position\":\"4,4 0,8\"}' | arena answer nogo-prior --nodes 500";
