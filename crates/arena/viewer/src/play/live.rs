//! The games as far as they have gone, between the thread that plays them and the one that serves them.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use arena_common::{Cancel, Stop};
use contest::log::Header;
use referee::Game;
use referee::game::Turns;
use referee::record::{GameRecord, ReplyRecord};
use serde_json::{Value, json};

use super::order::Order;
use crate::Pictures;
use crate::page::{self, Drawn};

/// How often who waits looks whether it is all over.
const STEP: Duration = Duration::from_millis(50);

/// What the threads share.
#[derive(Debug)]
pub struct LiveGame {
    pictures: Pictures,
    pub(super) header: Header,
    /// Which player (0 = A, 1 = B) is the person.
    pub(super) human: usize,
    /// Who can be asked for hints.
    pub(super) adviser: Option<String>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
pub(super) struct State {
    /// Goes up with every change.
    pub(super) version: u64,
    /// The last one is being played, unless it is finished.
    pub(super) games: Vec<Shown>,
    /// Stops the game that is being played.
    running: Cancel,
    /// Whether the person is asked.
    pub(super) asked: bool,
    /// How many turns there were when the person answered last.
    answered: Option<usize>,
    /// Why the last answer was refused.
    pub(super) refusal: Option<String>,
    pub(super) answer: Option<String>,
    order: Option<Order>,
    /// Whether a hint is wanted.
    wanted: bool,
    /// `turn`, and `busy`, `move` or `failed`.
    pub(super) hint: Value,
}

/// A game of the page.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) record: GameRecord,
    pub(super) finished: bool,
    /// The version with which it changed last.
    pub(super) version: u64,
}

impl State {
    /// Takes the person's answer, if there is one.
    pub(super) fn take_answer(&mut self) -> Option<String> {
        let line = self.answer.take()?;
        (self.asked, self.refusal) = (false, None);
        self.answered = self.games.last().map(|last| last.record.moves.len());
        self.version += 1;
        Some(line)
    }

    fn current(&mut self) -> Option<&mut Shown> {
        self.games.last_mut()
    }

    /// Changes the last game.
    pub(super) fn put(&mut self, record: GameRecord, finished: bool) {
        self.version += 1;
        let version = self.version;
        if let Some(shown) = self.current() {
            *shown = Shown {
                record,
                finished,
                version,
            };
        }
    }
}

