//! `arena help`.

use std::process::ExitCode;

use anyhow::Result;
use arena_common::screen::say;
use arena_common::texts::{self, language};
use arena_common::words::closest;
use clap::Args;

use crate::topics;

/// Arguments of `arena help`.
#[derive(Debug, Args)]
pub struct HelpArgs {
    /// A command or a topic
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// Prints the help of a command of `arena`, or a topic with its places filled.
///
/// # Errors
/// If there is neither of this name; names all of them, and the closest.
pub fn run(
    args: &HelpArgs,
    arena: clap::Command,
    fill: impl Fn(&str) -> String,
) -> Result<ExitCode> {
    let name = args.name.as_deref();
    if let Some(topic) = topics::ALL.iter().find(|topic| Some(topic.name) == name) {
        say(fill(&texts::paragraphs(topic.text.trim_end(), language())))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(name) = name
        && arena.find_subcommand(name).is_none()
    {
        let visible = arena
            .get_subcommands()
            .filter(|command| !command.is_hide_set());
        let commands: Vec<&str> = visible.map(clap::Command::get_name).collect();
        let topics: Vec<&str> = topics::ALL.iter().map(|topic| topic.name).collect();
        let guess = closest(name, commands.iter().chain(&topics).copied()).unwrap_or_default();
        fail!(
            "no command or topic `{name}`{guess} (commands: {}; topics: {})",
            commands.join(", "),
            topics.join(", ")
        );
    }
    // As if it were asked for by its flag.
    let words = ["arena"].into_iter().chain(name).chain(["--help"]);
    if let Err(help) = arena.try_get_matches_from(words) {
        help.print()?;
    }
    Ok(ExitCode::SUCCESS)
}
