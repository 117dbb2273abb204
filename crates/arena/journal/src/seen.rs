//! The games that were read, and their places: a few bytes a game, however long the games are.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};

use anyhow::{Context, Result};

use gameplay::record::GameRecord;

use crate::fixture::Fixture;
use crate::reader::Placed;

/// Games that were read, each of them once, in the order of matches.
#[derive(Clone, Debug, Default)]
pub struct Seen(BTreeMap<Fixture, Place>);

/// The place where a game was first found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the file, from 0.
    pub file: usize,
    /// Number of the line, from 1.
    pub line: u64,
    /// Bytes before the line.
    pub offset: u64,
    /// Bytes of the line, the newline included.
    pub length: usize,
    /// Digest of moves and result.
    digest: u64,
}

impl Seen {
    /// Counts a game of file number `file`; `false` if it was there before with the same moves and result. Times may
    /// differ. `names` are the names of the files.
    ///
    /// # Errors
    /// If the game was there before with other moves or another result; the text names both places.
    pub fn add(&mut self, names: &[String], file: usize, placed: &Placed) -> Result<bool> {
        let fixture = Fixture::from(&placed.game);
        let place = Place {
            file,
            line: placed.line,
            offset: placed.offset,
            length: placed.length,
            digest: digest(&placed.game)?,
        };
        let Some(first) = self.0.get(&fixture) else {
            self.0.insert(fixture, place);
            return Ok(true);
        };
        require!(
            first.digest == place.digest,
            "game {} between players {} and {} has one result in line {} of {} and another in line {} of {}; they \
             were not played under the same conditions",
            fixture.id,
            fixture.a,
            fixture.b,
            first.line,
            names[first.file],
            place.line,
            names[place.file],
        );
        Ok(false)
    }

    /// Returns true if the game is there.
    pub fn has(&self, fixture: &Fixture) -> bool {
        self.0.contains_key(fixture)
    }

    /// Number of games.
    pub fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// Returns true if there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All games with their places.
    pub fn places(&self) -> impl Iterator<Item = (&Fixture, &Place)> {
        self.0.iter()
    }
}

fn digest(game: &GameRecord) -> Result<u64> {
    let bytes = serde_json::to_vec(&(&game.moves, &game.result)).context("cannot encode a game")?;
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    Ok(hasher.finish())
}
