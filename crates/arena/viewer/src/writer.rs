//! The page as it is written: game by game, so that a page of any length takes the memory of one game.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::{Result, bail};
use contest::log::Header;
use contest::matches::Matches;
use referee::Game;
use referee::record::GameRecord;
use serde_json::{Map, Value, json};

use crate::Pictures;
use crate::page::{More, about, around, drawn, game, written};
use crate::result::MatchResult;

/// A self-contained HTML file that shows games. It needs no server and no network.
#[derive(Debug)]
pub struct PageWriter<W> {
    output: W,
    /// Bytes written.
    bytes: usize,
    /// `None` if only its judge knows it.
    game: Option<&'static Game>,
    players: Vec<String>,
    /// What has to be written in front of the next game.
    before: String,
    /// What stands behind the data.
    behind: String,
    games: usize,
    bad: Vec<String>,
    /// Matches of which one half has come.
    halves: BTreeMap<String, Matches>,
    /// The winner (0 = A, 1 = B) of every match of which both halves have come.
    winners: Map<String, Value>,
    /// The result of the whole match; `None` for a league.
    result: Option<MatchResult>,
}

/// A page that is complete.
#[derive(Debug)]
pub struct Written<W> {
    /// Where it is.
    pub output: W,
    /// Its length.
    pub bytes: usize,
    /// How many games it shows.
    pub games: usize,
    /// Which games it does not show, and why.
    pub bad: Vec<String>,
}

impl<W: Write> PageWriter<W> {
    /// Begins a page for games of this header between these players: two, or all of a league.
    ///
    /// # Errors
    /// If the arena does not know the game's rules; the text is made to stand behind the name of the log.
    pub fn new(
        output: W,
        pictures: &Pictures,
        header: &Header,
        players: &[String],
        league: bool,
    ) -> Result<Self> {
        let drawn = drawn(pictures, header)?;
        let about = written(&about(drawn, header, players, league));
        let open = about.strip_suffix('}').unwrap_or(&about);
        let [before, behind] = around(drawn.script, More::default());
        Ok(Self {
            output,
            bytes: 0,
            game: drawn.game,
            result: (!league).then(|| MatchResult::new(drawn.game)),
            players: players.to_owned(),
            before: format!("{before}{open},\"games\":["),
            behind,
            games: 0,
            bad: Vec::new(),
            halves: BTreeMap::new(),
            winners: Map::new(),
        })
    }

    /// Counts a game of a match for its result, whether it is shown or not.
    pub fn count(&mut self, record: &GameRecord) {
        if let Some(result) = &mut self.result {
            result.add(record);
        }
    }

    /// Adds a game; in a league it is between the two players of these numbers. One that cannot be shown at all is
    /// [left out](Self::leave_out).
    ///
    /// # Errors
    /// If the output fails.
    pub fn add(&mut self, record: &GameRecord, players: Option<[usize; 2]>) -> io::Result<()> {
        let mut shown = match game(self.game, record) {
            Ok((shown, _)) => shown,
            Err(error) => {
                let who = players.map(|both| both.map(|player| self.players[player].as_str()));
                let who = who.map(|[a, b]| format!("{a} - {b}, "));
                self.leave_out(format!("{}{error:#}", who.unwrap_or_default()));
                return Ok(());
            }
        };
        let mut key = record.pair.to_string();
        if let Some([a, b]) = players {
            shown["players"] = json!([a, b]);
            key = format!("{a}-{b}-{key}");
        }
        if let Some(matches) = self.game.and_then(Matches::new) {
            let halves = self.halves.entry(key.clone()).or_insert(matches);
            halves.add(record);
            if let Some(winner) = halves.winners().first() {
                self.winners.insert(key.clone(), json!(winner));
                self.halves.remove(&key);
            }
        }
        self.games += 1;
        let before = std::mem::replace(&mut self.before, ",\n".to_owned());
        self.write(&before)?;
        self.write(&written(&shown))
    }

    /// Names a game that is not shown, and why.
    pub fn leave_out(&mut self, what: String) {
        self.bad.push(what);
    }

    /// Whether there is something to look at.
    ///
    /// # Errors
    /// If no game is shown; the text is made to stand behind the name of the log.
    pub fn check(&self) -> Result<()> {
        match self.bad.as_slice() {
            _ if self.games > 0 => Ok(()),
            [] => bail!("it has no finished game; let the match play on, or name another log"),
            [bad] => bail!("{bad}"),
            [bad, ..] => bail!("none of its games can be shown; the first: {bad}"),
        }
    }

    /// Ends the page.
    ///
    /// # Errors
    /// If the output fails.
    pub fn finish(mut self) -> io::Result<Written<W>> {
        if self.games == 0 {
            let before = std::mem::take(&mut self.before);
            self.write(&before)?;
        }
        let matches = match self.game.and_then(|game| game.match_winner) {
            Some(_) => Value::Object(std::mem::take(&mut self.winners)),
            None => Value::Null,
        };
        let result = self.result.as_ref().map(MatchResult::value);
        let [matches, bad, result] =
            [matches, json!(self.bad), json!(result)].map(|part| written(&part));
        let end = format!(
            "],\"matches\":{matches},\"bad\":{bad},\"result\":{result}}}{}",
            self.behind
        );
        self.write(&end)?;
        Ok(Written {
            output: self.output,
            bytes: self.bytes,
            games: self.games,
            bad: self.bad,
        })
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.bytes += text.len();
        self.output.write_all(text.as_bytes())
    }
}
