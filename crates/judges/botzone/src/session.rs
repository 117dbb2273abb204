//! The session of one process with the judge.

use std::convert::TryFrom;
use std::io::{BufRead, Write};
use std::time::Instant;

use judges_common::{new_bot, saved, truncate, turn_seed};
use serde_json::Value;

use crate::message::{History, Message};
use crate::{Bot, Options, Turn, Wire, fallback, json, read, simple};

/// The line that asks the judge to keep the program running.
pub const KEEP_RUNNING_MARKER: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// Longest warning, in bytes: it may quote the input.
const MAX_WARNING: usize = 1000;

/// Most warnings of a process: perhaps nobody empties the pipe, and a full one blocks.
const MAX_WARNINGS: u32 = 10;

/// Talks to the judge until it has answered or, kept running, until the input ends.
///
/// Each answer is one single write to `output`, followed by a flush. Warnings about the input go to `log`, after the
/// answer. Wherever a position is known there is a legal answer: a damaged history or request is answered with the
/// game's fallback move in the last valid position.
///
/// Each answer that is the fallback move is reported to `log` in the form of [`saved`]. A program that is kept running
/// may be stopped as soon as its answer is there, so it reports before the answer; the total size of the reports is
/// bounded, so that a pipe that nobody empties does not block it. Any other program reports after the answer.
///
/// # Errors
/// The reason why there was no answer to the last input: it was empty, there is no position or no legal move, or
/// `output` failed.
pub fn session<B: Bot>(
    wire: &Wire<B::State, B::Move>,
    options: &Options,
    input: &mut impl BufRead,
    output: &mut impl Write,
    log: &mut impl Write,
) -> Result<(), String> {
    let mut session = Session::<B> {
        wire,
        options,
        simple: false,
        bot: None,
        state: None,
        asked: None,
        index: 0,
        reports: saved::Reports::new(),
        report: String::new(),
        warnings: String::new(),
        warned: 0,
    };
    let mut buffer = Vec::new();
    loop {
        let read = read::message(input, &mut buffer);
        let mut started = Instant::now();
        session.set_fallback();
        // After a line that could not be read to its end it is unknown where the next message begins.
        let last = !options.keep_running || read.is_err();
        let understood = match read {
            Ok(true) => session
                .receive(&buffer, input, &mut started)
                .and_then(|message| session.apply(message)),
            Ok(false) if session.state.is_some() => return Ok(()),
            Ok(false) => Err(
                "no input; expected one line {\"requests\":[...],\"responses\":[...]}".to_owned(),
            ),
            Err(error) => Err(error.to_string()),
        };
        let mut answer = session.answer(started, understood)?;
        // The log may be closed; that is no reason to stop.
        if !last {
            answer.push_str(KEEP_RUNNING_MARKER);
            answer.push('\n');
            let _ = log.write_all(session.report.as_bytes());
            session.report.clear();
        }
        fallback::answered();
        output
            .write_all(answer.as_bytes())
            .and_then(|()| output.flush())
            .map_err(|error| format!("cannot write the answer: {error}"))?;
        let _ = log.write_all(session.report.as_bytes());
        let _ = log.write_all(session.warnings.as_bytes());
        session.report.clear();
        session.warnings.clear();
        if last {
            return Ok(());
        }
    }
}

/// The state of a session.
struct Session<'a, B: Bot> {
    wire: &'a Wire<B::State, B::Move>,
    options: &'a Options,
    /// True if the judge speaks simple IO. Settled by the first message.
    simple: bool,
    /// `None` until it is asked for the first time in a match.
    bot: Option<B>,
    /// The last position that is known, `None` before the first message.
    state: Option<B::State>,
    /// The position before the bot's answer, if that answer was the last thing to be applied to `state`.
    asked: Option<B::State>,
    /// Number of the last request, from 0.
    index: u32,
    /// Writes the reports of saved answers.
    reports: saved::Reports,
    /// The report of the answer that is about to be sent, if it was saved.
    report: String,
    /// Warnings that are not yet in the log.
    warnings: String,
    /// Number of warnings so far.
    warned: u32,
}

