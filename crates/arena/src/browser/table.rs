//! The game as far as it has gone, between the thread that plays it and the one that serves it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};

use super::choices::choices;
use crate::conduct::{Lines, Stop};
use crate::log::{GameRecord, Header};
use crate::replay::page;

/// How often who waits looks whether it is all over.
const STEP: Duration = Duration::from_millis(50);

/// What the two threads share.
#[derive(Debug)]
pub struct Table {
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

impl Table {
    /// A table at the start of a game; the person sits in this seat.
    pub fn new(header: Header, seat: usize, record: GameRecord) -> Table {
        Table {
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

    /// Notes what has been played.
    pub fn played(&self, change: impl FnOnce(&mut GameRecord)) {
        self.change(|state| change(&mut state.record));
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
        page::live(&self.header, &record, &[script])
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
        let name = self.header.game.as_deref().unwrap_or_default();
        let (mut game, position) = page::game(name, &state.record)?;
        game["live"] = json!(!state.over);
        let asked = state.asked && state.answer.is_none() && !state.over;
        Ok(Some(json!({
            "version": state.version,
            "game": game,
            "ask": asked.then(|| choices(&position, self.seat)),
            "refusal": state.refusal,
        })))
    }
}

/// The page as the place where a person's lines come from.
#[derive(Debug)]
pub struct PageLines {
    /// The table at which the person sits.
    pub table: Arc<Table>,
    /// Set when all is over.
    pub cancel: Arc<AtomicBool>,
}

impl Lines for PageLines {
    fn next(&mut self) -> Result<String, Stop> {
        self.table.change(|state| state.asked = true);
        let mut state = self.table.state();
        let line = loop {
            if self.cancel.load(Ordering::Relaxed) {
                return Err(Stop::Cancelled);
            }
            if let Some(line) = state.answer.take() {
                break line;
            }
            let waited = self.table.answered.wait_timeout(state, STEP);
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
        self.table
            .change(|state| state.refusal = Some(text.to_owned()));
        Ok(())
    }
}
