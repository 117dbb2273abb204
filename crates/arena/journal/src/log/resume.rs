//! A match log that is gone on with: what is there is not played again.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result};
use referee::record::GameRecord;
use serde_json::Value;

use super::file::LogFile;
use super::lines::Lines;
use super::{Header, Reader, reader};
use crate::schedule::{Slot, slot, slot_alone};
use crate::session::Sitting;
use players::identity::Identity;

/// The fields of a header that say who played when, not under which conditions.
const ABOUT_SITTINGS: [&str; 4] = ["games", "arena", "identities", "sittings"];

/// A log open for the games that it lacks.
#[derive(Debug)]
pub struct Resumed {
    /// The file, behind its last whole line.
    pub file: LogFile,
    /// The games that are in it.
    pub played: BTreeSet<u32>,
    /// Its first line.
    header: Header,
    /// Bytes of the first line, the newline included.
    start: u64,
    /// Whether nothing was there before.
    new: bool,
}

/// How many games a log is of; `None` if there is no file, or none that says it.
pub fn planned(path: &Path) -> Option<u32> {
    let file = File::open(path).ok()?;
    let reader = Reader::new(BufReader::new(file)).ok()?;
    Some(reader.header().games)
}

impl Resumed {
    /// Opens the log of a match to go on with it, and hands every game that is in it to `take`. A line that was cut off is
    /// taken off the file. If there is no file, or the arena was killed while it wrote the first line, it is made.
    ///
    /// # Errors
    /// If it is the log of another match or of none, is damaged, or a player has changed since; then it stays as it is.
    /// If another process writes it, or it cannot be written.
    pub fn open(path: &Path, header: &Header, take: &mut dyn FnMut(&GameRecord)) -> Result<Self> {
        let name = path.display().to_string();
        let context = || msg!("cannot go on with {name}");
        // A device or a pipe holds nothing to go on with.
        if path.exists() && !path.is_file() {
            return Self::begin(LogFile::begin(path, false)?, header);
        }
        let Some(mut file) = LogFile::open(path)? else {
            return Self::begin(LogFile::begin(path, false)?, header);
        };
        if is_begun(&file, header).with_context(context)? {
            file.cut(0)?;
            return Self::begin(file, header);
        }
        let mut lines = Lines::new(file.reader()?);
        let first = lines.first().with_context(context)?;
        let old = reader::header(first.bytes).with_context(context)?;
        let start = first.bytes.len() as u64 + 1;
        check_same(&name, header, &old)?;
        let (mut played, mut cut) = (BTreeSet::new(), None);
        while let Some(line) = lines.next_line().with_context(context)? {
            if !line.whole {
                notice!("warning: {name}: {}; its game is played again", line.cut());
                cut = Some(line.offset);
                break;
            }
            let game = reader::game(line).with_context(context)?;
            // The games of a site follow no schedule.
            if old.games > 0 {
                let slot = if old.swap { slot } else { slot_alone };
                check_slot(&game, slot(game.id), old.games).with_context(|| {
                    msg!("cannot go on with {name}: line {} is damaged", line.number)
                })?;
            }
            ensure!(
                played.insert(game.id),
                "cannot go on with {name}: line {} is game {} once more",
                line.number,
                game.id
            );
            take(&game);
        }
        if let Some(length) = cut {
            file.cut(length)?;
        }
        Ok(Self {
            file,
            played,
            header: old,
            start,
            new: false,
        })
    }

    fn begin(mut file: LogFile, header: &Header) -> Result<Self> {
        super::write(&mut file, header)
            .with_context(|| msg!("cannot write {}", file.path().display()))?;
        let start = file.length();
        Ok(Self {
            file,
            played: BTreeSet::new(),
            header: header.clone(),
            start,
            new: true,
        })
    }

