//! The conversation of one process with the judge.

use std::io::{self, Read, Write};
use std::time::Instant;

use judges_common::{Settings, cut, new_bot, saved, turn_seed};

use crate::net::{Net, Place};
use crate::{Bot, Turn, Wire};

/// Longest text about one thing that is wrong, in bytes.
const MAX_NOTE: usize = 300;

/// Most things that are complained about: nobody empties stderr while the match runs, and a full pipe blocks the bot.
const MAX_NOTES: u32 = 20;

/// Talks to the judge until the input ends.
///
/// Each answer is one single write to `output`, followed by a flush: four bytes of length and the body. `log` gets a
/// few lines in plain words about what is wrong with the input, after the answer; and before each answer that is the
/// fallback move a report in the form of [`saved`], because the half may end with it. All of it fits into a pipe that
/// nobody empties. A message that makes no sense is passed over. The limit of [`Settings`] is that of one run of the judge's clock, which all answers share that are
/// given before it starts anew.
///
/// # Errors
/// If a stream breaks; what happened.
pub fn session<B: Bot, T: Clone>(
    wire: &Wire<T, B::State, B::Move>,
    settings: &Settings,
    input: &mut impl Read,
    output: &mut impl Write,
    log: &mut impl Write,
) -> Result<(), String> {
    Table::<B, T>::new(wire, settings, &Net::new()).play(input, output, log)
}

/// Who chooses the moves.
pub enum Player<B> {
    /// The bot; `None` until it is asked for the first time.
    Bot(Option<B>),
    /// The game's fallback move, because the bot has panicked.
    Fallback {
        /// The first answer that was due then, from 1.
        turn: u32,
        /// The panic's message.
        panic: String,
    },
}

/// What a session knows.
pub struct Table<'a, B: Bot, T> {
    pub wire: &'a Wire<T, B::State, B::Move>,
    pub settings: &'a Settings,
    pub player: Player<B>,
    pub place: Place<T>,
    /// Gets a copy of the place before anything that could panic.
    pub net: &'a Net<T>,
    /// Number of the clock's run and its start.
    pub clock: Option<(u32, Instant)>,
    /// Lines for the log.
    pub notes: String,
    /// How many lines there have been.
    pub noted: u32,
}

impl<'a, B: Bot, T: Clone> Table<'a, B, T> {
    /// Before the first message.
    pub fn new(
        wire: &'a Wire<T, B::State, B::Move>,
        settings: &'a Settings,
        net: &'a Net<T>,
    ) -> Self {
        let place = Place {
            seat: (wire.start)(),
            index: 0,
            due: false,
            reports: saved::Reports::new(),
        };
        Table {
            wire,
            settings,
            player: Player::Bot(None),
            place,
            net,
            clock: None,
            notes: String::new(),
            noted: 0,
        }
    }

    /// Goes on until the input ends.
    pub fn play(
        &mut self,
        input: &mut impl Read,
        output: &mut impl Write,
        log: &mut impl Write,
    ) -> Result<(), String> {
        let mut message = Vec::new();
        loop {
            if self.place.due
                && let Some((packet, cause)) = self.answer(Instant::now())
            {
                // Nobody may be listening to the log; that is no reason to stop.
                let turn = self.place.index.saturating_add(1);
                if let Some(line) = cause.and_then(|cause| self.place.reports.line(turn, &cause)) {
                    let _ = log.write_all(line.as_bytes());
                }
                self.place.due = false;
                self.place.index = self.place.index.saturating_add(1);
                self.net.keep(self.place.clone());
                output
                    .write_all(&packet)
                    .and_then(|()| output.flush())
                    .map_err(|error| format!("cannot write the answer: {error}"))?;
            }
            self.place.due = false;
            let _ = log.write_all(self.notes.as_bytes());
            self.notes.clear();

            if !self
                .read(input, &mut message)
                .map_err(|error| format!("cannot read: {error}"))?
            {
                return Ok(());
            }
            self.net.keep(self.place.clone());
            match (self.wire.receive)(&mut self.place.seat, &message) {
                Ok(()) => {
                    self.place.due = (self.wire.turn)(&self.place.seat).is_some();
                    self.net.keep(self.place.clone());
                }
                Err(error) => self.note(&error),
            }
        }
    }

    /// Reads one message; `false` at the end of input.
    fn read(&self, input: &mut impl Read, message: &mut Vec<u8>) -> io::Result<bool> {
        message.clear();
        loop {
            // A message of no bytes would never end.
            let size = (self.wire.size)(&self.place.seat, message).max(1);
            let known = message.len();
            if known >= size {
                return Ok(true);
            }
            // Never more than belongs to the message: what follows may be for somebody else.
            let read = input
                .by_ref()
                .take((size - known) as u64)
                .read_to_end(message)?;
            if read < size - known {
                return Ok(false);
            }
        }
    }

    /// The packet that answers the current position, and if it is the fallback move, why. `now` is when its last
    /// message had been read.
    fn answer(&mut self, now: Instant) -> Option<(Vec<u8>, Option<String>)> {
        let state = (self.wire.turn)(&self.place.seat)?.clone();
        let run = (self.wire.clock)(&state);
        let started = match self.clock {
            Some((known, started)) if known == run => started,
            _ => now,
        };
        self.clock = Some((run, started));
        let Some(fallback) = (self.wire.fallback)(&state) else {
            self.note("no legal move");
            return None;
        };
        let (mv, cause) = match &mut self.player {
            Player::Fallback { turn, panic } if self.place.index.saturating_add(1) == *turn => {
                (fallback, Some(panic.clone()))
            }
            Player::Fallback { turn, .. } => {
                (fallback, Some(format!("the bot panicked in turn {turn}")))
            }
            Player::Bot(bot) => {
                let turn = Turn {
                    index: self.place.index,
                    started,
                    limit: self.settings.limit,
                    nodes: self.settings.nodes,
                    seed: turn_seed(self.settings.seed, self.place.index),
                };
                if turn.nodes.is_some() {
                    *bot = None;
                }
                let params = self.settings.params;
                let bot = bot.get_or_insert_with(|| new_bot(params));
                let mv = bot.choose(&state, &turn).mv;
                match (self.wire.check)(&state, mv) {
                    Ok(()) => (mv, None),
                    Err(error) => (fallback, Some(format!("illegal move {mv}: {error}"))),
                }
            }
        };
        Some((packet(&(self.wire.answer)(mv)), cause))
    }

    fn note(&mut self, text: &str) {
        if self.noted < MAX_NOTES {
            self.noted += 1;
            self.notes.push_str("warning: ");
            self.notes.push_str(cut(text, MAX_NOTE));
            self.notes.push('\n');
        }
    }
}

/// A body with its length in front.
fn packet(body: &[u8]) -> Vec<u8> {
    let mut packet = (body.len() as u32).to_be_bytes().to_vec();
    packet.extend_from_slice(body);
    packet
}
