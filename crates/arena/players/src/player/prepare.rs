//! From the players of a command line to programs that can be started.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::spec::Spec;
use super::{Player, Program, storage};
use crate::language::{Language, PATHS};
use crate::workspace::{self, Bot, Judge, Link};
use crate::{revision, source, versions};

/// The names of the languages of Botzone that two interpreters run.
const PYTHON: &str = "python";
const PYTHON2: &str = "python2";

/// These players, built, and the game they play: that of the workspace bots among them, or `game` where it is given.
///
/// # Errors
/// If a name is unknown, the players play different games or none is known, a bot does not talk to a judge, or a build
/// fails.
pub fn prepare(specs: &[Spec], game: Option<&str>) -> Result<(Vec<Player>, Option<String>)> {
    two_names(specs)?;
    let today = match specs.iter().find(|spec| is_of_today(spec)) {
        Some(spec) => workspace::bots().with_context(|| {
            let name = &spec.player;
            msg!("`{name}` is the path of no bot here, and a bot by its name is one of a workspace")
        })?,
        None => Vec::new(),
    };
    // All that can be wrong with a text is known before the first build.
    let bots = (specs.iter().map(|spec| find(spec, &today))).collect::<Result<Vec<_>>>()?;
    let found = game_of(bots.iter().flatten(), game)?;
    let named = || specs.iter().zip(&bots);
    let used = named().filter(|(spec, _)| is_of_today(spec));
    let used: Vec<&Bot> = used.filter_map(|(_, bot)| bot.as_ref()).collect();
    let mut programs = workspace::build(&used)?.into_iter();
    let mut players = Vec::new();
    for (spec, bot) in named() {
        players.push(match bot {
            Some(bot) => {
                let path = match spec.revision() {
                    Some((_, revision)) => revision::build(&bot.name, revision, Link::Shared)?,
                    None => programs.next().context("a bot without a program")?,
                };
                let mut player = player(
                    spec,
                    Program::Bot {
                        package: spec.player.clone(),
                        path,
                    },
                );
                player.files = (!bot.storage.is_empty()).then(|| storage::of_bot(bot));
                player
            }
            None => own_program(spec)?,
        });
    }
    Ok((players, found))
}

fn player(spec: &Spec, program: Program) -> Player {
    let name = spec.name.as_deref();
    let name = name.unwrap_or_else(|| spec.text.strip_prefix("cmd:").unwrap_or(&spec.text));
    Player {
        overrides: spec.overrides.clone(),
        ..Player::new(name, program)
    }
}

/// Returns true for a bot of the workspace as it is now.
fn is_of_today(spec: &Spec) -> bool {
    !spec.is_human() && !spec.is_own_program() && spec.revision().is_none()
}

/// The bot of a workspace that a text names; `None` if it names somebody else, who is there.
fn find(spec: &Spec, today: &[Bot]) -> Result<Option<Bot>> {
    let player = &spec.player;
    require!(
        spec.language.is_none() || spec.path().is_some(),
        "language= chooses how a source is built; leave it out for `{player}`"
    );
    require!(
        spec.overrides.python.is_none()
            || spec
                .source()?
                .is_some_and(|(_, language)| language.is_python()),
        "python= names the interpreter of a Python source; leave it out for `{player}`"
    );
    require!(
        !spec.is_human() || spec.overrides.is_empty(),
        "a human plays without limits; leave the options out"
    );
    let text = &spec.text;
    let checked = spec.overrides.check();
    checked.with_context(|| msg!("the player `{text}`"))?;
    if let Some((bot, revision)) = spec.revision() {
        return revision::find(bot, revision).map(Some);
    }
    if !is_of_today(spec) {
        spec.source()?;
        return Ok(None);
    }
    match workspace::find(today, player) {
        Ok(bot) => Ok(Some(bot.clone())),
        Err(_) if Path::new(player).exists() => {
            fail!("no bot of the workspace is named `{player}`; the path of a file is `./{player}`")
        }
        Err(error) => fail!(
            "{error}\nA player is also `BOT@REV` (a bot as it was in an earlier commit), the path of a bot\n\
             ({PATHS}),\n\
             `human`, or `cmd:COMMAND` for any other program."
        ),
    }
}

/// The player that is no bot of a workspace, built.
fn own_program(spec: &Spec) -> Result<Player> {
    if let Some((path, language)) = spec.source()? {
        let python = spec.overrides.python.as_deref();
        let language = match language.is_python() {
            true => of_python(spec, path, language)?,
            false => language,
        };
        let built = source::build(path, language, python)?;
        let program = Program::Source {
            language: language.name,
            digest: built.digest,
            words: built.words,
        };
        let mut player = player(spec, program);
        player.overrides.factors = Some(language.factors).filter(|factors| *factors != [1, 1]);
        if language.is_python() && language.name != PYTHON2 {
            player.supplied = versions::python::supplied();
        }
        player.files = Some(match built.package {
            Some(package) => vec![(PathBuf::new(), package)],
            None => storage::of_source(&player, path),
        });
        return Ok(player);
    }
    let program = match spec.command() {
        Some(line) => command(line)?,
        None if spec.is_human() => Program::Human,
        None => Program::Command {
            words: vec![spec.player.clone()],
        },
    };
    Ok(player(spec, program))
}