    /// Says in the first line that more games follow, as `header` has it. The file is whole at every moment.
    ///
    /// # Errors
    /// If it cannot be written; then it stays as it is.
    pub fn go_on(&mut self, header: &Header) -> Result<()> {
        if self.new {
            return Ok(());
        }
        let games = self.played.len() as u64;
        let now = header.sittings.iter().cloned();
        self.header.games = header.games;
        self.header
            .sittings
            .extend(now.map(|now| Sitting { games, ..now }));
        self.file.replace_start(&self.header, self.start)
    }
}

/// Whether all of the file is the beginning of this header: what is left of a match or league that was killed before its
/// first game. Anything else without a newline may be somebody's only copy.
pub(crate) fn is_begun(file: &LogFile, header: &impl serde::Serialize) -> Result<bool> {
    let line = serde_json::to_vec(header).context("cannot encode a header")?;
    // From the date on no two sittings are alike.
    let marker = b"\"sittings\":[{\"date\":\"";
    let at = line.windows(marker.len()).position(|part| part == marker);
    let common = at.map_or(line.len(), |at| at + marker.len());
    let most = 2 * line.len();
    let there = file.start(most)?;
    if there.contains(&b'\n') || file.length() > most as u64 {
        return Ok(false);
    }
    Ok(if there.len() > common {
        at.is_some() && there.starts_with(&line[..common])
    } else {
        line.starts_with(&there)
    })
}

/// Whether a header is of the same match: the same players under the same conditions.
fn check_same(name: &str, new: &Header, old: &Header) -> Result<()> {
    let found = differences(
        &serde_json::to_value(old)?,
        &serde_json::to_value(new)?,
        &ABOUT_SITTINGS,
    );
    if let Some((field, old, new)) = found.first() {
        bail!(
            "{name} is of another match: `{field}` is {old} there and {new} here; name another --log, or play it under \
             its own conditions"
        );
    }
    ensure!(
        new.games >= old.games,
        "{name} is of {} games, which is more than {}; leave the number out, or give a larger one",
        old.games,
        new.games
    );
    if old.identities.is_empty() && !new.identities.is_empty() {
        notice!(
            "warning: {name} does not say what its players were (an earlier arena wrote it), so nothing tells whether \
             they changed"
        );
    }
    for (player, (new, old)) in (new.players.iter()).zip(new.identities.iter().zip(&old.identities))
    {
        if let Some(why) = Identity::change(new, old) {
            bail!(
                "{name}: `{player}` is not what it was: {why}; results of both are of neither: name another --log"
            );
        }
    }
    Ok(())
}

/// The fields in which two headers differ, but for `except`.
pub(crate) fn differences(
    one: &Value,
    two: &Value,
    except: &[&str],
) -> Vec<(String, Value, Value)> {
    let fields = |value: &Value| -> Vec<String> {
        let object = value.as_object();
        object.map_or_else(Vec::new, |fields| fields.keys().cloned().collect())
    };
    let mut names: Vec<String> = fields(one);
    names.extend(fields(two));
    names.sort();
    names.dedup();
    names.retain(|name| !except.contains(&name.as_str()) && one[name] != two[name]);
    let found = names.into_iter();
    found
        .map(|name| (name.clone(), one[&name].clone(), two[&name].clone()))
        .collect()
}

/// What everybody relies on who goes on with a schedule: the game is the one of this slot.
///
/// # Errors
/// Names what no game of `games` has.
pub fn check_slot(game: &GameRecord, slot: Slot, games: u32) -> Result<()> {
    ensure!(
        game.id < games,
        "it is game {}; there are {games} games, numbered from 0",
        game.id
    );
    ensure!(
        game.pair == slot.pair,
        "game {} is in pair {}, not in {}",
        game.id,
        slot.pair,
        game.pair
    );
    ensure!(
        game.seats == slot.seats,
        "\"seats\" of game {} must be {:?}, not {:?}",
        game.id,
        slot.seats,
        game.seats
    );
    Ok(())
}