impl LiveGame {
    /// The start of a game; the person is this player (0 = A, 1 = B), and the adviser of this name gives hints.
    pub fn new(
        pictures: Pictures,
        header: Header,
        human: usize,
        adviser: Option<String>,
        record: GameRecord,
    ) -> LiveGame {
        let shown = Shown {
            record,
            finished: false,
            version: 0,
        };
        LiveGame {
            pictures,
            header,
            human,
            adviser,
            state: Mutex::new(State {
                version: 0,
                games: vec![shown],
                running: Cancel::default(),
                asked: false,
                answered: None,
                refusal: None,
                answer: None,
                order: None,
                wanted: false,
                hint: Value::Null,
            }),
            changed: Condvar::new(),
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        state.version += 1;
        self.changed.notify_all();
    }

    /// Waits until there is something to take.
    pub(super) fn wait<T>(
        &self,
        cancel: &Cancel,
        take: impl Fn(&mut State) -> Option<T>,
    ) -> Result<T, Stop> {
        let mut state = self.state();
        loop {
            cancel.check()?;
            if let Some(taken) = take(&mut state) {
                return Ok(taken);
            }
            let waited = self.changed.wait_timeout(state, STEP);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub(super) fn drawn(&self) -> Result<Drawn> {
        page::drawn(&self.pictures, &self.header)
    }

    pub(super) fn game(&self) -> Option<&'static Game> {
        self.drawn().ok()?.game
    }

    /// The last game, and whether it is finished.
    pub(super) fn last(&self) -> Option<(GameRecord, bool)> {
        let state = self.state();
        let shown = state.games.last()?;
        Some((shown.record.clone(), shown.finished))
    }

    /// Begins to play this game: in place of the last one, unless that is finished and another one. What stops it.
    pub(super) fn begin(&self, record: GameRecord) -> Cancel {
        let cancel = Cancel::default();
        self.change(|state| {
            let another = |last: &Shown| last.finished && last.record.id != record.id;
            if state.games.last().is_some_and(another) {
                state.games.push(Shown {
                    record,
                    finished: false,
                    version: state.version + 1,
                });
            } else {
                state.put(record, false);
            }
            state.running = cancel.clone();
            (state.asked, state.answer, state.answered) = (false, None, None);
            (state.refusal, state.hint, state.wanted) = (None, Value::Null, false);
            if state.order.is_some() {
                cancel.cancel();
            }
        });
        cancel
    }

    /// The game has ended.
    pub(super) fn finish(&self, record: GameRecord) {
        self.change(|state| state.put(record, true));
    }

    /// Stops the game that is being played.
    pub(super) fn stop(&self) {
        self.state().running.cancel();
    }

    /// Whether the person wants something else than to play on.
    pub(super) fn is_ordered(&self) -> bool {
        self.state().order.is_some()
    }

    /// Waits for what the person wants, with the number of turns that an [`Order::Undo`] leaves.
    ///
    /// # Errors
    /// If it is all over.
    pub(super) fn order(&self, cancel: &Cancel) -> Result<(Order, usize), Stop> {
        self.wait(cancel, |state| {
            let order = state.order.take()?;
            Some((order, self.kept(state).unwrap_or(0)))
        })
    }

    /// How many turns are left when the person's last move is taken back; `None` if there is none.
    pub(super) fn kept(&self, state: &State) -> Option<usize> {
        let record = &state.games.last()?.record;
        let seat = record
            .seats
            .iter()
            .position(|&player| player == self.human)?;
        if state.answered == Some(record.moves.len()) {
            return state.answered;
        }
        let own = |reply: &&ReplyRecord| reply.seat == seat;
        record.replies.iter().rfind(own).map(|reply| reply.turn)
    }

    /// Takes an order.
    ///
    /// # Errors
    /// If it cannot be carried out.
    pub fn take(&self, order: Order) -> Result<(), &'static str> {
        let mut state = self.state();
        if order == Order::Undo {
            if self
                .game()
                .is_none_or(|game| game.turns == Turns::HalfRounds)
            {
                return Err("in this game a move cannot be taken back");
            }
            self.kept(&state).ok_or("there is no move to take back")?;
        }
        state.order = Some(order);
        state.running.cancel();
        self.changed.notify_all();
        Ok(())
    }

    /// Takes the wish for a hint.
    ///
    /// # Errors
    /// If nobody can be asked, or it is not the person's turn.
    pub fn want_hint(&self) -> Result<(), &'static str> {
        let mut state = self.state();
        if self.adviser.is_none() {
            return Err("nobody can be asked for a hint");
        }
        if !state.asked || state.answer.is_some() {
            return Err("a hint is for your turn");
        }
        let turn = state.games.last().map_or(0, |last| last.record.moves.len());
        state.hint = json!({"turn": turn, "busy": true});
        (state.wanted, state.version) = (true, state.version + 1);
        self.changed.notify_all();
        Ok(())
    }

    /// Waits until a hint is wanted; the position is that after the game's last turn, the person in this seat.
    ///
    /// # Errors
    /// If it is all over.
    pub(super) fn wanted_hint(&self, cancel: &Cancel) -> Result<(GameRecord, usize), Stop> {
        self.wait(cancel, |state| {
            let wanted = std::mem::take(&mut state.wanted);
            let record = &state.games.last().filter(|_| wanted)?.record;
            let seat = record
                .seats
                .iter()
                .position(|&player| player == self.human)?;
            Some((record.clone(), seat))
        })
    }

    /// Gives the hint for the position after so many turns, if that is still the one: a move, or why there is none.
    pub(super) fn give_hint(&self, turn: usize, hint: Result<Value>) {
        let game = self.game();
        self.change(|state| {
            if state.hint["turn"] == turn {
                state.hint = match hint {
                    Ok(written) => json!({"turn": turn, "move": page::label(game, &written)}),
                    Err(error) => json!({"turn": turn, "failed": format!("{error:#}")}),
                };
            }
        });
    }

    /// Takes the person's answer. Whether one was waited for.
    pub fn answer(&self, text: String) -> bool {
        let mut state = self.state();
        let waited = state.asked && state.answer.is_none();
        if waited {
            state.answer = Some(text);
            self.changed.notify_all();
        }
        waited
    }
}
