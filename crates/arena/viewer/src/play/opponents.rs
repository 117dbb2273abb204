//! The opponents of a person, and their levels.

use std::fmt;

use anyhow::{Context, Result};
use arena_common::Cancel;
use contest::Contest;
use journal::header::Header;
use players::player::Player;
use referee::conduct::TIME_MS;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::limits::Limits;

/// The budget of a bot in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// Its nodes; `None` if it plays by the clock.
    pub nodes: Option<u64>,
    /// Its time limit in milliseconds, where it plays by the clock.
    pub time_ms: u64,
}

/// Node budgets of the levels below the one that has the judge's whole second.
const NODES: [u64; 4] = [1, 100, 1_000, 10_000];

/// One of the opponents and one of the levels, by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The place of the opponent.
    pub opponent: usize,
    /// The place of the level.
    pub level: usize,
}

/// Makes a contest ready: a bot may have to be built.
type Prepare<'a> = dyn Fn(&str, Level) -> Result<Contest> + Send + Sync + 'a;

/// Whom the page offers as opponents.
pub struct Opponents<'a> {
    pub(super) names: Vec<String>,
    pub(super) levels: Vec<Level>,
    /// The opponent and the level of the command line.
    pub(super) first: Choice,
    prepare: Box<Prepare<'a>>,
}

impl<'a> Opponents<'a> {
    /// The opponents of these names besides the one that the person plays now, at this level; `prepare` makes a contest
    /// against one of them.
    pub fn new(
        mut names: Vec<String>,
        now: &str,
        level: Level,
        prepare: impl Fn(&str, Level) -> Result<Contest> + Send + Sync + 'a,
    ) -> Self {
        let usual = NODES.map(|nodes| Level {
            nodes: Some(nodes),
            time_ms: TIME_MS,
        });
        let second = Level {
            nodes: None,
            time_ms: TIME_MS,
        };
        let is_same = |other: &Level| match level.nodes {
            Some(_) => other.nodes == level.nodes,
            None => *other == level,
        };
        let mut levels: Vec<Level> = usual.into_iter().chain([second]).collect();
        if !levels.iter().any(is_same) {
            levels.push(level);
        }
        levels.sort_by_key(|level| (level.nodes.unwrap_or(u64::MAX), level.time_ms));
        if !names.iter().any(|name| name == now) {
            names.push(now.to_owned());
        }
        let place = |found: Option<usize>| found.unwrap_or_default();
        Opponents {
            first: Choice {
                opponent: place(names.iter().position(|name| name == now)),
                level: place(levels.iter().position(is_same)),
            },
            names,
            levels,
            prepare: Box::new(prepare),
        }
    }

    /// The contest of this choice.
    ///
    /// # Errors
    /// If the opponent cannot be had.
    pub(super) fn contest(&self, choice: Choice, cancel: &Cancel) -> Result<Contest> {
        let (name, level) = (
            self.names.get(choice.opponent),
            self.levels.get(choice.level),
        );
        let (name, level) = name.zip(level).context("there is no such opponent")?;
        let mut contest = (self.prepare)(name, *level)?;
        contest.rules.cancel = cancel.clone();
        Ok(contest)
    }
}

impl fmt::Debug for Opponents<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.names).finish()
    }
}

/// A session: the games against one opponent at one level.
#[derive(Debug)]
pub(super) struct Session {
    /// Goes up with every opponent.
    pub(super) number: usize,
    pub(super) header: Header,
    pub(super) limits: Limits,
    pub(super) choice: Choice,
    /// Of another opponent that is wanted: `busy`, its name, or `failed`.
    pub(super) change: Value,
}

impl Session {
    pub(super) fn new(header: Header, limits: Limits) -> Session {
        Session {
            number: 0,
            header,
            limits,
            choice: Choice {
                opponent: 0,
                level: 0,
            },
            change: Value::Null,
        }
    }

    /// The session as data for the page, which gets it repeatedly.
    pub(super) fn value(&self) -> Value {
        json!({
            "session": self.number,
            "players": self.header.players,
            "nodes": self.header.nodes,
            "time_ms": self.header.time_ms,
            "limits": self.limits.value(),
            "own": self.limits.own(),
            "choice": self.choice,
            "change": self.change,
        })
    }
}

/// The conditions of all games of a contest, for the page and the log.
pub(super) fn conditions(contest: &Contest) -> (Header, Limits) {
    let header = contest.header();
    let own = |player: usize| {
        contest
            .players
            .get(player)
            .map(|player: &Player| &player.overrides)
    };
    let limits = Limits::new(contest.host.game, &header, own);
    (header, limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_and_the_level_of_the_command_line_are_among_those_offered() {
        let level = |nodes, time_ms| Level { nodes, time_ms };
        let names = || vec!["a".to_owned(), "b".to_owned()];
        let of = |now: &str, level| {
            let offered = Opponents::new(names(), now, level, |_, _| anyhow::bail!("none"));
            let Choice { opponent, level } = offered.first;
            (opponent, level, offered.names.len(), offered.levels.len())
        };
        assert_eq!(of("b", level(None, TIME_MS)), (1, 4, 2, 5));
        assert_eq!(of("a", level(Some(100), 60_000)), (0, 1, 2, 5));
        assert_eq!(of("cmd:x", level(Some(7), 60_000)), (2, 1, 3, 6));
        assert_eq!(of("a", level(None, 300)), (0, 4, 2, 6));
    }
}
