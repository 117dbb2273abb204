//! The options agreed with one player alone: limits, mode, protocol, arguments.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use referee::conduct::{Mode, NODES_TIME_MS, Rules};
use serde::{Deserialize, Serialize};

use crate::language::Factors;

/// The conditions of one player where they are not those of the match; nothing of it is set for a player without.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Overrides {
    /// Time limit of a turn in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The multipliers of the match's time limits, for a language to which the site gives more time: for a program that
    /// is started, and for one that was kept running. They do not apply to `time_ms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factors: Option<Factors>,
    /// Memory limit in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u64>,
    /// Node budget of a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Restart or keep-running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// True if it is sent simple IO.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simple_io: Option<bool>,
    /// Words behind its command line, with the placeholders of commands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The folder with the files of its user storage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<PathBuf>,
    /// True if that folder is its user storage, false if each game gets a copy.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub data_shared: bool,
    /// Variables of the environment that it has: `NAME=VALUE`, or the user's `NAME`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<String>,
    /// The interpreter of a Python source: a program of the search path, or a path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub python: Option<String>,
    /// True if it may do everything that the user may.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_sandbox: bool,
}

impl Overrides {
    /// Returns true if this player plays under the conditions of the match.
    pub fn is_empty(&self) -> bool {
        *self == Overrides::default()
    }

    /// Its rules where the match has these.
    pub fn apply(&self, base: &Rules) -> Rules {
        let [started, kept] = self.factors.unwrap_or([1, 1]);
        let [time, kept_time] = match (self.time_ms, self.nodes) {
            (Some(ms), _) => [Duration::from_millis(ms); 2],
            // By the clock only a hang should be ended.
            (None, Some(_)) => [Duration::from_millis(NODES_TIME_MS).max(base.time); 2],
            (None, None) => [base.time * started, base.kept_time * kept],
        };
        Rules {
            mode: base.mode.map(|mode| self.mode.unwrap_or(mode)),
            simple_io: self.simple_io.unwrap_or(base.simple_io),
            time,
            kept_time,
            nodes: self.nodes.or(base.nodes),
            memory: self.memory_mb.map_or(base.memory, |mb| mb << 20),
            ..base.clone()
        }
    }

    /// The variables of its environment with their values.
    ///
    /// # Errors
    /// If the user has none of that name.
    pub fn variables(&self) -> Result<Vec<(String, String)>> {
        let value = |text: &String| match text.split_once('=') {
            Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
            None => {
                let value = env::var(text).with_context(|| {
                    msg!("env={text}: your environment has no such variable; set it, or write env={text}=VALUE")
                })?;
                Ok((text.clone(), value))
            }
        };
        self.env.iter().map(value).collect()
    }

    /// Looks for what these conditions name.
    ///
    /// # Errors
    /// If a variable or the folder is not there.
    pub fn check(&self) -> Result<()> {
        self.variables()?;
        let missing = self.data.iter().find(|folder| !folder.is_dir());
        if let Some(folder) = missing {
            let folder = folder.display();
            fail!(
                "data={folder}: there is no folder `{folder}`; name the one with the files of the bot's user storage"
            );
        }
        Ok(())
    }

    /// The conditions in words, where the match has these.
    pub fn describe(&self, base: &Rules) -> String {
        let rules = self.apply(base);
        let mut words = Vec::new();
        if self.factors.is_some() || self.time_ms.is_some() || self.nodes.is_some() {
            let (time, kept) = (rules.time.as_millis(), rules.kept_time.as_millis());
            words.push(said!("{time} ms a turn"));
            if kept != time && rules.keeps_running() {
                words.push(said!("{kept} ms while it is kept running"));
            }
        }
        if let Some(mb) = self.memory_mb {
            words.push(format!("{mb} MB"));
        }
        if let Some(nodes) = self.nodes {
            words.push(said!("{nodes} nodes a turn"));
        }
        match self.mode {
            Some(Mode::Restart) => words.push(said!("started afresh every turn")),
            Some(Mode::KeepRunning) => words.push(said!("kept running if it asks for that")),
            None => {}
        }
        match self.simple_io {
            Some(true) => words.push(said!("simple IO")),
            Some(false) => words.push("JSON".to_owned()),
            None => {}
        }
        if !self.args.is_empty() {
            words.push(said!("arguments {}", shell_words::join(&self.args)));
        }
        if let Some(folder) = &self.data {
            let folder = folder.display();
            words.push(match self.data_shared {
                true => said!("user storage {folder} itself"),
                false => said!("user storage a copy of {folder}"),
            });
        }
        if !self.env.is_empty() {
            words.push(said!("environment {}", shell_words::join(&self.env)));
        }
        if let Some(python) = &self.python {
            words.push(said!("run by {python}"));
        }
        if self.no_sandbox {
            words.push(said!("no sandbox"));
        }
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Rules {
        Rules::new(Mode::Restart, Duration::from_millis(500))
    }

    fn limits(overrides: &Overrides) -> (u128, u128) {
        let rules = overrides.apply(&base());
        (rules.time.as_millis(), rules.kept_time.as_millis())
    }

    #[test]
    fn without_overrides_a_player_has_the_rules_of_the_match() {
        let overrides = Overrides::default();
        assert!(overrides.is_empty());
        assert_eq!(limits(&overrides), (500, 500));
        assert_eq!(overrides.describe(&base()), "");
        assert_eq!(serde_json::to_string(&overrides).unwrap(), "{}");
    }

    #[test]
    fn a_language_multiplies_the_matchs_limits_and_an_own_limit_stands() {
        let python = Overrides {
            factors: Some([6, 4]),
            ..Overrides::default()
        };
        assert_eq!(limits(&python), (3000, 2000));
        let said = Overrides {
            time_ms: Some(700),
            ..python.clone()
        };
        assert_eq!(limits(&said), (700, 700));
        let nodes = Overrides {
            nodes: Some(9),
            ..Overrides::default()
        };
        assert_eq!(limits(&nodes), (60_000, 60_000));
        assert_eq!(nodes.apply(&base()).nodes, Some(9));
        assert_eq!(python.describe(&base()), "3000 ms a turn");
    }

    #[test]
    fn everything_else_is_taken_over() {
        let overrides = Overrides {
            memory_mb: Some(64),
            mode: Some(Mode::KeepRunning),
            simple_io: Some(true),
            args: vec!["--depth".to_owned(), "5 6".to_owned()],
            ..Overrides::default()
        };
        let rules = overrides.apply(&base());
        assert_eq!(
            (rules.mode, rules.memory),
            (Some(Mode::KeepRunning), 64 << 20)
        );
        assert!(rules.simple_io);
        // A platform without modes has none for anybody.
        let without = Rules {
            mode: None,
            ..base()
        };
        assert_eq!(overrides.apply(&without).mode, None);
        assert_eq!(
            overrides.describe(&base()),
            "64 MB, kept running if it asks for that, simple IO, arguments --depth '5 6'"
        );
        let text = serde_json::to_string(&overrides).unwrap();
        assert_eq!(
            text,
            r#"{"memory_mb":64,"mode":"keep-running","simple_io":true,"args":["--depth","5 6"]}"#
        );
        assert_eq!(serde_json::from_str::<Overrides>(&text).unwrap(), overrides);
    }
}
