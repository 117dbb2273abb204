//! The file of a league: JSON lines, one [`LeagueHeader`], then one [`LeagueGame`] a game.
//!
//! ```text
//! {"format":"arena-league","version":1,"players":["a","b","c"],"shard":null,"match":{...}}
//! {"a":0,"b":2,"id":0,"pair":0,"seats":[0,1],...}
//! ```
//!
//! `match` is the header of a match log without players, and a game is the record of a match log with the two players
//! in front. A line is written when its game has ended; one that was cut off in the middle is dropped at the next
//! start, and its game played again.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Fixture;
use super::read::LeagueReader;
use super::seen::Seen;
use super::standings::Standings;
use crate::log::file::LogFile;
use crate::log::{self, GameRecord, Header};

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

/// A league's file, open for more games.
#[derive(Debug)]
pub struct LeagueFile {
    /// Its first line.
    pub header: LeagueHeader,
    /// The games that were in it when it was opened.
    pub seen: Seen,
    /// The totals of its games.
    pub standings: Standings,
    file: LogFile,
}

impl LeagueHeader {
    /// Whether another file is of the same league; its shard may differ.
    ///
    /// # Errors
    /// Names what differs.
    pub fn same_league(&self, other: &LeagueHeader) -> Result<()> {
        let values = [self, other].map(|header| {
            let mut header = header.clone();
            header.shard = None;
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

impl LeagueFile {
    /// Makes the file of a new league.
    ///
    /// # Errors
    /// If there is one already, or it cannot be written.
    pub fn create(path: &Path, header: LeagueHeader) -> Result<Self> {
        let file = LogFile::create(path, "to go on with a league add --resume")?;
        Self::begin(file, header)
    }

    fn begin(mut file: LogFile, header: LeagueHeader) -> Result<Self> {
        log::write(&mut file, &header)
            .with_context(|| format!("cannot write {}", file.path().display()))?;
        Ok(Self {
            seen: Seen::default(),
            standings: Standings::new(header.players.len()),
            header,
            file,
        })
    }

    /// Opens the file of a league to go on with it. A line that was cut off is taken off the file. If there is no file,
    /// or the arena was killed while it wrote the first line, it is made.
    ///
    /// # Errors
    /// If it is the file of another league or of none, or is damaged; then it stays as it is. If it cannot be written.
    pub fn resume(path: &Path, header: LeagueHeader) -> Result<Self> {
        let Some(mut file) = LogFile::open(path)? else {
            return Self::create(path, header);
        };
        let name = path.display().to_string();
        let context = || format!("cannot go on with {name}");
        if is_begun(&file, &header).with_context(context)? {
            file.cut(0)?;
            return Self::begin(file, header);
        }
        let mut reader = LeagueReader::new(file.reader()).with_context(context)?;
        let old = reader.header().clone();
        header
            .same_league(&old)
            .with_context(|| format!("{name} is of another league; name another --out"))?;
        ensure!(
            header.shard == old.shard,
            "{name} belongs to another shard; name another --out"
        );
        let names = [name.clone()];
        let (mut seen, mut standings) = (Seen::default(), Standings::new(old.players.len()));
        while let Some(placed) = reader.next_game().with_context(context)? {
            if seen.add(&names, 0, &placed).with_context(context)? {
                standings.add(&placed.game);
            }
        }
        let (whole, cut) = (reader.whole(), reader.cut());
        if let Some(cut) = cut {
            eprintln!("warning: {name}: {cut}; its game is played again");
            file.cut(whole)?;
        }
        Ok(Self {
            header: old,
            seen,
            standings,
            file,
        })
    }

    /// Adds a game, in the file first.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &LeagueGame) -> Result<()> {
        log::write(&mut self.file, game)
            .with_context(|| format!("cannot write {}", self.file.path().display()))?;
        self.standings.add(game);
        Ok(())
    }
}

/// Whether all of the file is the beginning of this header: what is left of a league that was killed before its first
/// game. Anything else without a newline may be somebody's only copy.
fn is_begun(file: &LogFile, header: &LeagueHeader) -> Result<bool> {
    let line = serde_json::to_vec(header).context("cannot encode a header")?;
    if file.length() > line.len() as u64 {
        return Ok(false);
    }
    let there = file.start(line.len())?;
    Ok(line.starts_with(&there))
}
