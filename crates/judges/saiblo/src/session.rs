//! The session of one process with the judge.

use std::io::{self, Read, Write};
use std::time::Instant;

use judges_common::{Settings, new_bot, saved, truncate, turn_seed};

use crate::checkpoint::{Checkpoint, Progress};
use crate::{Bot, Turn, Wire};

/// Longest warning, in bytes.
const MAX_WARNING: usize = 300;

/// Most warnings of a process: nobody empties stderr while the match runs, and a full pipe blocks the bot.
const MAX_WARNINGS: u32 = 20;

/// Talks to the judge until the input ends.
///
/// Each answer is one single write to `output`, followed by a flush: four bytes of length and the body. Warnings about
/// the input go to `log`, after the answer; the report of an answer that is the fallback move goes there before it, in
/// the form of [`saved`], because the half-game may end with the answer. All of it fits into a pipe that nobody empties.
/// An invalid message is ignored. The limit of [`Settings`] is shared by all answers between two starts of the judge's
/// clock.
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
    Session::<B, T>::new(wire, settings, &Checkpoint::new()).play(input, output, log)
}

/// The player that chooses the moves.
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

/// The state of a session.
pub struct Session<'a, B: Bot, T> {
    pub wire: &'a Wire<T, B::State, B::Move>,
    pub settings: &'a Settings,
    pub player: Player<B>,
    pub progress: Progress<T>,
    /// Gets a copy of the progress before anything that could panic.
    pub checkpoint: &'a Checkpoint<T>,
    /// The number that [`Wire::clock`] gives to the running clock, and when it started.
    pub clock: Option<(u32, Instant)>,
    /// Warnings that are not yet in the log.
    pub warnings: String,
    /// Number of warnings so far.
    pub warned: u32,
}

impl<'a, B: Bot, T: Clone> Session<'a, B, T> {
    /// Before the first message.
    pub fn new(
        wire: &'a Wire<T, B::State, B::Move>,
        settings: &'a Settings,
        checkpoint: &'a Checkpoint<T>,
    ) -> Self {
        let progress = Progress {
            tracker: (wire.start)(),
            index: 0,
            due: false,
            reports: saved::Reports::new(),
        };
        Session {
            wire,
            settings,
            player: Player::Bot(None),
            progress,
            checkpoint,
            clock: None,
            warnings: String::new(),
            warned: 0,
        }
    }

    /// Plays until the input ends.
    pub fn play(
        &mut self,
        input: &mut impl Read,
        output: &mut impl Write,
        log: &mut impl Write,
    ) -> Result<(), String> {
        let mut message = Vec::new();
        loop {
            let due = self.progress.due;
            if let Some((packet, cause)) = due.then(|| self.answer(Instant::now())).flatten() {
                // The log may be closed; that is no reason to stop.
                let turn = self.progress.index.saturating_add(1);
                if let Some(line) = cause.and_then(|cause| self.progress.reports.line(turn, &cause))
                {
                    let _ = log.write_all(line.as_bytes());
                }
                self.progress.due = false;
                self.progress.index = self.progress.index.saturating_add(1);
                self.checkpoint.set(self.progress.clone());
                output
                    .write_all(&packet)
                    .and_then(|()| output.flush())
                    .map_err(|error| format!("cannot write the answer: {error}"))?;
            }
            self.progress.due = false;
            let _ = log.write_all(self.warnings.as_bytes());
            self.warnings.clear();

            if !self
                .read(input, &mut message)
                .map_err(|error| format!("cannot read: {error}"))?
            {
                return Ok(());
            }
            self.checkpoint.set(self.progress.clone());
            match (self.wire.receive)(&mut self.progress.tracker, &message) {
                Ok(()) => {
                    self.progress.due = (self.wire.turn)(&self.progress.tracker).is_some();
                    self.checkpoint.set(self.progress.clone());
                }
                Err(error) => self.warn(&error),
            }
        }
    }

    /// Reads one message; `false` at the end of input.
    fn read(&self, input: &mut impl Read, message: &mut Vec<u8>) -> io::Result<bool> {
        message.clear();
        loop {
            // A size of 0 would loop for ever.
            let size = (self.wire.size)(&self.progress.tracker, message).max(1);
            let known = message.len();
            if known >= size {
                return Ok(true);
            }
            // Never more than belongs to the message: what follows may never come before the bot has answered.
            let read = input
                .by_ref()
                .take((size - known) as u64)
                .read_to_end(message)?;
            if read < size - known {
                return Ok(false);
            }
        }
    }

    /// The packet that answers the current position; and if that is the fallback move, why. `now` is when its last
    /// message had been read.
    fn answer(&mut self, now: Instant) -> Option<(Vec<u8>, Option<String>)> {
        let state = (self.wire.turn)(&self.progress.tracker)?.clone();
        let clock = (self.wire.clock)(&state);
        let started = match self.clock {
            Some((known, started)) if known == clock => started,
            _ => now,
        };
        self.clock = Some((clock, started));
        let Some(fallback) = (self.wire.fallback)(&state) else {
            self.warn("no legal move");
            return None;
        };
        let (mv, cause) = match &mut self.player {
            Player::Fallback { turn, panic } if self.progress.index.saturating_add(1) == *turn => {
                (fallback, Some(panic.clone()))
            }
            Player::Fallback { turn, .. } => {
                (fallback, Some(format!("the bot panicked in turn {turn}")))
            }
            Player::Bot(bot) => {
                let turn = Turn {
                    index: self.progress.index,
                    started,
                    limit: self.settings.limit,
                    nodes: self.settings.nodes,
                    seed: turn_seed(self.settings.seed, self.progress.index),
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

    fn warn(&mut self, text: &str) {
        if self.warned < MAX_WARNINGS {
            self.warned += 1;
            self.warnings.push_str("warning: ");
            self.warnings.push_str(truncate(text, MAX_WARNING));
            self.warnings.push('\n');
        }
    }
}

/// A body with its length in front.
fn packet(body: &[u8]) -> Vec<u8> {
    let mut packet = (body.len() as u32).to_be_bytes().to_vec();
    packet.extend_from_slice(body);
    packet
}
