//! The games as far as they have gone, between the thread that plays them and the one that serves them.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use arena_common::{Cancel, Stop, foreign};
use gameplay::game::Turns;
use gameplay::record::GameRecord;
use gameplay::{Game, Games};
use journal::header::Header;
use serde_json::{Value, json};

use super::opponents::{Choice, Session};
use super::order::{Order, decisions, undone};
use crate::limits::Limits;
use crate::page::{self, Drawn};

/// The interval at which a waiting thread checks for cancellation.
const STEP: Duration = Duration::from_millis(50);

/// The reasons why a wish of the person is refused.
const NO_MOVE: &str = "there is no move to take back";
const NOBODY: &str = "nobody can be asked for a hint";
const NOT_YOUR_TURN: &str = "a hint is for your turn";
pub(super) const NOT_WAITING: &str = "no move is waited for";
pub(super) const NO_OPPONENT: &str = "there is no such opponent";
/// All of them: the page has these sentences in both languages.
#[cfg(test)]
pub(super) const REFUSALS: [&str; 5] = [NO_MOVE, NOBODY, NOT_YOUR_TURN, NOT_WAITING, NO_OPPONENT];

/// The state that the threads share.
#[derive(Debug)]
pub struct LiveGame {
    /// The game, and the script that draws it.
    pub(super) drawn: Drawn,
    /// The number of the player (0 = A, 1 = B) who is the person.
    pub(super) human: usize,
    /// The name of the bot that can be asked for hints.
    pub(super) adviser: Option<String>,
    /// `names` and `levels` of the opponents that the page offers; null if there is no choice.
    pub(super) offered: Value,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
pub(super) struct State {
    /// Goes up with every change.
    pub(super) version: u64,
    /// The opponent and the limits of the games.
    pub(super) session: Session,
    /// The last one is being played, unless it is finished.
    pub(super) games: Vec<Shown>,
    /// Stops the game that is being played.
    running: Cancel,
    /// Stops the search for a hint.
    asking: Cancel,
    /// While earlier decisions are being played again: the number done, and their total.
    pub(super) again: Option<[usize; 2]>,
    /// True if the person is asked.
    pub(super) asked: bool,
    /// The number of decisions when the person answered last.
    answered: Option<usize>,
    /// The reason why the last answer was refused.
    pub(super) refusal: Option<String>,
    pub(super) answer: Option<String>,
    order: Option<Order>,
    /// True if a hint is wanted.
    wanted: bool,
    /// Of the position that waits for a move: `turn`, the number of `decisions`, and `busy`, `move` or `failed`.
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
    fn take_answer(&mut self, turns: Turns) -> Option<String> {
        let line = self.answer.take()?;
        (self.asked, self.refusal) = (false, None);
        self.answered = (self.games.last()).map(|last| decisions(turns, &last.record.moves));
        self.drop_hint();
        self.version += 1;
        Some(line)
    }

