//! What is agreed with one player alone: limits, mode, protocol, arguments.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use referee::conduct::{Mode, NODES_TIME_MS, Rules};
use serde::{Deserialize, Serialize};

use super::Flags;
use crate::language::Factors;

/// The conditions of one player where they are not those of the match; nothing of it is set for a player without.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Own {
    /// Time limit of a turn in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// What the match's time limits are multiplied by, for a language to which the site gives more time: that of a
    /// program that is started, and that of one that was kept running. A `time_ms` of its own stands as it is.
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
    /// Whether it is spoken to in simple IO.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simple_io: Option<bool>,
    /// Words behind its command line, with the placeholders of commands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The folder with the files of its user storage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<PathBuf>,
    /// Whether that folder is its user storage, and no copy for each game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub data_shared: bool,
    /// Variables of the environment that it has: `NAME=VALUE`, or the user's `NAME`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<String>,
}

impl Own {
    /// Whether this player plays under the conditions of the match.
    pub fn is_empty(&self) -> bool {
        *self == Own::default()
    }

    /// Its time limits where the match's are these: of a program that is started, and of one that was kept running.
    pub fn times(&self, time: Duration, kept_time: Duration) -> [Duration; 2] {
        let [started, kept] = self.factors.unwrap_or([1, 1]);
        match (self.time_ms, self.nodes) {
            (Some(ms), _) => [Duration::from_millis(ms); 2],
            // By the clock only a hang should be ended.
            (None, Some(_)) => [Duration::from_millis(NODES_TIME_MS).max(time); 2],
            (None, None) => [time * started, kept_time * kept],
        }
    }

    /// Its rules where the match has these.
    pub fn rules(&self, base: &Rules) -> Rules {
        let [time, kept_time] = self.times(base.time, base.kept_time);
        Rules {
            mode: self.mode.unwrap_or(base.mode),
            time,
            kept_time,
            memory: self.memory_mb.map_or(base.memory, |mb| mb << 20),
            ..base.clone()
        }
    }

    /// What its program is told where the others are told this.
    pub fn flags(&self, base: &Flags) -> Flags {
        let time = Duration::from_millis(base.time_ms);
        let [time, _] = self.times(time, time);
        Flags {
            mode: base.mode.map(|mode| self.mode.unwrap_or(mode)),
            simple_io: self.simple_io.unwrap_or(base.simple_io),
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            nodes: self.nodes.or(base.nodes),
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
            bail!(
                "data={folder}: there is no folder `{folder}`; name the one with the files of the bot's user storage"
            );
        }
        Ok(())
    }

    /// The conditions in words, where the match has these.
    pub fn describe(&self, base: &Rules) -> String {
        let rules = self.rules(base);
        let mut words = Vec::new();
        if self.factors.is_some() || self.time_ms.is_some() || self.nodes.is_some() {
            let (time, kept) = (rules.time.as_millis(), rules.kept_time.as_millis());
            words.push(said!("{time} ms a turn"));
            if kept != time && rules.mode == Mode::KeepRunning {
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
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use arena_common::Cancel;

    use super::*;

    fn base() -> (Rules, Flags) {
        let time = Duration::from_millis(500);
        let rules = Rules {
            mode: Mode::Restart,
            time,
            kept_time: time,
            memory: 256 << 20,
            output: 1,
            cancel: Cancel::default(),
        };
        let flags = Flags {
            mode: Some(Mode::Restart),
            simple_io: false,
            time_ms: 500,
            nodes: None,
        };
        (rules, flags)
    }

    fn limits(own: &Own) -> (u128, u128, u64) {
        let (rules, flags) = base();
        let own_rules = own.rules(&rules);
        (
            own_rules.time.as_millis(),
            own_rules.kept_time.as_millis(),
            own.flags(&flags).time_ms,
        )
    }

    #[test]
    fn without_conditions_of_its_own_a_player_has_the_matchs() {
        let (rules, flags) = base();
        let own = Own::default();
        assert!(own.is_empty());
        assert_eq!(limits(&own), (500, 500, 500));
        assert_eq!(own.flags(&flags), flags);
        assert_eq!(own.describe(&rules), "");
        assert_eq!(serde_json::to_string(&own).unwrap(), "{}");
    }

    #[test]
    fn a_language_multiplies_the_matchs_limits_and_an_own_limit_stands() {
        let python = Own {
            factors: Some([6, 4]),
            ..Own::default()
        };
        assert_eq!(limits(&python), (3000, 2000, 3000));
        let said = Own {
            time_ms: Some(700),
            ..python.clone()
        };
        assert_eq!(limits(&said), (700, 700, 700));
        let nodes = Own {
            nodes: Some(9),
            ..Own::default()
        };
        assert_eq!(limits(&nodes), (60_000, 60_000, 60_000));
        assert_eq!(nodes.flags(&base().1).nodes, Some(9));
        assert_eq!(python.describe(&base().0), "3000 ms a turn");
    }

    #[test]
    fn everything_else_is_taken_over() {
        let own = Own {
            memory_mb: Some(64),
            mode: Some(Mode::KeepRunning),
            simple_io: Some(true),
            args: vec!["--depth".to_owned(), "5 6".to_owned()],
            ..Own::default()
        };
        let (rules, flags) = base();
        let (own_rules, own_flags) = (own.rules(&rules), own.flags(&flags));
        assert_eq!(
            (own_rules.mode, own_rules.memory),
            (Mode::KeepRunning, 64 << 20)
        );
        assert_eq!(own_flags.mode, Some(Mode::KeepRunning));
        assert!(own_flags.simple_io);
        // A platform without modes has none for anybody.
        let flags = Flags {
            mode: None,
            ..flags
        };
        assert_eq!(own.flags(&flags).mode, None);
        assert_eq!(
            own.describe(&rules),
            "64 MB, kept running if it asks for that, simple IO, arguments --depth '5 6'"
        );
        let text = serde_json::to_string(&own).unwrap();
        assert_eq!(
            text,
            r#"{"memory_mb":64,"mode":"keep-running","simple_io":true,"args":["--depth","5 6"]}"#
        );
        assert_eq!(serde_json::from_str::<Own>(&text).unwrap(), own);
    }
}