impl<B: Bot> Session<'_, B> {
    /// Parses a message from a line and from the lines after it that belong to it; in the latter case `started` is set
    /// anew.
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
                // Invalid as it is, it took the place of a request.
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
                let next = after(state, "request", &request, self.wire.request);
                self.count_request();
                self.state = Some(next?);
                self.asked = None;
                Ok(())
            }
        }
    }

    /// Counts a request after the first message.
    fn count_request(&mut self) {
        if self.state.is_some() {
            self.index = self.index.saturating_add(1);
        }
    }

    /// Starts the match anew and plays the history.
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

    /// Plays a history up to the request to answer, or up to the first invalid message.
    fn play_through(&mut self, state: &mut B::State, history: &History) -> Result<(), String> {
        let History {
            requests,
            responses,
            fault,
        } = history;
        for (i, request) in requests.iter().enumerate() {
            let turn = i + 1;
            *state = after(state, "request", request, self.wire.request)
                .map_err(|error| format!("turn {turn}: {error}"))?;
            self.asked = None;
            // The answer to the last request is the one to give, unless the next request was lost.
            if turn == requests.len() && fault.is_none() {
                break;
            }
            match responses.get(i) {
                Some(response) => {
                    let next = after(state, "response", response, self.wire.response)
                        .map_err(|error| format!("turn {turn}: {error}"))?;
                    self.asked = Some(std::mem::replace(state, next));
                }
                None if turn == requests.len() => {}
                None => {
                    return Err(format!(
                        "turn {turn}: the bot's answer is missing from \"responses\""
                    ));
                }
            }
        }
        if responses.len() >= requests.len() && fault.is_none() {
            let text = format!(
                "{} answers for {} requests; ignored the last ones",
                responses.len(),
                requests.len()
            );
            self.warn(&text);
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
                truncate(&reason, MAX_WARNING)
            ));
        };
        let fallback = (self.wire.answer)(fallback);
        let fallback_line = self.line(&fallback, "");
        fallback::set(self.turn_number(), &fallback_line);
        if let Err(error) = understood {
            // The answer replaces the last one in the history, if no request came between the two.
            let asked = self.asked.as_ref().unwrap_or(state).clone();
            if let Ok(next) = after(&asked, "response", &fallback, self.wire.response) {
                (self.asked, self.state) = (Some(asked), Some(next));
            }
            self.report(&format!("message not understood: {error}"));
            return Ok(fallback_line);
        }

        let settings = &self.options.settings;
        let factor = if self.index == 0 { 2 } else { 1 };
        let turn = Turn {
            index: self.index,
            started,
            limit: settings.limit.saturating_mul(factor),
            nodes: settings.nodes,
            seed: turn_seed(settings.seed, self.index),
        };
        if turn.nodes.is_some() {
            self.bot = None;
        }
        let bot = self.bot.get_or_insert_with(|| new_bot(settings.params));
        let answer = bot.choose(state, &turn);

        let mut response = (self.wire.answer)(answer.mv);
        let next = match after(state, "response", &response, self.wire.response) {
            Ok(next) => next,
            Err(error) => {
                let next = after(state, "response", &fallback, self.wire.response)?;
                self.report(&format!("illegal move {}: {error}", answer.mv));
                response = fallback;
                next
            }
        };
        self.asked = self.state.replace(next);
        let debug = match (self.options.note, answer.debug) {
            ("", debug) => debug,
            (note, debug) if debug.is_empty() => note.to_owned(),
            (note, debug) => format!("{note} {debug}"),
        };
        Ok(self.line(&response, &debug))
    }

    /// Sets the answer to give if reading the next message panics.
    fn set_fallback(&self) {
        if let Some(mv) = self.state.as_ref().and_then(self.wire.fallback) {
            let next = self.turn_number().saturating_add(1);
            fallback::set(next, &self.line(&(self.wire.answer)(mv), ""));
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

    /// Reports that the answer is the fallback move, and why.
    fn report(&mut self, cause: &str) {
        let line = self.reports.line(self.turn_number(), cause);
        self.report = line.unwrap_or_default();
    }

    fn warn(&mut self, text: &str) {
        self.warned += 1;
        if self.warned > MAX_WARNINGS {
            return;
        }
        self.warnings.push_str("warning: ");
        self.warnings.push_str(truncate(text, MAX_WARNING));
        self.warnings.push('\n');
    }
}

/// The state after one message, as a copy: an error may leave it inconsistent.
fn after<S: Clone>(
    state: &S,
    what: &str,
    message: &Value,
    apply: fn(&mut S, &Value) -> Result<(), String>,
) -> Result<S, String> {
    let mut next = state.clone();
    apply(&mut next, message).map_err(|why| format!("{what} {message}: {why}"))?;
    Ok(next)
}
