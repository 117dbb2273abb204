//! The matches of many lines, put together to leagues: a file for each game, with the players' names.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Seek, Write};
use std::path::Path;

use anyhow::{Context, Result};
use arena_common::foreign;
use arena_common::whole_file::WholeFile;
use gameplay::record::GameRecord;
use gameplay::{Game, Games};
use journal::header::Header;
use journal::lines::{self, Lines};
use journal::reader::{MOST_GAMES, MOST_PLAYERS};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::pack::PackLine;
use super::read::{self, SiteLog};
use super::record;

/// The number of lines of a kind that are named in full.
const NAMED: usize = 10;

/// Lines to be reported: their number, and the first of them.
#[derive(Debug, Default)]
pub struct Noted {
    /// Their number.
    pub count: u64,
    /// The first of them, each with its place and why.
    pub first: Vec<String>,
}

impl Noted {
    fn add(&mut self, line: &PackLine, why: &str) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push(line.say(why));
        }
    }
}

/// The selection of matches to import.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The games that the arena knows.
    pub games: &'a Games,
    /// Only this game.
    pub game: Option<&'static Game>,
    /// Only matches of the player with this name or id.
    pub player: Option<&'a str>,
}

/// Matches that are being collected. They wait on disk until the players of all are known.
#[derive(Debug, Default)]
pub struct Bulk {
    collected: BTreeMap<&'static str, Collected>,
    /// Lines that are no usable match.
    pub bad: Noted,
    /// Matches about which our referee does not agree with the site's.
    pub disagreements: Noted,
    /// Matches that were not wanted.
    pub others: u64,
    /// Matches that were taken.
    pub taken: u64,
    /// The text that the last line was of, its number, and how many the texts before it have.
    place: (String, u64, u64),
}

/// The matches of a game.
#[derive(Debug)]
struct Collected {
    header: Header,
    file: BufWriter<File>,
    /// The number of games of each player.
    players: BTreeMap<String, u64>,
}

/// A match as it waits.
#[derive(Serialize, Deserialize)]
struct Waiting {
    names: [String; 2],
    record: GameRecord,
}

/// A league that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its games.
    pub games: u64,
    /// Its players.
    pub players: usize,
    /// Matches that are not in it, for they are of players beyond the most that a league may have.
    pub left_out: u64,
}

impl Bulk {
    /// Takes a line. One that is no usable match is counted and named, and does no harm.
    ///
    /// # Errors
    /// If there is no room on the disk.
    pub fn add(&mut self, line: &PackLine, wanted: &Wanted) -> Result<()> {
        let (file, last, before) = &mut self.place;
        if file != line.file {
            line.file.clone_into(file);
            *before += *last;
        }
        *last = line.number;
        let value: Value = match serde_json::from_slice(&read::utf8(line.bytes)) {
            Ok(value) => value,
            Err(error) => {
                self.bad.add(line, &said!("this is not JSON: {error}"));
                return Ok(());
            }
        };
        let told = read::game_of(&value, wanted.games);
        if let (Some(only), Some(told)) = (wanted.game, told)
            && only.name != told.name
        {
            self.others += 1;
            return Ok(());
        }
        let mut players = value["players"].as_array().into_iter().flatten();
        if let Some(player) = wanted.player
            && !players.any(|seated| read::goes_by(seated, player))
        {
            self.others += 1;
            return Ok(());
        }
        match read::read_value(&value, wanted.games, wanted.game) {
            Ok(site) => self.take(line, &site),
            Err(error) => {
                self.bad.add(line, &foreign::error(&error));
                Ok(())
            }
        }
    }

    fn take(&mut self, line: &PackLine, site: &SiteLog) -> Result<()> {
        let (header, mut record) = record::game(site);
        let (_, last, before) = self.place;
        record.number = u32::try_from(before + last).ok();
        if let Some(disagreement) = &record.disagreement {
            self.disagreements.add(line, &disagreement.text.to_string());
        }
        let game = site.game.name;
        let failed = "no room for the matches in the folder for temporary files";
        if !self.collected.contains_key(game) {
            let file = tempfile::tempfile().context(failed)?;
            let new = Collected {
                header: header.clone(),
                file: BufWriter::new(file),
                players: BTreeMap::new(),
            };
            self.collected.insert(game, new);
        }
        let Some(collected) = self.collected.get_mut(game) else {
            return Ok(());
        };
        let [first, second] = header.players.as_slice() else {
            return Ok(());
        };
        let (first, mut second) = (first.clone(), second.clone());
        // A league has no game of a player with itself.
        if first == second {
            second.push_str(" (2)");
        }
        for name in [&first, &second] {
            *collected.players.entry(name.clone()).or_default() += 1;
        }
        let names = [first, second];
        let text = serde_json::to_string(&Waiting { names, record })?;
        writeln!(collected.file, "{text}").context(failed)?;
        self.taken += 1;
        Ok(())
    }

