//! The report on a program of somebody else: how it was built, and how it is uploaded.

use std::path::Path;

use anyhow::{Context, Result};
use arena_common::Message;
use contest::{Contest, crash};
use gameplay::Game;
use players::language::{Language, Toolchain};
use players::player::{Player, Program, Spec};
use players::source;
use players::versions;
use players::workspace::Judge;

/// Ensures that the judge of the game takes the source that a player names, if that is one.
///
/// # Errors
/// If it takes no such source or none so large, or nothing tells what it is.
pub fn ensure_taken(game: &Game, spec: &Spec) -> Result<()> {
    let Some((path, language)) = spec.source()? else {
        return Ok(());
    };
    let judge = judge(game.botzone().is_some());
    let forms = match judge {
        Judge::Saiblo => {
            "one .cpp or .py, or a .zip with a Makefile, CMakeLists.txt, Cargo.toml or main.py"
        }
        _ => "one .cpp, .rs, .py, .js, .java, .cs or .pas, or a .zip with __main__.py",
    };
    require!(
        name_there(judge, language).is_some(),
        "{} does not take `{}`; it takes {forms}",
        judge.title(),
        path.display()
    );
    let fits = judge.takes(path, source::size(path)?);
    if path.is_dir() {
        return fits
            .context("the folder is counted unpacked; if its archive is smaller, check that");
    }
    fits
}

fn judge(has_modes: bool) -> Judge {
    if has_modes {
        Judge::Botzone
    } else {
        Judge::Saiblo
    }
}

/// The judge's name for the language of an uploaded bot.
fn name_there(judge: Judge, language: Language) -> Option<&'static str> {
    match judge {
        Judge::Saiblo => language.saiblo,
        _ => language.botzone,
    }
}

/// Describes how player A of the contest, written as `spec`, was built and what it speaks, with the text of
/// [`compared`]. A C++ file is tried with every command line of the site; only the chosen one must work.
///
/// # Errors
/// If the file cannot be read any more.
pub fn built(contest: &Contest, spec: &Spec, compared: Option<Message>) -> Result<Message> {
    let mut lines = vec![speaks(contest)];
    lines.extend(compared);
    if let Some((path, language)) = spec.source()?
        && matches!(language.toolchain, Toolchain::Compiled(_))
    {
        lines.extend(crash::omens(&contest.players[0]));
        for (name, failed) in source::all_ways(path)? {
            let name = if name == language.name {
                msg!("{name} (chosen)")
            } else {
                Message::of(|| name.to_owned())
            };
            let said = failed.map_or_else(|| msg!("compiles"), |error| first_error(&error));
            lines.push(Message::of(|| format!("{name}: {said}")));
        }
    }
    let text = || lines.iter().map(Message::to_string).collect::<Vec<_>>();
    Ok(Message::of(|| text().join("\n")))
}

/// Ensures that the site's version of the language has what the source of a player uses; a line on what was compared and what
/// that leaves open. `None` if the player is no source, or the versions of its judge are not published.
///
/// # Errors
/// The lines that the site cannot run, with the cure.
pub fn compared(contest: &Contest, spec: &Spec) -> Result<Option<Message>> {
    let source = source_of(contest, spec)?.filter(|_| contest.host.has_modes());
    let Some((path, language)) = source else {
        return Ok(None);
    };
    let python = spec.overrides.python.as_deref();
    match versions::compare(path, language, python) {
        Ok(line) => Ok(line),
        Err(error) => {
            let path = path.display();
            fail!(
                "Botzone cannot run `{path}`; rewrite what is named below for the site's version, or skip this with --skip versions \
                 if the site has a newer one by now\n{error:#}"
            )
        }
    }
}

/// The source of player A of the contest, with the language in which it was built: that of a Python source may be told by its
/// text.
fn source_of<'a>(contest: &Contest, spec: &'a Spec) -> Result<Option<(&'a Path, Language)>> {
    let Some((path, language)) = spec.source()? else {
        return Ok(None);
    };
    let Program::Source { language: name, .. } = contest.players[0].program else {
        return Ok(None);
    };
    let built = source::languages(path)?
        .into_iter()
        .find(|other| other.name == name);
    Ok(Some((path, built.unwrap_or(language))))
}

/// The first line of a compiler's text that says what is wrong.
fn first_error(error: &anyhow::Error) -> Message {
    let text = format!("{error:#}");
    let line = text.lines().find(|line| line.contains("error"));
    let line = line.or_else(|| text.lines().last()).unwrap_or_default();
    msg!("does not compile: {}", line.trim())
}

fn speaks(contest: &Contest) -> Message {
    let player = &contest.players[0];
    let Some(game) = contest.host.game.and_then(|game| game.botzone()) else {
        return msg!("it speaks packets");
    };
    match (is_simple(contest, player), game.simple) {
        (true, _) => msg!("it speaks simple IO"),
        (false, Some(_)) => msg!("it speaks JSON"),
        (false, None) => msg!("JSON is all that this game has"),
    }
}

fn is_simple(contest: &Contest, player: &Player) -> bool {
    player.overrides.apply(&contest.rules).simple_io
}

/// Describes how player A of the contest, written as `spec`, is uploaded.
///
/// # Errors
/// If its source cannot be read any more.
pub fn upload(contest: &Contest, spec: &Spec) -> Result<String> {
    let player = &contest.players[0];
    let Some((path, language)) = source_of(contest, spec)? else {
        return Ok(said!(
            "a command is not a source that a site accepts; `arena localai` plays it on botzone.org.cn from here"
        ));
    };
    let judge = judge(contest.host.has_modes());
    let name = name_there(judge, language).unwrap_or(language.name);
    let what = match path.extension() {
        _ if path.is_dir() => "what is in the folder, as a zip archive",
        Some(ending) if ending == "zip" => "this archive",
        _ => "this file",
    };
    if judge == Judge::Saiblo {
        return Ok(said!(
            "on saiblo.net, the game's page, a new AI: language {name}, {what}"
        ));
    }
    let tick = |yes| if yes { "tick" } else { "leave unticked" };
    let kept = player.overrides.apply(&contest.rules).keeps_running();
    Ok(said!(
        "on botzone.org.cn, My Bots, add a bot for this game: language {name}, {what} as source;\n\
         {} \"simplified interaction\";\n\
         {} \"allow keep-running\".",
        tick(is_simple(contest, player)),
        tick(kept)
    ))
}
