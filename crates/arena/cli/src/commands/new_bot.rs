//! `arena new-bot`.

use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::screen::say;
use clap::{Args, ValueEnum};
use gameplay::Games;
use players::new_bot::{Names, create, starter};
use players::pack;
use players::workspace;

/// The idea of a bot that has none yet.
const IDEA: &str = "A new bot, whose idea goes here in one line.";

/// Arguments of `arena new-bot`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct NewBotArgs {
    /// Name of the game, for example nogo
    pub game: String,
    /// Name of the bot without that of the game: lower-case letters, digits and single dashes
    pub name: String,
    /// Its idea in one line: `arena list` and the bot's own --help print it
    #[arg(long, value_name = "TEXT", default_value = IDEA)]
    pub idea: String,
    /// Language: rust, cpp or python
    #[arg(
        long,
        value_name = "LANGUAGE",
        value_enum,
        default_value = "rust",
        hide_possible_values = true
    )]
    pub language: Language,
}

/// The language of a new bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// A bot of the workspace.
    Rust,
    /// A file of C++.
    Cpp,
    /// A file of Python.
    Python,
}

const HELP: &str = "\
The folder bots/GAME-NAME is a copy of the game's template (the bot with
`template = true` in its Cargo.toml) that builds, plays and passes its tests at
once. The template's own tests are left out; one test remains that compares the
bot's play with bench.expected. Once you have changed the play, it prints the
line to put there. `scripts/new-bot` does the same.

In C++ or Python, which need no workspace, the folder is NAME in the current
one: a source that plays random legal moves of a game of Botzone, and a README
with what to do next.

Examples:
  scripts/new-bot nogo edge-first
  scripts/new-bot snake hunter --idea 'Cuts the opponent off.'
  arena new-bot nogo corner --language python";

/// Makes the bot, in Rust beside its template, and says how to go on.
///
/// # Errors
/// If the game has no template, the name is malformed or taken, or a file cannot be written.
pub fn run(args: &NewBotArgs, games: &Games) -> Result<ExitCode> {
    let language = match args.language {
        Language::Rust => return copy(args),
        Language::Cpp => starter::Language::Cpp,
        Language::Python => starter::Language::Python,
    };
    let NewBotArgs { game, name, .. } = args;
    let (path, rival) = starter::create(games, game, language, name, &args.idea)?;
    say(said!(
        "{path} plays random legal moves; its idea goes into `choose`. Then:\n  \
         arena match {path} {rival} --games 10 --log {name}.jsonl\n  \
         arena check {path} --game {game}"
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Makes a copy of the game's template.
fn copy(args: &NewBotArgs) -> Result<ExitCode> {
    require!(
        pack::here()?.is_none(),
        "this arena has built bots, but no sources to copy; add --language python or --language cpp, or clone the \
         repository"
    );
    let bots = workspace::bots()?;
    let template = workspace::template(&bots, &args.game)?;
    let names = Names::new(template, &args.name)?;
    require!(
        bots.iter().all(|bot| bot.name != names.package),
        "there is a bot `{}` already; choose another name",
        names.package
    );
    let parent = template
        .folder
        .parent()
        .context("a bot without a folder above it")?;
    let folder = create(template, &names, &args.idea, parent)?;
    let (new, old) = (&names.package, &template.name);
    say(said!(
        "{} is a copy of {old} and plays; its idea goes into src/lib.rs. Then:\n  \
         cargo test -p {new}      (it says what to put into bench.expected once the play has changed)\n  \
         cargo run --release -- match {new} {old} --games 10\n  \
         cargo run --release -- check {new}",
        folder.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}
