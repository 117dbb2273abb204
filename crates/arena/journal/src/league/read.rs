//! The file of a league, read game by game.

use std::collections::BTreeSet;
use std::io::BufRead;

use anyhow::{Context, Result};
use serde_json::Value;

use super::MOST_PLAYERS;
use super::record::{FORMAT, LeagueGame, LeagueHeader, OLDEST, VERSION, modernize};
use crate::log;
use crate::log::lines::{Cut, Line, Lines};
use crate::log::reader::{check, check_header, other_arena};
use crate::log::resume::check_slot;
use crate::schedule::{slot, whole_pairs};

/// Reads a league: the header first, then the games one by one, each of them checked. A last line that was cut off is
/// left out.
#[derive(Debug)]
pub struct LeagueReader<R> {
    lines: Lines<R>,
    header: LeagueHeader,
    cut: Option<Cut>,
    whole: u64,
    rounds: Option<u64>,
}

/// A game and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Number of its line, from 1.
    pub line: u64,
    /// Bytes before its line.
    pub offset: u64,
    /// Bytes of its line, the newline included.
    pub length: usize,
    /// The game.
    pub game: LeagueGame,
}

impl<R: BufRead> LeagueReader<R> {
    /// Reads the first line.
    ///
    /// # Errors
    /// If it is no header of a league, or one of another version.
    pub fn new(input: R) -> Result<Self> {
        let mut lines = Lines::new(input);
        let first = lines.first().context("this is no league")?;
        let header = header(first)?;
        let rounds = header.r#match.max_round.map(u64::from);
        let whole = first.bytes.len() as u64 + 1;
        Ok(Self {
            lines,
            header,
            cut: None,
            whole,
            rounds,
        })
    }

    /// The rounds of a half of SnakeGo, by the header or the games so far.
    pub fn rounds(&self) -> Option<u64> {
        self.rounds
    }

    /// The games must be of so many rounds, where the header does not say it.
    pub fn expect_rounds(&mut self, rounds: Option<u64>) {
        self.rounds = self.rounds.or(rounds);
    }

    /// The first line.
    pub fn header(&self) -> &LeagueHeader {
        &self.header
    }

    /// The last line, if it was cut off; known at the end.
    pub fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// Bytes of all whole lines that were read.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// The next game; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is damaged; the text names it.
    pub fn next_game(&mut self) -> Result<Option<Placed>> {
        let Some(line) = self.lines.next_line()? else {
            return Ok(None);
        };
        if !line.whole {
            self.cut = Some(line.cut());
            return Ok(None);
        }
        let length = line.bytes.len() + 1;
        self.whole = line.offset + length as u64;
        let damaged = || msg!("line {} of the league is damaged", line.number);
        let game = game(&self.header, line.bytes).with_context(damaged)?;
        if let Some(played) = game.record.init["max_round"].as_u64() {
            let rounds = *self.rounds.get_or_insert(played);
            ensure!(
                played == rounds,
                "line {} of the league is a half of {played} rounds, but the league is of {rounds} (--max-round)",
                line.number
            );
        }
        Ok(Some(Placed {
            line: line.number,
            offset: line.offset,
            length,
            game,
        }))
    }
}

/// The header of a league.
///
/// # Errors
/// If the line is none, or one of another version.
pub fn header(line: Line) -> Result<LeagueHeader> {
    ensure!(line.whole, "this is no league: line 1 has no end");
    let header: Value = serde_json::from_slice(line.bytes)
        .context("this is no league: line 1 is no header of a league")?;
    ensure!(
        header["format"] != log::FORMAT,
        "this is no league but the log of a match; `arena replay` shows its games"
    );
    ensure!(
        header["format"] == FORMAT,
        "this is no league: line 1 has no \"format\":\"{FORMAT}\""
    );
    ensure!(
        header["version"]
            .as_u64()
            .is_some_and(|version| { (u64::from(OLDEST)..=u64::from(VERSION)).contains(&version) }),
        "league version {}; this arena reads versions {OLDEST} to {VERSION}: {}",
        header["version"],
        other_arena(&header["match"])
    );
    let header: LeagueHeader =
        serde_json::from_value(header).context("line 1 is a damaged header")?;
    check_league(&header).context("line 1 is a damaged header")?;
    Ok(header)
}

/// What everybody relies on who makes room for the players and games of a header.
fn check_league(header: &LeagueHeader) -> Result<()> {
    let players = header.players.len();
    ensure!(
        (2..=MOST_PLAYERS).contains(&players),
        "{players} players; a league has 2 to {MOST_PLAYERS}"
    );
    let mut seen = BTreeSet::new();
    for name in &header.players {
        ensure!(seen.insert(name), "player `{name}` is in it twice");
    }
    if let Some([index, count]) = header.shard {
        ensure!(
            1 <= index && index <= count,
            "\"shard\" is [{index},{count}]; the first is from 1 to the second"
        );
    }
    ensure!(
        header.specs.is_empty() || header.specs.len() == players,
        "\"specs\" does not name each of {players} players"
    );
    let identities = &header.identities;
    ensure!(
        identities.is_empty()
            || identities.len() == players && identities.iter().all(|each| !each.is_empty()),
        "\"identities\" does not name each of {players} players"
    );
    let conditions = &header.r#match;
    ensure!(
        conditions.format == log::FORMAT && conditions.version == log::VERSION,
        "the conditions in \"match\" are of another version"
    );
    check_header(conditions)
}

/// A game of a league, checked: of a line behind the header. One of an older version becomes one of today's.
///
/// # Errors
/// Names what no game of the league has.
pub fn game(header: &LeagueHeader, line: &[u8]) -> Result<LeagueGame> {
    let mut game: LeagueGame = serde_json::from_slice(line)?;
    check_game(header, &game)?;
    if header.version < VERSION {
        modernize(&header.players, &mut game);
    }
    Ok(game)
}

/// What everybody relies on who uses a game: it is one of the league's, and of the shard that the header names.
fn check_game(header: &LeagueHeader, game: &LeagueGame) -> Result<()> {
    let players = &header.players;
    let LeagueGame { a, b, record } = game;
    ensure!(
        a.max(b) < &players.len() && a != b,
        "it names players {a} and {b}; players are numbered 0 to {}",
        players.len() - 1
    );
    let old = header.version < VERSION;
    ensure!(
        if old {
            a < b
        } else {
            players[*a] < players[*b]
        },
        "it names players {a} and {b}; the one {} comes first",
        if old {
            "earlier in the list"
        } else {
            "with the earlier name"
        }
    );
    check_slot(record, slot(record.id), whole_pairs(header.r#match.games))?;
    if let Some(shard) = header.shard().filter(|_| !old) {
        ensure!(
            shard.has([&players[*a], &players[*b]], record.pair),
            "the game is not of shard {}/{}",
            shard.index,
            shard.count
        );
    }
    check(record)
}
