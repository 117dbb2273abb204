//! The news of the games for the page, and their log.

use anyhow::Result;
use gameplay::Game;
use gameplay::game::Replay;
use journal::header::Header;
use journal::lines::write;
use serde_json::{Map, Value, json};
use statistics::matches::Matches;

use super::live::{LiveGame, Shown, State};
use crate::limits::Limits;
use crate::page::{self, More};

impl LiveGame {
    /// The winner of every whole match, where games are halves; null elsewhere.
    fn matches(&self, state: &State) -> Value {
        let mut winners = Map::new();
        let Some(mut open) = self.game().and_then(Matches::new) else {
            return Value::Null;
        };
        for shown in state.games.iter().filter(|shown| shown.finished) {
            let before = open.winners().len();
            open.add(&shown.record);
            if let Some(winner) = open.winners().get(before) {
                winners.insert(shown.record.pair.to_string(), json!(winner));
            }
        }
        Value::Object(winners)
    }

    /// The page with the games as they are now.
    ///
    /// # Errors
    /// If a game cannot be shown.
    pub(super) fn page(&self, more: More) -> Result<String> {
        let state = self.state();
        let session = &state.session;
        let games: Result<Vec<Value>> = (state.games.iter())
            .map(|shown| Ok(shown.value(self.game(), &session.limits)?.0))
            .collect();
        let mut entries = session.value();
        entries["matches"] = self.matches(&state);
        entries["human"] = json!(self.human);
        entries["adviser"] = json!(self.adviser);
        entries["offered"] = self.offered.clone();
        Ok(page::live(
            self.drawn,
            &session.header,
            games?,
            entries,
            more,
        ))
    }

    /// The changes since a version; `None` if there are none.
    ///
    /// # Errors
    /// If a game cannot be shown.
    pub fn news(&self, since: Option<u64>) -> Result<Option<Value>> {
        let state = self.state();
        if since == Some(state.version) {
            return Ok(None);
        }
        let mut games = Map::new();
        let (mut ask, last) = (Value::Null, state.games.len().saturating_sub(1));
        for (place, shown) in state.games.iter().enumerate() {
            if place < last && since.is_some_and(|since| shown.version <= since) {
                continue;
            }
            let (value, replay) = shown.value(self.game(), &state.session.limits)?;
            games.insert(place.to_string(), value);
            let asked = state.asked && state.answer.is_none() && !shown.finished;
            if let Some(seat) = self.seat(&shown.record)
                && place == last
                && asked
            {
                ask = (replay.choices)(seat);
            }
        }
        Ok(Some(json!({
            "version": state.version,
            "games": games,
            "session": state.session.value(),
            "matches": self.matches(&state),
            "ask": ask,
            "refusal": state.refusal,
            "hint": state.hint,
            "undo": self.undone_of(&state).is_some(),
            "again": state.again,
        })))
    }

    /// The finished games as a log.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn log(&self) -> Result<Vec<u8>> {
        let state = self.state();
        let finished: Vec<&Shown> = state.games.iter().filter(|shown| shown.finished).collect();
        let mut log = Vec::new();
        let header = Header {
            games: u32::try_from(finished.len()).unwrap_or(u32::MAX),
            ..state.session.header.clone()
        };
        write(&mut log, &header)?;
        for shown in finished {
            write(&mut log, &shown.record)?;
        }
        Ok(log)
    }
}

impl Shown {
    fn value(&self, game: Option<&Game>, limits: &Limits) -> Result<(Value, Replay)> {
        let (mut value, replay) = page::game(game, &self.record, limits, [0, 1])?;
        value["live"] = json!(!self.finished);
        Ok((value, replay))
    }
}
