//! A seat held by a program.

use std::borrow::Cow;
use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use arena_common::{Message, Stop};
use gameplay::botzone::SimpleIo;
use gameplay::record::Verdict;
use judges_common::saved::Report;
use process::{End, Launch, Limits, Process, Turn};
use serde_json::Value;

use super::MARKER;
use super::answer::{Stored, history_json, history_simple, misspelled, read_json, read_simple};
use super::hint::{Exchange, cure};
use crate::conduct::Rules;
use crate::diagnosis::late::{Before, Pace};
use crate::diagnosis::{Asked, Form, cause, told, unread};
use crate::setup::{GlobalData, Shared, start};

/// One seat's part in one turn.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The verdict on the program.
    pub verdict: Verdict,
    /// The response, for the referee; null unless the verdict is OK.
    pub response: Value,
    /// From the request to the end of the turn; zero for a human.
    pub elapsed: Duration,
    /// True if this turn had the doubled limit.
    pub first: bool,
    /// Peak memory in bytes as far as it was seen.
    pub memory: u64,
    /// Debug text of the answer.
    pub debug: Option<String>,
    /// Details of a failure, for a person: cause, output, standard error.
    pub failure: Option<Message>,
    /// The cure for an answer that the referee cannot use, if the program's behavior shows it.
    pub hint: Option<Message>,
    /// True if its output has bytes that are not UTF-8 and were replaced.
    pub not_utf8: bool,
    /// The program's reports on answers that the fallback move has saved: this one or earlier ones.
    pub reports: Vec<Report>,
}

/// A program in its seat for one game.
#[derive(Debug)]
pub struct ProgramSeat {
    process: Option<Process>,
    /// Behind the process: its folder is there for as long as that.
    launch: Launch,
    rules: Rules,
    simple: Option<SimpleIo>,
    /// Set for a program of somebody else: whether the game has simple IO.
    hints: Option<bool>,
    /// Its good answers before this turn.
    before: Before,
    requests: Vec<Value>,
    responses: Vec<Value>,
    /// The responses as lines, for simple IO.
    lines: Vec<String>,
    data: Option<Value>,
    globaldata: GlobalData,
    started_before: bool,
}

impl ProgramSeat {
    /// A seat at the start of a game. With `simple` the program is spoken to in simple IO.
    pub fn new(
        launch: Launch,
        rules: Rules,
        simple: Option<SimpleIo>,
        globaldata: GlobalData,
    ) -> Self {
        ProgramSeat {
            process: None,
            launch,
            rules,
            simple,
            hints: None,
            before: Before::default(),
            requests: Vec::new(),
            responses: Vec::new(),
            lines: Vec::new(),
            data: None,
            globaldata,
            started_before: false,
        }
    }

    /// A program of somebody else, which may not read what it is sent: then failures name the flag that cures it.
    /// `has_simple` says whether the game has simple IO; `first_move` is that of the probe.
    pub fn with_hints(mut self, has_simple: bool, first_move: Option<Pace>) -> Self {
        self.hints = Some(has_simple);
        self.before.probe = first_move;
        self
    }

    /// A turn that the arena has played for this seat: it goes into the history as if the program had answered.
    pub fn skip(&mut self, request: Value, response: Value) {
        self.requests.push(request);
        self.amend(response);
    }

    /// Another response than the program's own stands for the last request: the history says what the judge was told.
    /// A program that was kept running knows better, so it is started afresh in its next turn.
    pub fn amend(&mut self, response: Value) {
        self.process = None;
        let earlier = self.requests.len().saturating_sub(1);
        self.responses.truncate(earlier);
        self.lines.truncate(earlier);
        self.lines.push(
            self.simple
                .as_ref()
                .map(|simple| (simple.answer)(&response))
                .unwrap_or_default(),
        );
        self.responses.push(response);
    }

    /// Its last answer as it was printed, where that is a line of simple IO in another form than the judge's.
    pub fn odd_line(&self) -> Option<&str> {
        let (simple, line) = (self.simple?, self.lines.last()?);
        let usual = self.responses.last().map(simple.answer);
        (usual.as_ref() != Some(line)).then_some(line)
    }

