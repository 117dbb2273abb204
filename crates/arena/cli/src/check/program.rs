//! What there is to say of a program of somebody else: how it was built, and how it is uploaded.

use std::path::Path;

use anyhow::Result;
use contest::player::spec::parse;
use contest::player::{Player, Program};
use contest::{Contest, crash, language, source};
use referee::conduct::Mode;

/// How player A of the contest, which `text` names, was built, and what it speaks. A C++ file is tried with every command
/// line of the site's; only the one that was chosen must do.
///
/// # Errors
/// If the file cannot be read any more.
pub fn built(contest: &Contest, text: &str) -> Result<String> {
    let player = &contest.players[0];
    let mut lines = vec![speaks(contest)];
    if let Program::Source { language, .. } = player.program
        && language::named_cpp(language).is_some()
    {
        lines.extend(crash::omens(player));
        let spec = parse(text)?;
        for (name, failed) in source::all_ways(Path::new(&spec.player))? {
            let name = if name == language {
                format!("{name} (chosen)")
            } else {
                name.to_owned()
            };
            let said = failed.map_or_else(|| "compiles".to_owned(), |error| first_error(&error));
            lines.push(format!("{name}: {said}"));
        }
    }
    Ok(lines.join("\n"))
}

/// The first line of a compiler's text that says what is wrong.
fn first_error(error: &anyhow::Error) -> String {
    let text = format!("{error:#}");
    let line = text.lines().find(|line| line.contains("error"));
    format!("does not compile: {}", line.unwrap_or(&text).trim())
}

fn speaks(contest: &Contest) -> String {
    let player = &contest.players[0];
    let Some(game) = contest.host.game.and_then(|game| game.botzone()) else {
        return "it speaks packets".to_owned();
    };
    match (is_simple(contest, player), game.simple) {
        (true, _) => "it speaks simple IO".to_owned(),
        (false, Some(_)) => "it speaks JSON".to_owned(),
        (false, None) => "JSON is all that this game has".to_owned(),
    }
}

fn is_simple(contest: &Contest, player: &Player) -> bool {
    player.own.flags(&contest.flags).simple_io
}

/// How player A of the contest is uploaded.
pub fn upload(contest: &Contest) -> String {
    let player = &contest.players[0];
    let Program::Source { language, .. } = player.program else {
        return "a command is no source that a site takes; `arena localai` plays it on botzone.org.cn from here"
            .to_owned();
    };
    if !contest.host.has_modes() {
        return "on saiblo.net, the game's page, a new AI: language C++ with Makefile, the folder as a zip archive"
            .to_owned();
    }
    let tick = |yes| if yes { "tick" } else { "leave unticked" };
    let kept = player.rules(&contest.rules).mode == Mode::KeepRunning;
    format!(
        "on botzone.org.cn, My Bots, add a bot for this game: language {language}, this file as source;\n\
         {} \"simplified interaction\";\n\
         {} \"allow keep-running\".",
        tick(is_simple(contest, player)),
        tick(kept)
    )
}
