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

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Fixture;
use crate::log::{self, GameRecord, Header};
use crate::whole_file::WholeFile;

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
    /// Its games.
    pub games: Vec<LeagueGame>,
    file: File,
    path: PathBuf,
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

    /// Whether another record of this game has the same moves and result; times may differ.
    pub fn same_result(&self, other: &LeagueGame) -> bool {
        self.record.result == other.record.result && self.record.moves == other.record.moves
    }
}

impl LeagueFile {
    /// Makes the file of a new league.
    ///
    /// # Errors
    /// If there is one already, or it cannot be written.
    pub fn create(path: &Path, header: LeagueHeader) -> Result<Self> {
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .with_context(|| {
                format!(
                    "cannot make {}; to go on with a league add --resume",
                    path.display()
                )
            })?;
        log::write(&mut file, &header)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self {
            header,
            games: Vec::new(),
            file,
            path: path.to_owned(),
        })
    }

    /// Opens the file of a league to go on with it. A line that was cut off is taken off the file. If there is no file,
    /// it is made.
    ///
    /// # Errors
    /// If it is the file of another league, or is damaged.
    pub fn resume(path: &Path, header: LeagueHeader) -> Result<Self> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) if text.contains('\n') => text,
            // Killed in its first line.
            Ok(_) => {
                std::fs::remove_file(path)
                    .with_context(|| format!("cannot replace {}", path.display()))?;
                return Self::create(path, header);
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Self::create(path, header);
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (old, games) = read(&text[..whole])
            .with_context(|| format!("cannot go on with {}", path.display()))?;
        header.same_league(&old).with_context(|| {
            format!(
                "{} is of another league; name another --out",
                path.display()
            )
        })?;
        ensure!(
            header.shard == old.shard,
            "{} belongs to another shard; name another --out",
            path.display()
        );
        let file = OpenOptions::new()
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        file.set_len(whole as u64)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self {
            header: old,
            games,
            file,
            path: path.to_owned(),
        })
    }

    /// Adds a game, in the file first.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: LeagueGame) -> Result<()> {
        log::write(&mut self.file, &game)
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.games.push(game);
        Ok(())
    }

    /// Writes a whole league to a new file.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written.
    pub fn write(path: &Path, header: &LeagueHeader, games: &[LeagueGame]) -> Result<()> {
        let write = || {
            let mut file = WholeFile::create(path)?;
            log::write(&mut file, header)?;
            for game in games {
                log::write(&mut file, game)?;
            }
            anyhow::Ok(file.finish_new()?)
        };
        write().with_context(|| {
            format!(
                "cannot make {}; name a file that is not there",
                path.display()
            )
        })
    }
}

/// Reads a league's file that ends with a whole line.
///
/// # Errors
/// If it is no such file, one of another version, or a line is damaged.
pub fn read(text: &str) -> Result<(LeagueHeader, Vec<LeagueGame>)> {
    let mut lines = text.lines();
    let header: Value = serde_json::from_str(lines.next().unwrap_or_default())
        .context("line 1 is no header of a league")?;
    ensure!(
        header["format"] == FORMAT,
        "this is no league: line 1 has no \"format\":\"{FORMAT}\""
    );
    ensure!(
        header["version"] == VERSION,
        "league version {}; this arena reads version {VERSION}",
        header["version"]
    );
    let header: LeagueHeader =
        serde_json::from_value(header).context("line 1 is a damaged header")?;
    let mut games = Vec::new();
    for (i, line) in lines.enumerate() {
        let game: LeagueGame = serde_json::from_str(line)
            .with_context(|| format!("line {} of the league is damaged", i + 2))?;
        ensure!(
            game.a < game.b && game.b < header.players.len(),
            "line {} of the league names players that are not there",
            i + 2
        );
        games.push(game);
    }
    Ok((header, games))
}