    /// Asks the program.
    ///
    /// The time limit is doubled in the judge's first turn of the match, that is for request number one. Where the
    /// arena has played the opening, request number one is past; then a program in keep-running mode gets the
    /// doubled limit for its first start all the same, because that start is where its preparations fall (it cannot
    /// know, and plans for the plain limit).
    ///
    /// # Errors
    /// If the match was cancelled or the program cannot be started.
    pub fn turn(&mut self, request: Value) -> Result<Reply, Stop> {
        self.requests.push(request);
        let keep_running = self.rules.keeps_running();
        let first = self.requests.len() == 1 || keep_running && !self.started_before;
        self.started_before = true;
        let time = match (first, &self.process) {
            (true, _) => self.rules.time * self.rules.first_turn_factor,
            (false, None) => self.rules.time,
            (false, Some(_)) => self.rules.kept_time,
        };
        let limits = Limits {
            time: time * self.rules.patience,
            memory: self.rules.memory,
            output: self.rules.output,
        };
        let input = self.input(&limits);
        let started = Instant::now();
        let process = match self.process.take() {
            Some(process) => process,
            None => start(&self.launch)?,
        };
        let mut turn = process
            .turn(
                input.as_bytes(),
                keep_running.then_some(MARKER.as_bytes()),
                started,
                &limits,
                &self.rules.cancel,
            )
            .with_context(|| msg!("lost `{}`", shell_words::join(&self.launch.words)))?;
        self.process = turn.kept.take();
        let reports = std::mem::take(&mut turn.saved);
        let mut reply = self.judge(&turn)?;
        if reply.verdict == Verdict::Ok {
            let took = turn.elapsed;
            self.before.note(Pace { took, limit: time });
        }
        (reply.first, reply.reports) = (first, reports);
        Ok(reply)
    }

    fn input(&self, limits: &Limits) -> String {
        let mut text = match (&self.process, &self.simple) {
            (Some(_), None) => self
                .requests
                .last()
                .map(Value::to_string)
                .unwrap_or_default(),
            (Some(_), Some(simple)) => self
                .requests
                .last()
                .map(simple.request_line)
                .unwrap_or_default(),
            (None, None) => {
                let (time, memory) = (limits.time.as_millis(), limits.memory >> 20);
                history_json(
                    &self.requests,
                    &self.responses,
                    &self.stored(),
                    time,
                    memory,
                )
            }
            (None, Some(simple)) => {
                let requests: Vec<String> = self.requests.iter().map(simple.request_line).collect();
                history_simple(&requests, &self.lines, &self.stored())
            }
        };
        text.push('\n');
        text
    }

    fn stored(&self) -> Stored {
        Stored {
            data: self.data.clone(),
            globaldata: self.shared().globaldata.clone(),
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.globaldata
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The verdict, and what is remembered of a good answer.
    fn judge(&mut self, turn: &Turn) -> Result<Reply, Stop> {
        let verdict = match turn.end {
            End::Cancelled => return Err(Stop::Cancelled),
            End::Marker | End::Woken => Verdict::Ok,
            End::Exit(status) if status.success() => Verdict::Ok,
            End::Exit(_) => Verdict::Re,
            End::Time => Verdict::Tle,
            End::Memory => Verdict::Mle,
            End::Output => Verdict::Ole,
        };
        let mut reply = Reply {
            verdict,
            elapsed: turn.elapsed,
            memory: turn.memory,
            ..Reply::default()
        };
        if verdict == Verdict::Ok {
            // The site's Node replaces what is not UTF-8, too.
            let output = String::from_utf8_lossy(&turn.output);
            reply.not_utf8 = matches!(output, Cow::Owned(_));
            let read = match &self.simple {
                None => read_json(&output).map(|answer| (answer, String::new())),
                Some(simple) => Some(read_simple(&output, simple.response)),
            };
            match read {
                None => reply.verdict = Verdict::Nj,
                Some((answer, line)) => {
                    self.responses.push(answer.response.clone());
                    self.lines.push(line);
                    // The site ignores what a program stores while it is kept running.
                    if turn.end != End::Marker {
                        self.data = answer.data;
                        if answer.globaldata.is_some() {
                            self.shared().globaldata = answer.globaldata;
                        }
                    }
                    reply.response = answer.response;
                    reply.debug = answer.debug;
                }
            }
        }
        reply.hint = self.hint(reply.verdict, turn);
        if reply.verdict == Verdict::Ok {
            reply.hint = reply
                .hint
                .or_else(|| unread(turn))
                .or_else(|| misspelled(&reply.response));
        }
        if reply.verdict == Verdict::Ok && !reply.response.is_null() {
            self.shared().has_answered = true;
        }
        if reply.verdict != Verdict::Ok {
            reply.failure = Some(told(turn, self.asked(), reply.hint.clone()));
            // Should the judge ask again, the history stays in step; a program that was kept must not live on.
            self.responses.push(Value::Null);
            self.lines.push(String::new());
            self.process = None;
        }
        Ok(reply)
    }

    /// Advice on what the user can change about it.
    fn hint(&self, verdict: Verdict, turn: &Turn) -> Option<Message> {
        let spoken = Exchange {
            kept: self.rules.keeps_running(),
            simple: self.simple.is_some(),
            has_simple: self.hints?,
            first: self.requests.len() == 1,
            explained: cause(turn, self.asked()).is_some_and(|cause| cause.sure),
            settled: self.before.probe.is_some() || self.shared().has_answered,
        };
        cure(spoken, verdict, &turn.output)
    }

    fn asked(&self) -> Asked<'_> {
        Asked {
            argv: &self.launch.words,
            foreign: self.hints.is_some(),
            sandboxed: self.launch.sandbox.is_some(),
            form: match self.simple {
                Some(_) => Form::Simple,
                None => Form::Json,
            },
            rules: &self.rules,
            before: self.before,
        }
    }
}
