//! Players: a bot of the workspace, a source, a command, or a person.
//!
//! | module | does |
//! | --- | --- |
//! | [`spec`] | reads a player's text: `NAME=PLAYER,OPTION,...` |
//! | [`overrides`] | what is agreed with one player alone |
//! | [`folder`] | the folder in which it runs, with its user storage |
//! | `storage` | what belongs into that |
//! | `sandbox` | what it may read |
//! | [`prepare`](mod@prepare) | builds the players of a command line |

pub mod folder;
pub mod overrides;
pub mod prepare;
mod sandbox;
pub mod spec;
mod storage;

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;

use botzone::flags;
use judges_common::args::flags::{NODES, SEED, TIME_MS};
use process::{Launch, Sandbox};
use referee::conduct::{Mode, Rules};
use referee::diagnosis::late::Pace;

pub use overrides::Overrides;
pub use prepare::prepare;
use sandbox::Readable;
pub use spec::Spec;

/// A player as it can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    name: String,
    /// The program that is started.
    pub program: Program,
    /// The options agreed with this player alone.
    pub overrides: Overrides,
    /// The contents of its folder at the start of a game: the path in the folder, and the path that is copied there.
    /// `None` if it runs in the arena's folder.
    pub files: Option<Vec<(PathBuf, PathBuf)>>,
    /// Its first move in the probe, by which its protocol was found out.
    pub first_move: Option<Pace>,
    /// The folder with what its Python lacks and the site's has, which is first on PYTHONPATH.
    pub supplied: Option<PathBuf>,
}

/// The program that is started for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A bot of the workspace, today's or an earlier commit's, built.
    Bot {
        /// Package name, for an earlier commit's `NAME@REV`.
        package: String,
        /// Its executable.
        path: PathBuf,
    },
    /// A bot that came as a source, compiled if it is of a language that is.
    Source {
        /// The language's name.
        language: &'static str,
        /// SHA-256 of the source.
        digest: String,
        /// The words that start it.
        words: Vec<String>,
    },
    /// Any program; words may hold placeholders, see [`Player::argv`].
    Command {
        /// Its words.
        words: Vec<String>,
    },
    /// A person at the terminal.
    Human,
}

impl Player {
    /// A player with nothing of its own.
    pub fn new(name: impl Into<String>, program: Program) -> Player {
        let has_folder = matches!(program, Program::Source { .. });
        Player {
            name: name.into(),
            program,
            overrides: Overrides::default(),
            files: has_folder.then(Vec::new),
            first_move: None,
            supplied: None,
        }
    }

    /// A bot of the workspace with its executable.
    pub fn bot(package: &str, path: PathBuf) -> Player {
        let package = package.to_owned();
        Player::new(package.clone(), Program::Bot { package, path })
    }

    /// A command of these words.
    pub fn command(name: impl Into<String>, words: Vec<String>) -> Player {
        Player::new(name, Program::Command { words })
    }

    /// A person at the terminal.
    pub fn human() -> Player {
        Player::new("human", Program::Human)
    }

    /// Name for tables.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true if a person plays.
    pub fn is_human(&self) -> bool {
        self.program == Program::Human
    }

    /// Returns true for somebody else's program, whose protocol and thinking time are not known in advance.
    pub fn is_foreign(&self) -> bool {
        matches!(
            self.program,
            Program::Command { .. } | Program::Source { .. }
        )
    }

    /// The launch of the player's program in a game under these rules: a source runs in a separate folder, a command in
    /// the arena's folder, unless it has a user storage. Files named by its words are always resolved from the arena's
    /// folder.
    ///
    /// # Errors
    /// If a command wants `{nodes}` and there is no node budget, its folder cannot be made, or a variable is missing.
    pub fn launch(&self, base: &Rules, seed: u64) -> Result<Launch> {
        let mut words = self.argv(base, seed)?;
        let storage = self.overrides.data.as_deref();
        let mut folder = None;
        if self.files.is_some() || storage.is_some() {
            let files = self.files.as_deref().unwrap_or_default();
            folder = Some(Arc::new(folder::make(
                files,
                storage,
                self.overrides.data_shared,
            )?));
            for (i, word) in words.iter_mut().enumerate() {
                // A program without a slash is one of the search path.
                if i > 0 || word.contains('/') {
                    *word = folder::from_everywhere(word);
                }
            }
        }
        let mut launch = Launch {
            words,
            folder,
            variables: self.variables()?,
            ..Launch::default()
        };
        if !self.is_human() && !self.overrides.no_sandbox {
            self.enclose(&mut launch)?;
        }
        Ok(launch)
    }

