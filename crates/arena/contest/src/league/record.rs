//! What is in the file of a league: JSON lines, one [`LeagueHeader`], then one [`LeagueGame`] a game.
//!
//! ```text
//! {"format":"arena-league","version":1,"players":["a","b","c"],"shard":null,"match":{...}}
//! {"a":0,"b":2,"id":0,"pair":0,"seats":[0,1],...}
//! ```
//!
//! `match` is the header of a match log without players, and a game is the record of a match log with the two players
//! in front. A line is written when its game has ended; one that was cut off in the middle is dropped at the next
//! start, and its game played again. While an arena writes the file it is locked.
//!
//! `identities` of the first line says for each player what it is, so that no game of another strength gets in by
//! accident. A game takes memory only while it is read: what is kept of it is its place, a digest and its score.

use anyhow::{Result, bail};
use referee::record::GameRecord;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Fixture;
use crate::identity::Identity;
use crate::log::Header;

/// The value of [`LeagueHeader::format`].
pub const FORMAT: &str = "arena-league";
/// The version this program writes and reads.
pub const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeagueHeader {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The players as named on the command line.
    pub players: Vec<String>,
    /// The shard that plays into this file, index and count; null for the whole league.
    pub shard: Option<[u32; 2]>,
    /// The conditions of every match; its players are empty names.
    pub r#match: Header,
    /// What each player is. Several where games of several strengths were mixed on purpose; empty in files of arenas
    /// that did not say it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identities: Vec<Vec<Identity>>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeagueGame {
    /// Index of player A of the match.
    pub a: usize,
    /// Index of player B of the match, above `a`.
    pub b: usize,
    /// The game.
    #[serde(flatten)]
    pub record: GameRecord,
}

impl LeagueHeader {
    /// Whether another file is of the same league; its shard, the arena and what the players are may differ. Where only
    /// one says the rounds of a half, the games must tell.
    ///
    /// # Errors
    /// Names what differs.
    pub fn same_league(&self, other: &LeagueHeader) -> Result<()> {
        let rounds = [self, other].map(|header| header.r#match.max_round);
        let values = [self, other].map(|header| {
            let mut header = header.clone();
            header.shard = None;
            header.identities = Vec::new();
            header.r#match.arena = None;
            if rounds.contains(&None) {
                header.r#match.max_round = None;
            }
            serde_json::to_value(header)
        });
        let [Ok(one), Ok(two)] = values else {
            bail!("a header cannot be encoded");
        };
        if let Some((field, one, two)) = differences(&one, &two).first() {
            bail!("`{field}` is {one} in one and {two} in the other");
        }
        Ok(())
    }
}

/// Whether what two files say of their players goes together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Every player of the one is in the other.
    Same,
    /// One of the two does not say it.
    Unknown,
    /// A player is another one; the text names it and why.
    Differs(String),
}

/// The fields in which two headers differ.
fn differences(one: &Value, two: &Value) -> Vec<(String, Value, Value)> {
    let mut found = Vec::new();
    for parts in [(one, two), (&one["match"], &two["match"])] {
        let Some(fields) = parts.0.as_object() else {
            continue;
        };
        for (name, value) in fields {
            let other = &parts.1[name];
            if name != "match" && value != other {
                found.push((name.clone(), value.clone(), other.clone()));
            }
        }
    }
    found
}

impl LeagueHeader {
    /// Whether the players of `other` are among those of this league.
    pub fn strength(&self, other: &LeagueHeader) -> Strength {
        if self.identities.is_empty() || other.identities.is_empty() {
            return Strength::Unknown;
        }
        for ((name, own), others) in
            (self.players.iter().zip(&self.identities)).zip(&other.identities)
        {
            if let Some(new) = others.iter().find(|identity| !own.contains(identity)) {
                let why = own.last().and_then(|old| new.change(old));
                return Strength::Differs(format!(
                    "`{name}` is not what it was: {}",
                    why.unwrap_or_default()
                ));
            }
        }
        Strength::Same
    }

    /// Adds the players of `other` to those of this league.
    pub fn mix(&mut self, other: &LeagueHeader) {
        for (own, others) in self.identities.iter_mut().zip(&other.identities) {
            for identity in others {
                if !own.contains(identity) {
                    own.push(identity.clone());
                }
            }
        }
    }
}

impl LeagueGame {
    /// Which game of the league this is.
    pub fn fixture(&self) -> Fixture {
        Fixture {
            a: self.a,
            b: self.b,
            id: self.record.id,
        }
    }
}

/// What there is to say of a file that does not say what its players were.
pub fn unknown(name: &str) -> String {
    format!(
        "{name} does not say what its players were (an earlier arena wrote it), so nothing tells whether they changed"
    )
}

/// Warns where two arenas of different versions were at work.
pub fn warn_of_arena(one: &str, header: &LeagueHeader, other: &str, second: &LeagueHeader) {
    let versions = [header, second].map(|header| header.r#match.arena.as_deref());
    if let [Some(a), Some(b)] = versions
        && a != b
    {
        eprintln!(
            "warning: {one} is of arena {a}, {other} of arena {b}; see its history for changed rules"
        );
    }
}
