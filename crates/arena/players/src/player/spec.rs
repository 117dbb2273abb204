//! A player as it is named on the command line: `[NAME=]PLAYER[,OPTION]...`.
//!
//! From the end, every part behind a comma that is an option is taken as one; what is left is the player. A comma in
//! quotes is no separator. A name has no slash, so `./a=b.cpp` is always a file.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::words::closest;
use referee::conduct::Mode;

use super::overrides::Overrides;
use crate::{revision, source};

/// The options, as errors list them.
pub const OPTIONS: &str = "time-ms=MS, memory-mb=MB, nodes=N, simple-io, json, keep-running, restart, language=NAME, python=PATH, args=\"WORDS\", data=DIR, data-shared, env=NAME, sandbox=no";

/// Their keys.
const KEYS: [&str; 14] = [
    "time-ms",
    "memory-mb",
    "nodes",
    "simple-io",
    "json",
    "keep-running",
    "restart",
    "language",
    "python",
    "args",
    "data",
    "data-shared",
    "env",
    "sandbox",
];

/// A player as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The whole text.
    pub text: String,
    /// The name in front of the `=`.
    pub name: Option<String>,
    /// The player: `human`, a bot, `BOT@REV`, `cmd:COMMAND` or a path.
    pub player: String,
    /// The value of the option `language`.
    pub language: Option<String>,
    /// The other options.
    pub overrides: Overrides,
}

impl Spec {
    /// Reads a player's text.
    ///
    /// # Errors
    /// Names the part that is invalid, and the cure.
    pub fn parse(text: &str) -> Result<Spec> {
        let parts = parts(text);
        let mut overrides = Overrides::default();
        let mut language = None;
        let mut end = parts.len();
        while end > 1
            && set(parts[end - 1], &mut overrides, &mut language)
                .with_context(|| msg!("the player `{text}`"))?
        {
            end -= 1;
        }
        require!(
            overrides.data.is_some() || !overrides.data_shared,
            "`{text}`: data-shared says how data=DIR is given; add data=DIR"
        );
        let head: usize = parts[..end].iter().map(|part| part.len() + 1).sum();
        let head = &text[..head - 1];
        let (name, player) = named(head);
        require!(
            !player.is_empty(),
            "`{text}` names no player; write for example my=bot.py"
        );
        let mut player = player.to_owned();
        if !player.starts_with("cmd:") {
            if let Some(inner) = unquoted(&player) {
                player = inner.to_owned();
            } else if let [_, .., last] = parts[..end]
                && !Path::new(&player).exists()
            {
                let key = last.split('=').next().unwrap_or_default();
                let cure = closest(key, KEYS.into_iter()).unwrap_or_default();
                fail!(
                    "`{last}` in `{text}` is not a player option{cure}\nThe options are {OPTIONS}.\nA comma in the name \
                     of a file is written in quotes."
                );
            }
        }
        Ok(Spec {
            text: text.to_owned(),
            name: name.map(str::to_owned),
            player,
            language,
            overrides,
        })
    }

    /// Reads the texts of several players.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn all<T: AsRef<str>>(texts: &[T]) -> Result<Vec<Spec>> {
        texts
            .iter()
            .map(|text| Spec::parse(text.as_ref()))
            .collect()
    }

    /// The name that tables and files have for it: its NAME, or the whole text.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }

    /// Returns true for a person at the terminal.
    pub fn is_human(&self) -> bool {
        self.player == "human"
    }

    /// Returns true for a program of somebody else: a path or a command.
    pub fn is_own_program(&self) -> bool {
        self.command().is_some() || self.path().is_some()
    }

    /// The text after `cmd:`.
    pub fn command(&self) -> Option<&str> {
        self.player.strip_prefix("cmd:")
    }

    /// Bot and revision of `BOT@REV`.
    pub fn revision(&self) -> Option<(&str, &str)> {
        let bot = self.command().is_none() && !source::is_source(&self.player);
        revision::split(&self.player).filter(|(name, _)| bot && !name.contains('/'))
    }

    /// The path of a source or an executable.
    pub(super) fn path(&self) -> Option<&Path> {
        let is_path = !self.is_human()
            && self.command().is_none()
            && self.revision().is_none()
            // No bot of a workspace has a dot in its name.
            && (self.player.contains(['/', '.']) || source::is_source(&self.player));
        is_path.then_some(Path::new(&self.player))
    }
}

/// The name in front of a player, and the rest.
fn named(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((name, rest)) if is_name(name) => (Some(name), rest),
        _ => (None, text),
    }
}

