//! The game as far as it has gone, between the thread that plays it and the one that serves it.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use arena_common::{Cancel, Stop};
use contest::log::Header;
use referee::human::Lines;
use referee::record::{GameRecord, ReplyRecord};
use referee::setup::Observer;
use serde_json::{Value, json};

use crate::{Pictures, page};

/// How often who waits looks whether it is all over.
const STEP: Duration = Duration::from_millis(50);

/// What the two threads share.
#[derive(Debug)]
pub struct LiveGame {
    pictures: Pictures,
    header: Header,
    seat: usize,
    state: Mutex<State>,
    answered: Condvar,
}

#[derive(Debug)]
struct State {
    /// Goes up with every change.
    version: u64,
    record: GameRecord,
    /// Whether the person is asked.
    asked: bool,
    /// Why the last answer was refused.
    refusal: Option<String>,
    answer: Option<String>,
    over: bool,
}

impl LiveGame {
    /// The start of a game; the person sits in this seat.
    pub fn new(pictures: Pictures, header: Header, seat: usize, record: GameRecord) -> LiveGame {
        LiveGame {
            pictures,
            header,
            seat,
            state: Mutex::new(State {
                version: 0,
                record,
                asked: false,
                refusal: None,
                answer: None,
                over: false,
            }),
            answered: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        state.version += 1;
    }

    /// The game has ended.
    pub fn finish(&self, record: GameRecord) {
        self.change(|state| (state.record, state.over) = (record, true));
    }

    /// Takes the person's answer. Whether one was waited for.
    pub fn answer(&self, text: String) -> bool {
        let mut state = self.state();
        let waited = state.asked && state.answer.is_none();
        if waited {
            state.answer = Some(text);
            self.answered.notify_all();
        }
        waited
    }

    /// The page with the game as it is now and this script more.
    ///
    /// # Errors
    /// If the game cannot be shown.
    pub fn page(&self, script: &str) -> Result<String> {
        let record = self.state().record.clone();
        page::live(&self.pictures, &self.header, &record, &[script])
    }

    /// What has happened since a version; `None` if nothing has.
    ///
    /// # Errors
    /// If the game cannot be shown.
    pub fn news(&self, since: Option<u64>) -> Result<Option<Value>> {
        let state = self.state();
        if since == Some(state.version) {
            return Ok(None);
        }
        let (drawn, _) = page::drawn(&self.pictures, &self.header)?;
        let (mut game, replay) = page::game(drawn, &state.record)?;
        game["live"] = json!(!state.over);
        let asked = state.asked && state.answer.is_none() && !state.over;
        Ok(Some(json!({
            "version": state.version,
            "game": game,
            "ask": asked.then(|| (replay.choices)(self.seat)),
            "refusal": state.refusal,
        })))
    }
}

/// The page as somebody who looks on.
#[derive(Debug)]
pub struct PageObserver(pub Arc<LiveGame>);

impl Observer for PageObserver {
    fn played(&mut self, moves: &[Value], replies: &[ReplyRecord]) {
        self.0.change(|state| {
            state.record.moves = moves.to_vec();
            state.record.replies = replies.to_vec();
        });
    }
}

/// The page as the place where a person's lines come from.
#[derive(Debug)]
pub struct PageLines {
    /// The game that the person plays.
    pub game: Arc<LiveGame>,
    /// Set when all is over.
    pub cancel: Cancel,
}

impl Lines for PageLines {
    fn next(&mut self) -> Result<String, Stop> {
        self.game.change(|state| state.asked = true);
        let mut state = self.game.state();
        let line = loop {
            self.cancel.check()?;
            if let Some(line) = state.answer.take() {
                break line;
            }
            let waited = self.game.answered.wait_timeout(state, STEP);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        (state.asked, state.refusal) = (false, None);
        state.version += 1;
        Ok(line)
    }

    fn show(&mut self, _text: &str) -> Result<()> {
        // The page has the board already.
        Ok(())
    }

    fn refuse(&mut self, text: &str) -> Result<()> {
        self.game
            .change(|state| state.refusal = Some(text.to_owned()));
        Ok(())
    }
}
