//! The games of a file, one by one: a match log, or the file of a league.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result};
use arena_common::translate;
use journal::league::read;
use journal::league::record::{FORMAT, LeagueGame, LeagueHeader};
use journal::log::Header;
use journal::log::lines::{Cut, Lines};
use journal::log::reader;
use referee::record::GameRecord;
use serde_json::Value;

/// A file that is open at its next game.
#[derive(Debug)]
pub struct Source {
    lines: Lines<BufReader<File>>,
    header: Header,
    players: Vec<String>,
    /// The header of a league; `None` for a match log.
    league: Option<LeagueHeader>,
    cut: Option<Cut>,
}

/// A game, and in a league the numbers of its two players.
pub type Next = (GameRecord, Option<[usize; 2]>);

impl Source {
    /// Opens a file and reads its first line.
    ///
    /// # Errors
    /// If it cannot be read, or is neither a match log nor a league.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display();
        let file = File::open(path)
            .with_context(|| msg!("cannot open {name}; name a log of `arena match --log FILE`"))?;
        Self::begin(file).with_context(|| {
            msg!("cannot replay {name}; it must be a log as `arena match --log FILE` or `arena league` writes it")
        })
    }

    fn begin(file: File) -> Result<Self> {
        let mut lines = Lines::new(BufReader::new(file));
        let first = lines.first()?;
        let format: Value = serde_json::from_slice(first.bytes).unwrap_or_default();
        let (league, (header, players)) = if format["format"] == FORMAT {
            let league = read::header(first)?;
            let known = league.identities.iter();
            let shown = Header {
                identities: known.filter_map(|each| each.first().cloned()).collect(),
                ..league.r#match.clone()
            };
            let shown = (shown, league.players.clone());
            (Some(league), shown)
        } else {
            let header = reader::header(first.bytes)?;
            let players = header.players.to_vec();
            (None, (header, players))
        };
        Ok(Self {
            lines,
            header,
            players,
            league,
            cut: None,
        })
    }

    /// The conditions of all games.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Whether it is a league's.
    pub fn is_league(&self) -> bool {
        self.league.is_some()
    }

    /// The players: two of a match, all of a league.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The last line, if it was cut off; known at the end.
    pub fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// The next game, or what is wrong with it; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn next_game(&mut self) -> Result<Option<Result<Next, String>>> {
        let Some(line) = self.lines.next_line()? else {
            return Ok(None);
        };
        let game = match &self.league {
            Some(league) => league_game(line.bytes, league),
            None => match_game(line.bytes),
        };
        Ok(match game {
            Ok(game) => Some(Ok(game)),
            Err(_) if !line.whole => {
                self.cut = Some(line.cut());
                None
            }
            Err(error) => Some(Err(said!(
                "line {} is damaged: {}",
                line.number,
                translate::error(&error)
            ))),
        })
    }
}

fn match_game(line: &[u8]) -> Result<Next> {
    let game = serde_json::from_slice(line)?;
    reader::check(&game)?;
    Ok((game, None))
}

fn league_game(line: &[u8], league: &LeagueHeader) -> Result<Next> {
    let LeagueGame { a, b, record } = read::game(league, line)?;
    Ok((record, Some([a, b])))
}
