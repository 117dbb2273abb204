//! From the players of a command line to programs that can be started.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::texts::tr;

use super::spec::{Spec, parse};
use super::{Player, Program, storage};
use crate::language::{Language, PATHS};
use crate::workspace::{self, Bot, Judge};
use crate::{revision, source};

/// The players named on the command line, built, and the game they play: that of the workspace bots among them, or
/// `game` where it is given.
///
/// # Errors
/// If a name is unknown or malformed, the players play different games or none is known, a bot does not talk to
/// a judge, or a build fails.
pub fn prepare(texts: &[String], game: Option<&str>) -> Result<(Vec<Player>, Option<String>)> {
    let specs = texts
        .iter()
        .map(|text| parse(text))
        .collect::<Result<Vec<_>>>()?;
    two_names(texts, &specs)?;
    let kinds: Vec<Kind> = specs.iter().map(|spec| kind(&spec.player)).collect();
    let today = match kinds.iter().position(|kind| *kind == Kind::Today) {
        Some(i) => workspace::bots().with_context(|| {
            let name = &specs[i].player;
            msg!("`{name}` is the path of no bot here, and a bot by its name is one of a workspace")
        })?,
        None => Vec::new(),
    };
    let named = (specs.iter().zip(kinds))
        .map(|(spec, kind)| find(spec, kind, &today))
        .collect::<Result<Vec<_>>>()?;
    let found = game_of(&named, game)?;
    let mut programs = build_today(&named)?.into_iter();
    let player = |((text, spec), named): ((&String, &Spec), &Named)| {
        let mut package = None;
        let program = match named {
            Named::Human => Program::Human,
            Named::Command(line) => command(line)?,
            Named::Source(path, language) => {
                let built = source::build(path, *language)?;
                package = built.package;
                Program::Source {
                    language: language.name,
                    digest: built.digest,
                    words: built.words,
                }
            }
            Named::Today(bot) => Program::Bot {
                package: bot.name.clone(),
                path: programs.next().context("a bot without a program")?,
            },
            Named::Earlier(bot, revision) => Program::Bot {
                package: spec.player.clone(),
                path: revision::build(&bot.name, revision)?,
            },
        };
        let name = spec
            .name
            .clone()
            .unwrap_or_else(|| text.strip_prefix("cmd:").unwrap_or(text).to_owned());
        let mut player = Player::new(name, program);
        player.overrides = spec.overrides.clone();
        player
            .overrides
            .check()
            .with_context(|| msg!("the player `{text}`"))?;
        if let Named::Source(path, language) = named {
            player.overrides.factors = Some(language.factors).filter(|factors| *factors != [1, 1]);
            player.files = Some(match package {
                Some(package) => vec![(PathBuf::new(), package)],
                None => storage::of_source(&player, path),
            });
        }
        if let Some(bot) = named.bot().filter(|bot| !bot.storage.is_empty()) {
            player.files = Some(storage::of_bot(bot));
        }
        Ok(player)
    };
    let players = (texts.iter().zip(&specs).zip(&named))
        .map(player)
        .collect::<Result<_>>()?;
    Ok((players, found))
}

/// The source that a path names, and its language; an executable file is a command.
///
/// # Errors
/// If it is none of them; the text says what can be a player.
pub fn source_of<'a>(
    player: &'a str,
    language: Option<&str>,
) -> Result<(&'a Path, Option<Language>)> {
    let path = Path::new(player);
    ensure!(
        path.exists(),
        "there is no file `{player}`{}\nA player that is a path is a bot: {PATHS}; or an executable.",
        source::beside(path)
    );
    let languages = source::languages(path)?;
    let Some(name) = language else {
        ensure!(
            !languages.is_empty() || is_executable(path),
            "nothing tells how to run `{player}`, and it is not executable; write 'cmd:COMMAND' with the command that \
             starts it; a source is {PATHS}"
        );
        return Ok((path, languages.first().copied()));
    };
    let named = languages.iter().find(|language| language.name == name);
    let names: Vec<&str> = languages.iter().map(|language| language.name).collect();
    ensure!(
        named.is_some(),
        "language={name} is no way to build `{player}`; leave it out, or name one of these: {}",
        names.join(", ")
    );
    Ok((path, named.copied()))
}

/// Whether a player's text names a program of somebody else: a path or a command.
///
/// # Errors
/// If the text is malformed.
pub fn is_own_program(text: &str) -> Result<bool> {
    let spec = parse(text)?;
    Ok(matches!(kind(&spec.player), Kind::Path | Kind::Command))
}