    /// Puts a program into a sandbox. It reads what its command line and its variables name, and writes its folder.
    fn enclose(&self, launch: &mut Launch) -> Result<()> {
        let set = |name: &str| {
            let mut all = launch.variables.iter();
            all.find(|(other, _)| other == name)
                .map(|(_, value)| value.into())
        };
        let mut readable = Readable::of_languages(set("PATH").or_else(|| env::var_os("PATH")));
        for word in &launch.words {
            readable.word(word);
        }
        if let Some(word) = launch.words.first() {
            readable.program(word);
        }
        for (_, value) in &launch.variables {
            let paths = env::split_paths(value).filter(|path| path.is_absolute());
            paths.for_each(|path| readable.give(&path));
        }
        let mut writable = Vec::new();
        if launch.folder.is_none() {
            readable.give(Path::new("."));
            launch.scratch = Some(Arc::new(folder::scratch()?));
        }
        let own = launch.folder.as_ref().or(launch.scratch.as_ref());
        if let Some(own) = own.map(|own| own.path().to_owned()) {
            let temporary = own.to_string_lossy().into_owned();
            // Variables that the user sets come last.
            launch.variables.insert(0, ("TMPDIR".to_owned(), temporary));
            writable.push(own);
        }
        if self.overrides.data_shared {
            writable.extend(
                self.overrides
                    .data
                    .as_ref()
                    .and_then(|data| data.canonicalize().ok()),
            );
        }
        launch.sandbox = Some(Sandbox {
            readable: readable.into_paths(),
            writable,
        });
        Ok(())
    }

    /// The user's variables, and the folder for Python before all others.
    fn variables(&self) -> Result<Vec<(String, String)>> {
        const NAME: &str = "PYTHONPATH";
        let mut variables = self.overrides.variables()?;
        if let Some(folder) = &self.supplied {
            let folder = folder.display();
            match variables.iter_mut().find(|(name, _)| name == NAME) {
                Some((_, value)) => *value = format!("{folder}:{value}"),
                None => variables.push((NAME.to_owned(), folder.to_string())),
            }
        }
        Ok(variables)
    }

    /// The command line of the player's program in a game under these rules; empty for a human. A bot of the
    /// workspace gets all flags; in commands and in arguments of its own only the placeholders `{seed}`, `{time-ms}` and
    /// `{nodes}` are replaced.
    ///
    /// # Errors
    /// If a command wants `{nodes}` and there is no node budget.
    fn argv(&self, base: &Rules, seed: u64) -> Result<Vec<String>> {
        let rules = self.overrides.apply(base);
        let mut argv = match &self.program {
            Program::Human => return Ok(Vec::new()),
            Program::Bot { path, .. } => bot_words(path, &rules, seed),
            Program::Source { words, .. } => words.clone(),
            Program::Command { words } => self.filled(words, &rules, seed)?,
        };
        argv.extend(self.filled(&self.overrides.args, &rules, seed)?);
        Ok(argv)
    }

    fn filled(&self, words: &[String], rules: &Rules, seed: u64) -> Result<Vec<String>> {
        let nodes = rules.nodes.map(|nodes| nodes.to_string());
        require!(
            nodes.is_some() || words.iter().all(|word| !word.contains("{nodes}")),
            "`{}` wants {{nodes}}; give --nodes N",
            self.name
        );
        let fill = |word: &String| {
            word.replace("{seed}", &seed.to_string())
                .replace("{time-ms}", &rules.time_ms().to_string())
                .replace("{nodes}", nodes.as_deref().unwrap_or_default())
        };
        Ok(words.iter().map(fill).collect())
    }
}

