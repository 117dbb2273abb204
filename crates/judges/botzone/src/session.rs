//! The conversation of one process with the judge.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use judges_common::{TIME_LIMIT, cut, new_bot, saved, turn_seed};
use serde_json::Value;

use crate::{Bot, Turn, Wire, json, panic, read, simple};

/// The line that asks the judge to keep the program running.
pub const MARKER: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// Longest debug text that the site keeps, in bytes.
const MAX_DEBUG: usize = 1024;

/// Longest text about one thing that is wrong, in bytes: it may quote the input.
const MAX_NOTE: usize = 1000;

/// Most such texts of a process: nobody may empty the pipe, and a full one blocks.
const MAX_NOTES: u32 = 10;

/// How a session goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Ask the judge after every answer to keep the program running, and read on.
    pub keep_running: bool,
    /// Speak simple IO. If not set, the first byte of the input tells (`{` means JSON).
    pub simple_io: bool,
    /// Nodes per turn instead of a time limit.
    pub nodes: Option<u64>,
    /// Time limit of a turn; the first of a match has twice that.
    pub limit: Duration,
    /// Seed of the bot's random streams.
    pub seed: u64,
    /// The text of a parameter file in place of the one that is built in.
    pub params: Option<&'static str>,
}

impl Options {
    /// The judge's rules: one second a turn, restarted every turn, seed 1.
    pub const DEFAULT: Options = Options {
        keep_running: false,
        simple_io: false,
        nodes: None,
        limit: TIME_LIMIT,
        seed: 1,
        params: None,
    };
}

/// A match up to the request to answer, as the judge tells it.
pub struct History {
    /// All requests so far, the last one to be answered now.
    pub requests: Vec<Value>,
    /// The own answers, one less.
    pub responses: Vec<Value>,
    /// What was wrong with the message beyond the lists.
    pub fault: Option<String>,
}

/// One input.
pub enum Message {
    /// Everything so far: the program was started afresh.
    History(History),
    /// The next request alone: the program was kept running.
    Request(Value),
}

/// Talks to the judge until it has answered or, kept running, until the input ends.
///
/// Each answer is one single write to `output`, followed by a flush. What is wrong with the input goes to `log` in
/// plain words, after the answer. Wherever a position is known there is a legal answer: a damaged history or
/// request is answered with the game's fallback move in the last position that made sense.
///
/// Each answer that is the fallback move is reported to `log` in the form of [`saved`]. A program that is kept running
/// may be stopped as soon as its answer is there, so it reports before the answer; what it says is bounded in all, so
/// that a pipe that nobody empties does not block it. Any other program reports after the answer.
///
/// # Errors
/// Why there was no answer to the last input: nothing in it, no position, no legal move, or a broken `output`.
pub fn session<B: Bot>(
    wire: &Wire<B::State, B::Move>,
    options: &Options,
    input: &mut impl BufRead,
    output: &mut impl Write,
    log: &mut impl Write,
) -> Result<(), String> {
    let mut table = Table::<B> {
        wire,
        options,
        simple: false,
        bot: None,
        state: None,
        asked: None,
        index: 0,
        reports: saved::Reports::new(),
        report: String::new(),
        notes: String::new(),
        noted: 0,
    };
    let mut buffer = Vec::new();
    loop {
        let read = read::message(input, &mut buffer);
        let mut started = Instant::now();
        table.spread_net();
        // A line that could not be read to its end leaves no place to go on from.
        let last = !options.keep_running || read.is_err();
        let understood = match read {
            Ok(true) => table
                .receive(&buffer, input, &mut started)
                .and_then(|message| table.apply(message)),
            Ok(false) if table.state.is_some() => return Ok(()),
            Ok(false) => Err(
                "no input; expected one line {\"requests\":[...],\"responses\":[...]}".to_owned(),
            ),
            Err(error) => Err(error.to_string()),
        };
        let mut answer = table.answer(started, understood)?;
        // Nobody may be listening to the log; that is no reason to stop.
        if !last {
            answer.push_str(MARKER);
            answer.push('\n');
            let _ = log.write_all(table.report.as_bytes());
            table.report.clear();
        }
        panic::answered();
        output
            .write_all(answer.as_bytes())
            .and_then(|()| output.flush())
            .map_err(|error| format!("cannot write the answer: {error}"))?;
        let _ = log.write_all(table.report.as_bytes());
        let _ = log.write_all(table.notes.as_bytes());
        table.report.clear();
        table.notes.clear();
        if last {
            return Ok(());
        }
    }
}