fn is_name(text: &str) -> bool {
    let never = |letter: char| letter.is_control() || "/\\:,@'\"=`".contains(letter);
    !text.is_empty() && text.trim() == text && !text.contains(never)
}

/// The parts between commas that stand in no quotes.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut quote) = (Vec::new(), 0, None);
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            // One within a word is an apostrophe.
            (None, '\'' | '"') if !text[..at].ends_with(char::is_alphanumeric) => {
                quote = Some(letter);
            }
            (Some(open), _) if open == letter => quote = None,
            (None, ',') => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The text inside one pair of quotes.
fn unquoted(text: &str) -> Option<&str> {
    let inner = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\''))
}

/// Takes a part as an option; `false` if it is none.
fn set(part: &str, overrides: &mut Overrides, language: &mut Option<String>) -> Result<bool> {
    let (key, value) = match part.split_once('=') {
        Some((key, value)) => (key, Some(value)),
        None => (part, None),
    };
    if !KEYS.contains(&key) {
        return Ok(false);
    }
    let number = |least: u64, most: u64| -> Result<u64> {
        let number = value.and_then(|value| value.parse().ok());
        let number = number.filter(|number| (least..=most).contains(number));
        number.with_context(|| {
            msg!("`{part}`: write {key}=N with a whole number from {least} to {most}")
        })
    };
    let text = || {
        let value = value.filter(|value| !value.is_empty());
        value.with_context(|| msg!("`{part}`: write {key}=VALUE"))
    };
    let twice = match key {
        "time-ms" => overrides.time_ms.replace(number(1, 86_400_000)?).is_some(),
        "memory-mb" => overrides
            .memory_mb
            .replace(number(32, 1_048_576)?)
            .is_some(),
        "nodes" => overrides.nodes.replace(number(1, u64::MAX)?).is_some(),
        "language" => language.replace(text()?.to_owned()).is_some(),
        "python" => {
            let text = text()?;
            let python = unquoted(text).unwrap_or(text).to_owned();
            overrides.python.replace(python).is_some()
        }
        "args" => {
            let text = text()?;
            let words = shell_words::split(unquoted(text).unwrap_or(text))
                .with_context(|| msg!("`{part}`: check the quotes"))?;
            !std::mem::replace(&mut overrides.args, words).is_empty()
        }
        "data" => {
            let text = text()?;
            let folder = PathBuf::from(unquoted(text).unwrap_or(text));
            overrides.data.replace(folder).is_some()
        }
        "sandbox" => {
            require!(
                value == Some("no"),
                "`{part}`: every player is in a sandbox; write sandbox=no for one that you trust, or leave it out"
            );
            std::mem::replace(&mut overrides.no_sandbox, true)
        }
        "env" => {
            let text = text()?;
            let text = unquoted(text).unwrap_or(text);
            let name = |text: &str| text.split('=').next().unwrap_or_default().to_owned();
            require!(
                !name(text).is_empty(),
                "`{part}`: write env=NAME or env=NAME=VALUE"
            );
            overrides.env.insert(0, text.to_owned());
            overrides.env[1..]
                .iter()
                .any(|other| name(other) == name(text))
        }
        _ => {
            require!(value.is_none(), "`{part}`: `{key}` takes no value");
            match key {
                "simple-io" => overrides.simple_io.replace(true).is_some(),
                "data-shared" => std::mem::replace(&mut overrides.data_shared, true),
                "json" => overrides.simple_io.replace(false).is_some(),
                "keep-running" => overrides.mode.replace(Mode::KeepRunning).is_some(),
                _ => overrides.mode.replace(Mode::Restart).is_some(),
            }
        }
    };
    require!(
        !twice,
        "`{part}`: what it says is said twice; leave one out"
    );
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(text: &str) -> (Option<String>, String, String) {
        let spec = Spec::parse(text).unwrap();
        let overrides = serde_json::to_string(&spec.overrides).unwrap();
        (spec.name, spec.player, overrides)
    }

    fn bad(text: &str) -> String {
        format!("{:#}", Spec::parse(text).unwrap_err())
    }

    #[test]
    fn a_player_without_name_and_options_is_as_it_was() {
        for text in [
            "nogo-greedy",
            "nogo-greedy@HEAD~3",
            "human",
            "./a=b.cpp",
            "cmd:env A=1,2 ./bot --x=1, y",
            "cmd:./bot 'a,simple-io'",
            "cmd:'open",
            "my bot.py",
        ] {
            assert_eq!(good(text), (None, text.to_owned(), "{}".to_owned()));
        }
    }

    #[test]
    fn names_and_options_are_taken_off() {
        for (text, name, player, overrides) in [
            ("my=bot.py", Some("my"), "bot.py", "{}"),
            (
                "my=bot.py,time-ms=6000,simple-io,keep-running,args=\"-d 5, 'a b'\"",
                Some("my"),
                "bot.py",
                r#"{"time_ms":6000,"mode":"keep-running","simple_io":true,"args":["-d","5,","a b"]}"#,
            ),
            (
                "cmd:./bot -x 1,json,nodes=7",
                None,
                "cmd:./bot -x 1",
                r#"{"nodes":7,"simple_io":false}"#,
            ),
            (
                "older one=nogo-greedy@v1,restart",
                Some("older one"),
                "nogo-greedy@v1",
                r#"{"mode":"restart"}"#,
            ),
            (
                "\u{6211}=cmd:a=b,c,memory-mb=64",
                Some("\u{6211}"),
                "cmd:a=b,c",
                r#"{"memory_mb":64}"#,
            ),
            (
                "a.py,data='my, books',data-shared,env=CUDA,env=\"A=1,2\"",
                None,
                "a.py",
                r#"{"data":"my, books","data_shared":true,"env":["CUDA","A=1,2"]}"#,
            ),
            (
                "/c/O'Brien/a.py,simple-io",
                None,
                "/c/O'Brien/a.py",
                r#"{"simple_io":true}"#,
            ),
            ("a.py,sandbox=no", None, "a.py", r#"{"no_sandbox":true}"#),
            (
                "a.py,python=/opt/python3.6",
                None,
                "a.py",
                r#"{"python":"/opt/python3.6"}"#,
            ),
            (
                "x='a,json.py',json",
                Some("x"),
                "a,json.py",
                r#"{"simple_io":false}"#,
            ),
        ] {
            let want = (
                name.map(str::to_owned),
                player.to_owned(),
                overrides.to_owned(),
            );
            assert_eq!(good(text), want, "{text}");
        }
        let spec = Spec::parse("a.cpp,language=cpp11,args=-d").unwrap();
        assert_eq!(spec.language.as_deref(), Some("cpp11"));
        assert_eq!(spec.overrides.args, ["-d"]);
    }

    #[test]
    fn what_is_wrong_is_named_with_the_cure() {
        for (text, want) in [
            ("bot.py,time=6000", "did you mean `time-ms`?"),
            (
                "bot.py,quick",
                "`quick` in `bot.py,quick` is not a player option",
            ),
            (
                "a.py,time-ms=x",
                "`time-ms=x`: write time-ms=N with a whole number from 1",
            ),
            ("a.py,memory-mb=1", "from 32 to"),
            ("a.py,simple-io=1", "takes no value"),
            ("a.py,simple-io,json", "said twice"),
            ("a.py,args='a", "check the quotes"),
            ("a.py,language=", "write language=VALUE"),
            ("a.py,data-shared", "add data=DIR"),
            ("a.py,python=a,python=b", "said twice"),
            ("a.py,data=", "write data=VALUE"),
            ("a.py,env==1", "write env=NAME"),
            ("a.py,env=A,env=A=1", "said twice"),
            ("a.py,sandbox=yes", "write sandbox=no"),
            ("a.py,sandbox=no,sandbox=no", "said twice"),
            ("my=", "names no player"),
            ("", "names no player"),
        ] {
            let text = bad(text);
            assert!(text.contains(want), "{text}");
        }
    }

    #[test]
    fn labels_are_names() {
        let spec = |text| Spec::parse(text).unwrap();
        assert_eq!(spec("my=bot.py,json").label(), "my");
        assert_eq!(spec("cmd:a=b").label(), "cmd:a=b");
        assert!(spec("human").is_human() && spec("me=human").is_human());
        assert!(!spec("nogo-greedy").is_human());
    }

    #[test]
    fn who_plays_is_told_by_the_text() {
        for (text, own, revision) in [
            ("human", false, None),
            ("cmd:./a.py", true, None),
            ("a@b.cpp", true, None),
            ("../x/bot.js", true, None),
            ("Main.java", true, None),
            ("bot.zip", true, None),
            ("./bot", true, None),
            ("bot.pyy", true, None),
            (
                "nogo-greedy@origin/main",
                false,
                Some(("nogo-greedy", "origin/main")),
            ),
            ("a/nogo@2", true, None),
            ("nogo-greedy", false, None),
        ] {
            let spec = Spec::parse(text).unwrap();
            assert_eq!(
                (spec.is_own_program(), spec.revision()),
                (own, revision),
                "{text}"
            );
        }
    }
}