/// A bot of the workspace with all its flags.
fn bot_words(path: &Path, rules: &Rules, seed: u64) -> Vec<String> {
    let mut argv = vec![path.to_string_lossy().into_owned()];
    let keep = rules.mode.map(|mode| match mode {
        Mode::KeepRunning => flags::KEEP_RUNNING.to_owned(),
        Mode::Restart => flags::NO_KEEP_RUNNING.to_owned(),
    });
    argv.extend(keep);
    if rules.simple_io {
        argv.push(flags::SIMPLE_IO.to_owned());
    }
    argv.extend([TIME_MS.to_owned(), rules.time_ms().to_string()]);
    argv.extend([SEED.to_owned(), seed.to_string()]);
    if let Some(nodes) = rules.nodes {
        argv.extend([NODES.to_owned(), nodes.to_string()]);
    }
    argv
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn rules() -> Rules {
        Rules {
            nodes: Some(70),
            ..Rules::new(Mode::KeepRunning, Duration::from_millis(500))
        }
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn a_workspace_bot_gets_flags() {
        let mut bot = Player::bot("b", PathBuf::from("/b"));
        let argv = bot.argv(&rules(), 9).unwrap();
        assert_eq!(
            argv.join(" "),
            "/b --keep-running --time-ms 500 --seed 9 --nodes 70"
        );
        let other = Rules {
            mode: Some(Mode::Restart),
            simple_io: true,
            nodes: None,
            ..rules()
        };
        let argv = bot.argv(&other, 9).unwrap();
        assert_eq!(
            argv.join(" "),
            "/b --no-keep-running --simple-io --time-ms 500 --seed 9"
        );
        bot.overrides = Overrides {
            mode: Some(Mode::KeepRunning),
            simple_io: Some(false),
            time_ms: Some(90),
            args: words(&["--params", "x"]),
            ..Overrides::default()
        };
        let argv = bot.argv(&other, 9).unwrap();
        assert_eq!(
            argv.join(" "),
            "/b --keep-running --time-ms 90 --seed 9 --params x"
        );
    }

    #[test]
    fn a_command_gets_what_it_asks_for() {
        let line = words(&["python3", "my bot.py", "--s={seed}", "{nodes}"]);
        let mut player = Player::command("my", line);
        assert_eq!(
            player.argv(&rules(), 9).unwrap(),
            ["python3", "my bot.py", "--s=9", "70"]
        );
        let other = Rules {
            nodes: None,
            ..rules()
        };
        let error = player.argv(&other, 9).unwrap_err().to_string();
        assert!(
            error.contains("`my` wants {nodes}; give --nodes N"),
            "{error}"
        );
        player.overrides.nodes = Some(3);
        assert_eq!(player.argv(&other, 9).unwrap()[3], "3");
    }

    #[test]
    fn what_python_lacks_comes_first_on_its_path() {
        let mut player = Player::command("my", words(&["python3", "bot.py"]));
        assert_eq!(player.variables().unwrap(), []);
        player.supplied = Some(PathBuf::from("/s"));
        for (own, want) in [("A=1", "/s"), ("PYTHONPATH=/mine", "/s:/mine")] {
            player.overrides.env = words(&[own]);
            let variables = player.variables().unwrap();
            let path = variables.iter().find(|(name, _)| name == "PYTHONPATH");
            assert_eq!(path.unwrap().1, want);
        }
    }

    #[test]
    fn a_source_gets_nothing_but_its_own_arguments() {
        let mut player = Player::new(
            "my",
            Program::Source {
                language: "python",
                digest: String::new(),
                words: words(&["python3", "/a {seed}.py"]),
            },
        );
        player.overrides.args = words(&["--limit", "{time-ms}"]);
        player.overrides.factors = Some([6, 4]);
        assert_eq!(
            player.argv(&rules(), 9).unwrap(),
            ["python3", "/a {seed}.py", "--limit", "3000"]
        );
    }
}
