//! The page as it is written: game by game, so that a page of any length takes the memory of one game and of the list.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::Result;
use arena_common::foreign;
use contest::Played;
use gameplay::record::GameRecord;
use gameplay::{Game, Games};
use journal::header::Header;
use serde_json::{Map, Value, json};
use statistics::matches::Matches;

use crate::limits::Limits;
use crate::page::{More, about, around, drawn, element, game, written};
use crate::result;

/// A self-contained HTML file that shows games. It needs no server and no network.
#[derive(Debug)]
pub struct PageWriter<W> {
    /// The output that it is written to.
    pub output: W,
    /// Bytes written.
    pub bytes: usize,
    /// `None` if only its judge knows it.
    game: Option<&'static Game>,
    players: Vec<String>,
    /// True if its games are between different players.
    league: bool,
    limits: Limits,
    /// The text to be written before the next game.
    before: String,
    /// The data, as far as it is known: what stands between it and the games, and its games without what is read only
    /// when one is opened.
    data: String,
    /// The text after the data.
    behind: String,
    /// The number of games that it shows.
    pub games: usize,
    /// The games that it does not show, with the reasons.
    pub bad: Vec<String>,
    /// Matches with one half so far.
    halves: BTreeMap<String, Matches>,
    /// The winner (0 = A, 1 = B) of every match with both halves.
    winners: Map<String, Value>,
    /// The result of the whole match; `None` for a league.
    result: Option<Played>,
}

impl<W: Write> PageWriter<W> {
    /// Begins a page for games of this header.
    ///
    /// # Errors
    /// If the arena does not know the game's rules; the text is made to stand behind the name of the log.
    pub fn new(output: W, games: &Games, header: &Header) -> Result<Self> {
        let drawn = drawn(games, header)?;
        let mut about = about(drawn, header);
        // For logs of one game, which the page saves.
        about["header"] = json!(header);
        let about = written(&about);
        let open = about.strip_suffix('}').unwrap_or(&about);
        let [before, between, behind] = around(drawn.script, More::default());
        Ok(Self {
            output,
            bytes: 0,
            game: drawn.game,
            result: (!header.league).then(|| Played::new(header.deal(), drawn.game)),
            limits: Limits::of_header(drawn.game, header),
            players: header.players.clone(),
            league: header.league,
            before,
            data: format!("{between}{open},\"games\":["),
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

    /// Adds a game. One that cannot be shown at all is
    /// [left out](Self::leave_out).
    ///
    /// # Errors
    /// If the output fails.
    pub fn add(&mut self, record: &GameRecord) -> io::Result<()> {
        let both = [record.a, record.b];
        let mut shown = match game(self.game, record, &self.limits, both) {
            Ok((shown, _)) => shown,
            Err(error) => {
                let [a, b] = both.map(|player| self.players[player].as_str());
                let who = if self.league {
                    format!("{a} - {b}, ")
                } else {
                    String::new()
                };
                self.leave_out(who + &foreign::error(&error));
                return Ok(());
            }
        };
        let mut key = record.pair.to_string();
        if self.league {
            let [a, b] = both;
            shown["players"] = json!(both);
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
        shown["record"] = rest(record, &shown);
        let before = std::mem::take(&mut self.before);
        self.write(&before)?;
        self.write(&element(self.games, &mut shown))?;
        if self.games > 0 {
            self.data.push_str(",\n");
        }
        self.data.push_str(&written(&shown));
        self.games += 1;
        Ok(())
    }

    /// Names a game that is not shown, and why.
    pub fn leave_out(&mut self, what: String) {
        self.bad.push(what);
    }

    /// Checks that the page shows at least one game.
    ///
    /// # Errors
    /// If no game is shown; the text is meant to follow the name of the log.
    pub fn check(&self) -> Result<()> {
        match self.bad.as_slice() {
            _ if self.games > 0 => Ok(()),
            [] => fail!("it has no finished game; let the match play on, or name another log"),
            [bad] => anyhow::bail!("{bad}"),
            [bad, ..] => fail!("none of its games can be shown; the first: {bad}"),
        }
    }

    /// Ends the page.
    ///
    /// # Errors
    /// If the output fails.
    pub fn finish(mut self) -> io::Result<Self> {
        let before = std::mem::take(&mut self.before) + &std::mem::take(&mut self.data);
        self.write(&before)?;
        let matches = match self.game.and_then(|game| game.match_winner) {
            Some(_) => Value::Object(std::mem::take(&mut self.winners)),
            None => Value::Null,
        };
        let result = self.result.as_ref().map(result::value);
        let [matches, bad, result] =
            [matches, json!(self.bad), json!(result)].map(|part| written(&part));
        let end = format!(
            "],\"matches\":{matches},\"bad\":{bad},\"result\":{result}}}{}",
            self.behind
        );
        self.write(&end)?;
        Ok(self)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.bytes += text.len();
        self.output.write_all(text.as_bytes())
    }
}

/// The part of a record that the page needs to write it again: all except the replies, which its turns have. If turns
/// are left out, the replies are included.
fn rest(record: &GameRecord, shown: &Value) -> Value {
    let mut rest = json!(record);
    if shown["broken"].is_null()
        && let Some(entries) = rest.as_object_mut()
    {
        entries.remove("replies");
    }
    rest
}