/// What kind of player a text without name and options names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Human,
    Command,
    Path,
    Earlier,
    Today,
}

fn kind(player: &str) -> Kind {
    match player {
        "human" => Kind::Human,
        _ if player.starts_with("cmd:") => Kind::Command,
        _ if source::is_source(player) => Kind::Path,
        _ if revision::split(player).is_some_and(|(bot, _)| !bot.contains('/')) => Kind::Earlier,
        // No bot of a workspace has a dot in its name.
        _ if player.contains(['/', '.']) => Kind::Path,
        _ => Kind::Today,
    }
}

/// What a name of the command line stands for.
enum Named<'a> {
    Human,
    /// The text behind `cmd:`, or the path of an executable.
    Command(String),
    /// A source and its language.
    Source(&'a Path, Language),
    /// A bot as the workspace has it.
    Today(&'a Bot),
    /// A bot as a commit has it, and how that was named.
    Earlier(Bot, &'a str),
}

impl Named<'_> {
    /// The bot of the workspace.
    fn bot(&self) -> Option<&Bot> {
        match self {
            Named::Today(bot) => Some(bot),
            Named::Earlier(bot, _) => Some(bot),
            _ => None,
        }
    }
}

fn find<'a>(spec: &'a Spec, kind: Kind, today: &'a [Bot]) -> Result<Named<'a>> {
    let player = spec.player.as_str();
    ensure!(
        spec.language.is_none() || kind == Kind::Path,
        "language= chooses how a source is built; leave it out for `{player}`"
    );
    match kind {
        Kind::Human => {
            ensure!(
                spec.overrides.is_empty(),
                "a human plays without limits; leave the options out"
            );
            Ok(Named::Human)
        }
        Kind::Command => {
            let line = player.strip_prefix("cmd:").unwrap_or(player);
            Ok(Named::Command(line.to_owned()))
        }
        Kind::Path => {
            let (path, language) = source_of(player, spec.language.as_deref())?;
            Ok(match language {
                Some(language) => Named::Source(path, language),
                None => Named::Command(shell_words::quote(player).into_owned()),
            })
        }
        Kind::Earlier => {
            let (bot, revision) = revision::split(player).context("no BOT@REV")?;
            Ok(Named::Earlier(revision::find(bot, revision)?, revision))
        }
        Kind::Today => match workspace::find(today, player) {
            Ok(bot) => Ok(Named::Today(bot)),
            Err(_) if Path::new(player).exists() => {
                bail!(
                    "no bot of the workspace is named `{player}`; the path of a file is `./{player}`"
                )
            }
            Err(error) => bail!(
                "{error}\nA player is also `BOT@REV` (a bot as it was in an earlier commit), the path of a bot\n\
                 ({PATHS}),\n\
                 `human`, or `cmd:COMMAND` for any other program."
            ),
        },
    }
}

/// Fails if two different players were given the same name.
fn two_names(texts: &[String], specs: &[Spec]) -> Result<()> {
    for (i, one) in specs.iter().enumerate() {
        let same = |j: &usize| specs[*j].name == one.name && texts[*j] != texts[i];
        if let (Some(name), Some(j)) = (&one.name, (i + 1..specs.len()).find(same)) {
            bail!(
                "`{}` and `{}` are both named {name}; give one of them another name",
                texts[i],
                texts[j]
            );
        }
    }
    Ok(())
}

/// The game of the workspace's bots, or the one that was given.
fn game_of(named: &[Named], game: Option<&str>) -> Result<Option<String>> {
    let mut found = game.map(str::to_owned);
    for bot in named.iter().filter_map(Named::bot) {
        ensure!(
            bot.judge != Judge::None,
            "`{}` talks to no judge (`{}`); `arena match` plays Botzone's and Saiblo's games",
            bot.name,
            bot.judge
        );
        match &found {
            None => found = Some(bot.game.clone()),
            Some(game) if *game != bot.game => {
                bail!(
                    "`{}` plays {}, but this match is {game}; name bots of one game (see `arena list`)",
                    bot.name,
                    bot.game
                )
            }
            Some(_) => {}
        }
    }
    Ok(found)
}

/// The programs of today's bots, in their order.
fn build_today(named: &[Named]) -> Result<Vec<PathBuf>> {
    let used: Vec<&Bot> = (named.iter())
        .filter_map(|named| match named {
            Named::Today(bot) => Some(*bot),
            _ => None,
        })
        .collect();
    if !used.is_empty() {
        let mut once = used.clone();
        once.dedup();
        let names: Vec<&str> = once.iter().map(|bot| bot.name.as_str()).collect();
        notice!("building {} ...", names.join(tr(" and ")));
    }
    workspace::build(&used)
}

fn command(text: &str) -> Result<Program> {
    let words = shell_words::split(text).with_context(|| msg!("`cmd:{text}`: check the quotes"))?;
    ensure!(
        !words.is_empty(),
        "`cmd:` without a command; write for example 'cmd:python3 bot.py'"
    );
    Ok(Program::Command { words })
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let mode = path.metadata().map(|data| data.permissions().mode());
    path.is_file() && mode.is_ok_and(|mode| mode & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn error(texts: &[&str]) -> String {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        format!("{:#}", prepare(&texts, Some("nogo")).unwrap_err())
    }

    #[test]
    fn commands_need_no_workspace() {
        let names = ["human", "cmd:x 'a b'", "my=cmd:y,simple-io"].map(str::to_owned);
        let (players, game) = prepare(&names, Some("nogo")).unwrap();
        let shown: Vec<&str> = players.iter().map(Player::name).collect();
        assert_eq!(shown, ["human", "x 'a b'", "my"]);
        assert_eq!(game.as_deref(), Some("nogo"));
        assert_eq!(players[2].overrides.simple_io, Some(true));
        assert!(players[0].is_human() && players[1].is_foreign());
    }

    #[test]
    fn an_executable_is_a_player() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a bot");
        fs::write(&path, "#!/bin/sh\n").unwrap();
        let text = path.to_str().unwrap().to_owned();
        let refused = error(&[&text]);
        assert!(refused.contains("not executable; write 'cmd:"), "{refused}");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&path, mode).unwrap();
        let (players, _) = prepare(std::slice::from_ref(&text), Some("nogo")).unwrap();
        let words = vec![text];
        assert_eq!(players[0].program, Program::Command { words });
    }

    #[test]
    fn kinds_are_told_by_the_text() {
        for (text, want) in [
            ("human", Kind::Human),
            ("cmd:./a.py", Kind::Command),
            ("a@b.cpp", Kind::Path),
            ("../x/bot.js", Kind::Path),
            ("Main.java", Kind::Path),
            ("bot.zip", Kind::Path),
            ("./bot", Kind::Path),
            ("bot.pyy", Kind::Path),
            ("nogo-greedy@origin/main", Kind::Earlier),
            ("a/nogo@2", Kind::Path),
            ("nogo-greedy", Kind::Today),
        ] {
            assert_eq!(kind(text), want, "{text}");
        }
    }

    #[test]
    fn what_cannot_play_is_named_with_the_cure() {
        for (texts, want) in [
            (&["./no/bot.cpp"][..], "there is no file `./no/bot.cpp`"),
            (&["cmd:"], "without a command"),
            (&["cmd:'open"], "check the quotes"),
            (&["human,nodes=1"], "a human plays without limits"),
            (&["cmd:a,language=cpp"], "leave it out for `cmd:a`"),
            (&["a=cmd:x", "a=cmd:y"], "are both named a"),
        ] {
            let text = error(texts);
            assert!(text.contains(want), "{text}");
        }
        for (ending, language, want) in [
            (".py", "cpp11", "one of these: python"),
            (".cpp", "rust", "one of these: cpp17, cpp, cpp11, cppo0"),
        ] {
            let file = tempfile::NamedTempFile::with_suffix(ending).unwrap();
            let path = file.path().to_str().unwrap();
            let text = error(&[&format!("{path},language={language}")]);
            assert!(text.contains(want), "{text}");
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("my-bot.py"), "").unwrap();
        let typo = folder.path().join("my_bot.py");
        let text = error(&[typo.to_str().unwrap()]);
        assert!(
            text.contains("my_bot.py`; did you mean `my-bot.py`?"),
            "{text}"
        );
        let text = error(&["nogo.pyy"]);
        assert!(text.starts_with("there is no file `nogo.pyy`"), "{text}");
        let file = tempfile::NamedTempFile::with_suffix(".cpp").unwrap();
        let path = file.path().to_str().unwrap();
        let (_, language) = source_of(path, Some("cpp11")).unwrap();
        assert_eq!(language.unwrap().name, "cpp11");
    }
}