/// The language of a Python source by its text and its interpreter, if its player does not say. Tells the user what in it
/// the interpreter here no longer has.
fn of_python(spec: &Spec, path: &Path, language: Language) -> Result<Language> {
    let python = spec.overrides.python.as_deref();
    let named = |name: &str| {
        let languages = source::languages(path)?;
        let found = languages.into_iter().find(|other| other.name == name);
        Ok(found.unwrap_or(language))
    };
    let language = match (python, &spec.language) {
        (Some(python), None) => named(versions::python::language_of(python)?)?,
        _ => language,
    };
    if language.name == PYTHON2 {
        return Ok(language);
    }
    let Some(scan) = versions::python::scan(path, python) else {
        return Ok(language);
    };
    let open = python.is_none() && spec.language.is_none() && language.name == PYTHON;
    if open && versions::python::is_python2(path, &scan)? {
        return named(PYTHON2);
    }
    scan.notices();
    Ok(language)
}

/// Fails if two different players were given the same name.
fn two_names(specs: &[Spec]) -> Result<()> {
    for (i, one) in specs.iter().enumerate() {
        let same = |other: &&Spec| other.name == one.name && other.text != one.text;
        if let (Some(name), Some(other)) = (&one.name, specs[i + 1..].iter().find(same)) {
            fail!(
                "`{}` and `{}` are both named {name}; give one of them another name",
                one.text,
                other.text
            );
        }
    }
    Ok(())
}

/// The game of the workspace's bots, or the one that was given.
fn game_of<'a>(bots: impl Iterator<Item = &'a Bot>, game: Option<&str>) -> Result<Option<String>> {
    let mut found = game.map(str::to_owned);
    for bot in bots {
        require!(
            bot.judge != Judge::None,
            "`{}` talks to no judge (`{}`); `arena match` plays Botzone's and Saiblo's games",
            bot.name,
            bot.judge
        );
        match &found {
            None => found = Some(bot.game.clone()),
            Some(game) if *game != bot.game => {
                fail!(
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

impl Spec {
    /// Its source and the language of that; `None` if it is none, but a bot by its name, a command, an executable or a
    /// person.
    ///
    /// # Errors
    /// If it is a path of neither a source nor an executable; the text says what can be a player.
    pub fn source(&self) -> Result<Option<(&Path, Language)>> {
        let Some(path) = self.path() else {
            return Ok(None);
        };
        let player = &self.player;
        require!(
            path.exists(),
            "there is no file `{player}`{}\nA player that is a path is a bot: {PATHS}; or an executable.",
            source::beside(path)
        );
        let languages = source::languages(path)?;
        let Some(name) = &self.language else {
            require!(
                !languages.is_empty() || is_executable(path),
                "nothing tells how to run `{player}`, and it is not executable; write 'cmd:COMMAND' with the command that \
                 starts it; a source is {PATHS}"
            );
            return Ok(languages.first().map(|language| (path, *language)));
        };
        let named = languages.iter().find(|language| language.name == name);
        let names: Vec<&str> = languages.iter().map(|language| language.name).collect();
        require!(
            named.is_some(),
            "language={name} cannot build `{player}`; leave it out, or name one of these: {}",
            names.join(", ")
        );
        Ok(named.map(|language| (path, *language)))
    }
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let mode = path.metadata().map(|data| data.permissions().mode());
    path.is_file() && mode.is_ok_and(|mode| mode & 0o111 != 0)
}

fn command(text: &str) -> Result<Program> {
    let words = shell_words::split(text).with_context(|| msg!("`cmd:{text}`: check the quotes"))?;
    require!(
        !words.is_empty(),
        "`cmd:` without a command; write for example 'cmd:python3 bot.py'"
    );
    Ok(Program::Command { words })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn error(texts: &[&str]) -> String {
        let specs = Spec::all(texts).unwrap();
        format!("{:#}", prepare(&specs, Some("nogo")).unwrap_err())
    }

    #[test]
    fn commands_need_no_workspace() {
        let specs = Spec::all(&["human", "cmd:x 'a b'", "my=cmd:y,simple-io"]).unwrap();
        let (players, game) = prepare(&specs, Some("nogo")).unwrap();
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
        let (players, _) = prepare(&Spec::all(&[&text]).unwrap(), Some("nogo")).unwrap();
        let words = vec![text];
        assert_eq!(players[0].program, Program::Command { words });
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
        let spec = Spec::parse(&format!("{path},language=cpp11")).unwrap();
        assert_eq!(spec.source().unwrap().unwrap().1.name, "cpp11");
    }
}