    /// A hint is for one position.
    fn drop_hint(&mut self) {
        self.asking.cancel();
        (self.hint, self.wanted) = (Value::Null, false);
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
    ///
    /// # Errors
    /// If the game cannot be drawn.
    pub(super) fn new(
        games: &Games,
        (header, limits): (Header, Limits),
        human: usize,
        adviser: Option<String>,
        record: GameRecord,
    ) -> Result<LiveGame> {
        let shown = Shown {
            record,
            finished: false,
            version: 0,
        };
        Ok(LiveGame {
            drawn: page::drawn(games, &header)?,
            offered: Value::Null,
            human,
            adviser,
            state: Mutex::new(State {
                version: 0,
                session: Session::new(header, limits),
                games: vec![shown],
                running: Cancel::default(),
                asking: Cancel::default(),
                again: None,
                asked: false,
                answered: None,
                refusal: None,
                answer: None,
                order: None,
                wanted: false,
                hint: Value::Null,
            }),
            changed: Condvar::new(),
        })
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

    pub(super) fn game(&self) -> Option<&'static Game> {
        self.drawn.game
    }

    pub(super) fn turns(&self) -> Turns {
        self.game().map_or(Turns::Alternate, |game| game.turns)
    }

    /// Waits for the person's answer.
    ///
    /// # Errors
    /// If the game is stopped.
    pub(super) fn line(&self, cancel: &Cancel) -> Result<String, Stop> {
        let turns = self.turns();
        self.wait(cancel, |state| state.take_answer(turns))
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
        let again = decisions(self.turns(), &record.moves);
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
            state.again = (again > 0).then_some([0, again]);
            (state.asked, state.answer, state.answered) = (false, None, None);
            state.refusal = None;
            state.drop_hint();
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

    /// Stops the game that is being played, and whoever looks for a hint.
    pub(super) fn stop(&self) {
        let state = self.state();
        state.running.cancel();
        state.asking.cancel();
    }

    /// Returns true if the person wants something other than to play on.
    pub(super) fn is_ordered(&self) -> bool {
        self.state().order.is_some()
    }

    /// Waits for an order of the person.
    ///
    /// # Errors
    /// If it is cancelled.
    pub(super) fn order(&self, cancel: &Cancel) -> Result<Order, Stop> {
        self.wait(cancel, |state| state.order.take())
    }

    /// The last game without the person's last decision; `None` if there is none.
    pub(super) fn undone(&self) -> Option<GameRecord> {
        self.undone_of(&self.state())
    }

    /// [`undone`](Self::undone) in this state.
    pub(super) fn undone_of(&self, state: &State) -> Option<GameRecord> {
        let record = &state.games.last()?.record;
        let turns = self.turns();
        if state.answered == Some(decisions(turns, &record.moves)) {
            return Some(record.clone());
        }
        undone(turns, record, self.seat(record)?)
    }

    /// The person's seat.
    pub(super) fn seat(&self, record: &GameRecord) -> Option<usize> {
        let mut seats = record.seats.iter();
        seats.position(|&player| player == self.human)
    }

    /// Takes an order.
    ///
    /// # Errors
    /// If it cannot be carried out.
    pub fn take(&self, order: Order) -> Result<(), &'static str> {
        let mut state = self.state();
        match order {
            Order::Undo => drop(self.undone_of(&state).ok_or(NO_MOVE)?),
            Order::Meet(choice) => self.wants(&mut state, choice)?,
            Order::New | Order::Swap => state.session.change = Value::Null,
        }
        state.version += 1;
        state.order = Some(order);
        state.running.cancel();
        self.changed.notify_all();
        Ok(())
    }

    /// Takes the wish for another opponent.
    fn wants(&self, state: &mut State, choice: Choice) -> Result<(), &'static str> {
        let offers = |list: &str, place: usize| self.offered[list].get(place).is_some();
        if !offers("names", choice.opponent) || !offers("levels", choice.level) {
            return Err(NO_OPPONENT);
        }
        state.session.change = json!({"busy": self.offered["names"][choice.opponent]});
        state.asked = false;
        Ok(())
    }

    /// Takes the wish for a hint.
    ///
    /// # Errors
    /// If nobody can be asked, or it is not the person's turn.
    pub fn want_hint(&self) -> Result<(), &'static str> {
        let mut state = self.state();
        if self.adviser.is_none() {
            return Err(NOBODY);
        }
        if !state.asked || state.answer.is_some() {
            return Err(NOT_YOUR_TURN);
        }
        if let Some(last) = state.games.last() {
            state.hint = self.hint_of(&last.record);
            state.hint["busy"] = json!(true);
        }
        (state.wanted, state.version) = (true, state.version + 1);
        self.changed.notify_all();
        Ok(())
    }

    fn hint_of(&self, record: &GameRecord) -> Value {
        let decisions = decisions(self.turns(), &record.moves);
        json!({"turn": record.moves.len(), "decisions": decisions})
    }

    /// Waits until a hint is wanted. Returns the game, whose last turn leads to the position, the person's seat, and
    /// the flag that stops the search.
    ///
    /// # Errors
    /// If it is cancelled.
    pub(super) fn wanted_hint(&self, cancel: &Cancel) -> Result<(GameRecord, usize, Cancel), Stop> {
        self.wait(cancel, |state| {
            if !std::mem::take(&mut state.wanted) {
                return None;
            }
            let record = state.games.last()?.record.clone();
            let seat = self.seat(&record)?;
            state.asking = Cancel::default();
            Some((record, seat, state.asking.clone()))
        })
    }

    /// Gives the hint for the position after this game's last turn, if that is still the one: a move, or why there is none.
    pub(super) fn give_hint(&self, record: &GameRecord, hint: Result<Value>) {
        let mut of = self.hint_of(record);
        let game = self.game();
        self.change(|state| {
            if state.hint["decisions"] == of["decisions"] {
                match hint {
                    Ok(written) => of["move"] = json!(page::label(game, &written)),
                    Err(error) => of["failed"] = json!(foreign::error(&error)),
                }
                state.hint = of;
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
