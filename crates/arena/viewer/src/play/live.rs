//! The games as far as they have gone, between the thread that plays them and the one that serves them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use arena_common::{Cancel, Stop};
use contest::log::Header;
use contest::matches::Matches;
use referee::Game;
use referee::game::Turns;
use referee::human::Lines;
use referee::record::{GameRecord, ReplyRecord};
use referee::setup::Observer;
use serde_json::{Map, Value, json};

use crate::page::{self, More};
use crate::{Pictures, page::Drawn};

/// How often who waits looks whether it is all over.
const STEP: Duration = Duration::from_millis(50);

/// What the threads share.
#[derive(Debug)]
pub struct LiveGame {
    pictures: Pictures,
    header: Header,
    /// Which player (0 = A, 1 = B) is the person.
    human: usize,
    /// Who can be asked for hints.
    adviser: Option<String>,
    state: Mutex<State>,
    changed: Condvar,
}

/// What a person may want besides moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Another game, or the second half of a match.
    New,
    /// Another game with the seats swapped.
    Swap,
    /// The person's last move is taken back.
    Undo,
}

#[derive(Debug)]
struct State {
    /// Goes up with every change.
    version: u64,
    /// The last one is being played, unless it is finished.
    games: Vec<Shown>,
    /// Stops the game that is being played.
    running: Cancel,
    /// Whether the person is asked.
    asked: bool,
    /// How many turns there were when the person answered last.
    answered: Option<usize>,
    /// Why the last answer was refused.
    refusal: Option<String>,
    answer: Option<String>,
    order: Option<Order>,
    /// Whether a hint is wanted.
    wanted: bool,
    /// `turn`, and `busy`, `move` or `failed`.
    hint: Value,
}

/// A game of the page.
#[derive(Debug)]
struct Shown {
    record: GameRecord,
    finished: bool,
    /// The version with which it changed last.
    version: u64,
}

impl State {
    fn current(&mut self) -> Option<&mut Shown> {
        self.games.last_mut()
    }

    fn put(&mut self, record: GameRecord, finished: bool) {
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

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        state.version += 1;
        self.changed.notify_all();
    }

    /// Waits until there is something to take.
    fn wait<T>(&self, cancel: &Cancel, take: impl Fn(&mut State) -> Option<T>) -> Result<T, Stop> {
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

    fn drawn(&self) -> Result<Drawn> {
        page::drawn(&self.pictures, &self.header)
    }

    fn game(&self) -> Option<&'static Game> {
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
    fn kept(&self, state: &State) -> Option<usize> {
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
        let drawn = self.drawn()?;
        let mut data = page::about(drawn, &self.header, &self.header.players, false);
        let games: Result<Vec<Value>> = (state.games.iter())
            .map(|shown| Ok(shown.value(drawn.game)?.0))
            .collect();
        data["games"] = games?.into();
        data["matches"] = self.matches(&state);
        data["human"] = json!(self.human);
        data["adviser"] = json!(self.adviser);
        data["undo"] = json!(
            drawn
                .game
                .is_some_and(|game| game.turns != Turns::HalfRounds)
        );
        let [before, behind] = page::around(drawn.script, more);
        Ok(before + &page::written(&data) + &behind)
    }

    /// What has happened since a version; `None` if nothing has.
    ///
    /// # Errors
    /// If a game cannot be shown.
    pub fn news(&self, since: Option<u64>) -> Result<Option<Value>> {
        let state = self.state();
        if since == Some(state.version) {
            return Ok(None);
        }
        let drawn = self.drawn()?;
        let mut games = Map::new();
        let (mut ask, last) = (Value::Null, state.games.len().saturating_sub(1));
        for (place, shown) in state.games.iter().enumerate() {
            if place < last && since.is_some_and(|since| shown.version <= since) {
                continue;
            }
            let (value, replay) = shown.value(drawn.game)?;
            games.insert(place.to_string(), value);
            let asked = state.asked && state.answer.is_none() && !shown.finished;
            let seats = shown.record.seats;
            if let Some(seat) = seats.iter().position(|&player| player == self.human)
                && place == last
                && asked
            {
                ask = (replay.choices)(seat);
            }
        }
        Ok(Some(json!({
            "version": state.version,
            "games": games,
            "matches": self.matches(&state),
            "ask": ask,
            "refusal": state.refusal,
            "hint": state.hint,
            "undo": self.kept(&state).is_some(),
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
            ..self.header.clone()
        };
        contest::log::write(&mut log, &header)?;
        for shown in finished {
            contest::log::write(&mut log, &shown.record)?;
        }
        Ok(log)
    }
}

impl Shown {
    fn value(&self, game: Option<&Game>) -> Result<(Value, referee::game::Replay)> {
        let (mut value, replay) = page::game(game, &self.record)?;
        value["live"] = json!(!self.finished);
        Ok((value, replay))
    }
}

/// The page as somebody who looks on.
#[derive(Debug)]
pub(super) struct PageObserver {
    pub(super) game: Arc<LiveGame>,
    /// The game before what is played now: moves that are played again are not shown again.
    pub(super) before: GameRecord,
}

impl Observer for PageObserver {
    fn played(&mut self, moves: &[Value], replies: &[ReplyRecord]) {
        if moves.len() < self.before.moves.len() {
            return;
        }
        let mut record = self.before.clone();
        record.moves = moves.to_vec();
        record.replies.extend_from_slice(replies);
        self.game.change(|state| state.put(record, false));
    }
}

/// The page as the place where a person's lines come from.
#[derive(Debug)]
pub struct PageLines {
    /// The game that the person plays.
    pub game: Arc<LiveGame>,
    /// Set when the game is stopped.
    pub cancel: Cancel,
}

impl Lines for PageLines {
    fn next(&mut self) -> Result<String, Stop> {
        self.game.change(|state| state.asked = true);
        self.game.wait(&self.cancel, |state| {
            let line = state.answer.take()?;
            (state.asked, state.refusal) = (false, None);
            state.answered = state.games.last().map(|last| last.record.moves.len());
            state.version += 1;
            Some(line)
        })
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