    /// The games of which there are matches.
    pub fn games(&self) -> Vec<&'static str> {
        self.collected.keys().copied().collect()
    }

    /// Writes the league of a game; an old file is replaced. `None` without a match of it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, game: &str, out: &Path) -> Result<Option<Written>> {
        let Some(collected) = self.collected.remove(game) else {
            return Ok(None);
        };
        let failed = || msg!("cannot write {}", out.display());
        let mut players: Vec<(String, u64)> = collected.players.into_iter().collect();
        // The player with the most games comes first; of equals the first by name.
        players.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        players.truncate(MOST_PLAYERS);
        let players: Vec<String> = players.into_iter().map(|(name, _)| name).collect();
        let numbers: BTreeMap<&str, usize> = (players.iter().enumerate())
            .map(|(number, name)| (name.as_str(), number))
            .collect();
        let mut waiting = collected
            .file
            .into_inner()
            .map_err(|error| error.into_error())?;
        waiting.rewind()?;
        // Two passes: the first line says how many games the longest match has.
        let seatings = &collected.header.seatings;
        let mut slots = Slots::default();
        let mut longest = 0;
        each(&waiting, &mut |names, _| {
            if let Some(place) = slots.next(seatings, &numbers, &names) {
                longest = longest.max(place.record + 1);
            }
            Ok(())
        })?;
        waiting.rewind()?;
        let mut file = WholeFile::create(out).with_context(failed)?;
        let header = Header {
            league: true,
            swap: true,
            games: longest.next_multiple_of(seatings.len() as u32),
            players: players.clone(),
            ..collected.header.clone()
        };
        lines::write(&mut file, &header).with_context(failed)?;
        let mut slots = Slots::default();
        let mut written = Written {
            games: 0,
            players: players.len(),
            left_out: 0,
        };
        each(&waiting, &mut |names, mut record| {
            let Some(place) = slots.next(seatings, &numbers, &names) else {
                written.left_out += 1;
                return Ok(());
            };
            record.id = place.record;
            record.pair = place.record / seatings.len() as u32;
            record.seats = place.seats;
            [record.a, record.b] = place.players;
            lines::write(&mut file, &record).with_context(failed)?;
            written.games += 1;
            Ok(())
        })?;
        file.finish().with_context(failed)?;
        Ok(Some(written))
    }
}

/// The places of games in a league: A is the player with the earlier name. With two seats, games with A in seat 0 have
/// even numbers, the others odd ones.
#[derive(Default)]
struct Slots {
    /// The number of games of each A and B in each seating.
    counts: BTreeMap<([usize; 2], usize), u32>,
}

/// The place of a game.
struct Place {
    players: [usize; 2],
    seats: Vec<usize>,
    record: u32,
}

impl Slots {
    /// The place of the next game between these players, who had the seats of A and B; `None` if one is not in the league, or
    /// they have played as often as a match may have games.
    fn next(
        &mut self,
        seatings: &[Vec<usize>],
        numbers: &BTreeMap<&str, usize>,
        names: &[String; 2],
    ) -> Option<Place> {
        let mut players = [
            *numbers.get(names[0].as_str())?,
            *numbers.get(names[1].as_str())?,
        ];
        let mut seats = seatings[0].clone();
        if names[0] > names[1] {
            players.reverse();
            seats.iter_mut().for_each(|player| *player = 1 - *player);
        }
        let seating = seatings.iter().position(|all| *all == seats)?;
        let count = self.counts.entry((players, seating)).or_default();
        let record = seatings.len() as u32 * *count + seating as u32;
        if record >= MOST_GAMES {
            return None;
        }
        *count += 1;
        Some(Place {
            players,
            seats,
            record,
        })
    }
}

/// Hands out what waits.
fn each(file: &File, take: &mut dyn FnMut([String; 2], GameRecord) -> Result<()>) -> Result<()> {
    let mut lines = Lines::new(BufReader::new(file));
    while let Some(line) = lines.next_line()? {
        let Waiting { names, record } = serde_json::from_slice(line.bytes)?;
        take(names, record)?;
    }
    Ok(())
}
