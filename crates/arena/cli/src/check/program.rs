//! What there is to say of a program of somebody else: how it was built, and how it is uploaded.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use contest::language::{Language, Making};
use contest::player::spec::{Spec, parse};
use contest::player::{Player, Program, prepare};
use contest::workspace::Judge;
use contest::{Contest, source};
use referee::conduct::Mode;

/// How player A of the contest, which `text` names, was built, and what it speaks. A C++ file is tried with every command
/// line of the site's; only the one that was chosen must do.
///
/// # Errors
/// If the judge takes no such source, or none so large, or it cannot be read any more.
pub fn built(contest: &Contest, text: &str) -> Result<String> {
    let mut lines = vec![speaks(contest)];
    let spec = parse(text)?;
    if let Some((path, language)) = source_of(contest, &spec)? {
        ensure_taken(judge(contest), path, language)?;
        if matches!(language.making, Making::Compiled(_)) {
            for (name, failed) in source::all_ways(path)? {
                let name = if name == language.name {
                    format!("{name} (chosen)")
                } else {
                    name.to_owned()
                };
                let said =
                    failed.map_or_else(|| "compiles".to_owned(), |error| first_error(&error));
                lines.push(format!("{name}: {said}"));
            }
        }
    }
    Ok(lines.join("\n"))
}

/// The source that player A of the contest is, of which this is the text; `None` for a command.
fn source_of<'a>(contest: &Contest, spec: &'a Spec) -> Result<Option<(&'a Path, Language)>> {
    let Program::Source { .. } = contest.players[0].program else {
        return Ok(None);
    };
    let (path, language) = prepare::source_of(&spec.player, spec.language.as_deref())?;
    Ok(language.map(|language| (path, language)))
}

/// Who referees the contest's game.
fn judge(contest: &Contest) -> Judge {
    if contest.host.has_modes() {
        Judge::Botzone
    } else {
        Judge::Saiblo
    }
}

/// What the judge calls the language of a bot that is uploaded.
fn name_there(judge: Judge, language: Language) -> Option<&'static str> {
    match judge {
        Judge::Saiblo => language.saiblo,
        _ => language.botzone,
    }
}

fn ensure_taken(judge: Judge, path: &Path, language: Language) -> Result<()> {
    let forms = match judge {
        Judge::Saiblo => "one .cpp or .py, or a .zip with a Makefile, CMakeLists.txt or main.py",
        _ => "one .cpp, .py, .js or .java, or a .zip with __main__.py",
    };
    ensure!(
        name_there(judge, language).is_some(),
        "{} does not take `{}`; it takes {forms}",
        judge.title(),
        path.display()
    );
    let size = source::size(path)?;
    let fits = judge.takes(path, size);
    if path.is_dir() {
        return fits
            .context("the folder is counted unpacked; if its archive is smaller, check that");
    }
    fits
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

/// How player A of the contest, which `text` names, is uploaded.
///
/// # Errors
/// If its source cannot be read any more.
pub fn upload(contest: &Contest, text: &str) -> Result<String> {
    let player = &contest.players[0];
    let spec = parse(text)?;
    let Some((path, language)) = source_of(contest, &spec)? else {
        return Ok(
            "a command is no source that a site takes; `arena localai` plays it on botzone.org.cn from here".to_owned(),
        );
    };
    let judge = judge(contest);
    let name = name_there(judge, language).unwrap_or(language.name);
    let what = match path.extension() {
        _ if path.is_dir() => "what is in the folder, as a zip archive",
        Some(ending) if ending == "zip" => "this archive",
        _ => "this file",
    };
    if judge == Judge::Saiblo {
        return Ok(format!(
            "on saiblo.net, the game's page, a new AI: language {name}, {what}"
        ));
    }
    let tick = |yes| if yes { "tick" } else { "leave unticked" };
    let kept = player.rules(&contest.rules).mode == Mode::KeepRunning;
    Ok(format!(
        "on botzone.org.cn, My Bots, add a bot for this game: language {name}, {what} as source;\n\
         {} \"simplified interaction\";\n\
         {} \"allow keep-running\".",
        tick(is_simple(contest, player)),
        tick(kept)
    ))
}