/// What a session knows.
struct Table<'a, B: Bot> {
    wire: &'a Wire<B::State, B::Move>,
    options: &'a Options,
    /// Whether the judge speaks simple IO. Settled by the first message.
    simple: bool,
    /// `None` until it is asked for the first time in a match.
    bot: Option<B>,
    /// The last position that is known, `None` before the first message.
    state: Option<B::State>,
    /// The position before the own answer, if that is the last thing that was applied to `state`.
    asked: Option<B::State>,
    /// Number of the last request, from 0.
    index: u32,
    /// What may still be said about saved answers.
    reports: saved::Reports,
    /// The line about the answer that is about to go out, if it was saved.
    report: String,
    /// Lines for the log.
    notes: String,
    /// How many there have been.
    noted: u32,
}

impl<B: Bot> Table<'_, B> {
    /// Makes a message of a line, and of the lines after it that belong to it; then `started` is set anew.
    fn receive(
        &mut self,
        line: &[u8],
        input: &mut impl BufRead,
        started: &mut Instant,
    ) -> Result<Message, String> {
        let first = self.state.is_none();
        if first {
            self.simple =
                self.options.simple_io || self.wire.simple_io && line.first() != Some(&b'{');
        }
        if !self.simple || !first {
            let message = if self.simple {
                simple::message(line, self.wire.simple_request).map(Message::Request)
            } else {
                json::parse(line)
            };
            if message.is_err() {
                // Whatever it was, it was a request.
                self.count_request();
            }
            return message;
        }
        let turns = simple::turns(line)?;
        let history = simple::history(
            turns,
            input,
            self.wire.simple_request,
            self.wire.simple_response,
        );
        *started = Instant::now();
        Ok(Message::History(history))
    }

    /// Brings the position up to date; after an error it is the last one that is known, if any.
    fn apply(&mut self, message: Message) -> Result<(), String> {
        match message {
            Message::History(history) => self.replay(history),
            Message::Request(request) => {
                let Some(state) = &self.state else {
                    return Err("the first message has no \"requests\": send the whole history on one line, \
                        {\"requests\":[...],\"responses\":[...]}; a bare request is understood only after an answer, \
                        with --keep-running"
                        .to_owned());
                };
                let next = after(state, &request, self.wire.request);
                self.count_request();
                self.state = Some(next?);
                self.asked = None;
                Ok(())
            }
        }
    }

    /// Another request after the first message.
    fn count_request(&mut self) {
        if self.state.is_some() {
            self.index = self.index.saturating_add(1);
        }
    }

    /// Starts the match anew and plays the history through.
    fn replay(&mut self, history: History) -> Result<(), String> {
        self.bot = None;
        self.index = u32::try_from(history.requests.len())
            .unwrap_or(u32::MAX)
            .saturating_sub(1);
        self.asked = None;
        let mut state = (self.wire.start)();
        let result = self.play_through(&mut state, &history);
        self.state = Some(state);
        result.and(history.fault.map_or(Ok(()), Err))
    }

    /// Plays a history up to the request to answer, or up to the first message that makes no sense.
    fn play_through(&mut self, state: &mut B::State, history: &History) -> Result<(), String> {
        let History {
            requests,
            responses,
            fault,
        } = history;
        for (i, request) in requests.iter().enumerate() {
            let turn = i + 1;
            *state = after(state, request, self.wire.request)
                .map_err(|error| format!("turn {turn}: {error}"))?;
            self.asked = None;
            // The answer to the last request is the one to give, unless the next request was lost.
            if turn == requests.len() && fault.is_none() {
                break;
            }
            match responses.get(i) {
                Some(response) => {
                    let next = after(state, response, self.wire.response)
                        .map_err(|error| format!("turn {turn}: {error}"))?;
                    self.asked = Some(std::mem::replace(state, next));
                }
                None if turn == requests.len() => {}
                None => {
                    return Err(format!(
                        "turn {turn}: the own answer is missing from \"responses\""
                    ));
                }
            }
        }
        if responses.len() >= requests.len() && fault.is_none() {
            let text = format!(
                "{} own answers for {} requests; ignored the last ones",
                responses.len(),
                requests.len()
            );
            self.note(&text);
        }
        Ok(())
    }

    /// The line that answers the current position: the bot's move, or the fallback move if the last message was
    /// not `understood`.
    fn answer(
        &mut self,
        started: Instant,
        understood: Result<(), String>,
    ) -> Result<String, String> {
        let Some(state) = &self.state else {
            return Err(understood.err().unwrap_or_default());
        };
        let Some(fallback) = (self.wire.fallback)(state) else {
            let reason = understood.err().unwrap_or_default();
            return Err(format!(
                "no legal move, the match is over. {}",
                cut(&reason, MAX_NOTE)
            ));
        };
        let fallback = (self.wire.answer)(fallback);
        let fallback_line = self.line(&fallback, "");
        panic::keep(self.turn_number(), &fallback_line);
        if let Err(error) = understood {
            // The answer stands in the history in place of the last one, if no request came between the two.
            let asked = self.asked.as_ref().unwrap_or(state).clone();
            if let Ok(next) = after(&asked, &fallback, self.wire.response) {
                (self.asked, self.state) = (Some(asked), Some(next));
            }
            self.report(&format!("message not understood: {error}"));
            return Ok(fallback_line);
        }

        let first = if self.index == 0 { 2 } else { 1 };
        let turn = Turn {
            index: self.index,
            started,
            limit: self.options.limit.saturating_mul(first),
            nodes: self.options.nodes,
            seed: turn_seed(self.options.seed, self.index),
        };
        if turn.nodes.is_some() {
            self.bot = None;
        }
        let params = self.options.params;
        let bot = self.bot.get_or_insert_with(|| new_bot(params));
        let answer = bot.choose(state, &turn);

        let mut response = (self.wire.answer)(answer.mv);
        let next = match after(state, &response, self.wire.response) {
            Ok(next) => next,
            Err(error) => {
                let next = after(state, &fallback, self.wire.response)?;
                self.report(&format!("illegal move {}: {error}", answer.mv));
                response = fallback;
                next
            }
        };
        self.asked = self.state.replace(next);
        Ok(self.line(&response, &answer.debug))
    }

    /// Gives a panic something to answer while the next message is looked at.
    fn spread_net(&self) {
        if let Some(mv) = self.state.as_ref().and_then(self.wire.fallback) {
            let next = self.turn_number().saturating_add(1);
            panic::keep(next, &self.line(&(self.wire.answer)(mv), ""));
        }
    }

    /// An answer as the judge reads it.
    fn line(&self, response: &Value, debug: &str) -> String {
        if self.simple {
            simple::answer(&(self.wire.simple_answer)(response), debug)
        } else {
            json::answer(response, debug)
        }
    }

    /// Number of the last request, from 1.
    fn turn_number(&self) -> u32 {
        self.index.saturating_add(1)
    }

    /// Says that the answer is the fallback move, and why.
    fn report(&mut self, cause: &str) {
        let line = self.reports.line(self.turn_number(), cause);
        self.report = line.unwrap_or_default();
    }

    fn note(&mut self, text: &str) {
        self.noted += 1;
        if self.noted > MAX_NOTES {
            return;
        }
        self.notes.push_str("warning: ");
        self.notes.push_str(cut(text, MAX_NOTE));
        self.notes.push('\n');
    }
}

/// The state after a half-turn, on a copy: an error may leave it half changed.
fn after<S: Clone>(
    state: &S,
    message: &Value,
    apply: fn(&mut S, &Value) -> Result<(), String>,
) -> Result<S, String> {
    let mut next = state.clone();
    apply(&mut next, message)?;
    Ok(next)
}

/// The part of a debug text that the site keeps.
pub fn cut_debug(debug: &str) -> &str {
    cut(debug, MAX_DEBUG)
}
