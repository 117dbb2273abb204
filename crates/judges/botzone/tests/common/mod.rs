//! A game of two rules, bots for it, and streams that watch how they are used.
//!
//! The game: both sides add 1, 2 or 3 to a sum in turn, but not what was just added. Black's first request is 0.
//! A player that finds a sum of 60 or more has no move.

#![allow(dead_code, reason = "every test file uses its own part")]
#![allow(clippy::unwrap_used, reason = "test code")]

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;
use std::str::FromStr;
use std::time::{Duration, Instant};

use botzone::{Answer, Bot, KEEP_RUNNING_MARKER, Options, Settings, Turn, Wire, session};
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    pub sum: u64,
    pub last: u64,
    /// Is it the bot's turn?
    pub own: bool,
}

impl FromStr for Sum {
    type Err = String;
    fn from_str(text: &str) -> Result<Sum, String> {
        let sum = text.parse().map_err(|_| format!("{text:?} is not a sum"))?;
        Ok(Sum {
            sum,
            last: 0,
            own: true,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Add(pub u64);

impl fmt::Display for Add {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{}", self.0)
    }
}

impl FromStr for Add {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Add, Self::Err> {
        text.parse().map(Add)
    }
}

pub mod game {
    use super::*;

    pub const EXAMPLE: &str = "0";
    pub const SIMPLE_IO: bool = true;

    pub fn start() -> Sum {
        Sum {
            sum: 0,
            last: 0,
            own: false,
        }
    }

    pub fn legal(state: &Sum, add: u64) -> bool {
        state.sum < 60 && (1..=3).contains(&add) && add != state.last
    }

    fn apply(state: &mut Sum, value: &Value, own: bool) -> Result<(), String> {
        // Spoils the state before it looks, as a game may.
        let before = state.clone();
        state.sum = 999;
        let add = value
            .as_u64()
            .ok_or_else(|| format!("{value} is not a number"))?;
        let first = add == 0 && !own && before == start();
        if before.own != own || !first && !legal(&before, add) {
            return Err(format!("{add} is illegal"));
        }
        *state = Sum {
            sum: before.sum + add,
            last: add,
            own: !own,
        };
        Ok(())
    }

    pub fn request(state: &mut Sum, request: &Value) -> Result<(), String> {
        apply(state, request, false)
    }

    pub fn response(state: &mut Sum, response: &Value) -> Result<(), String> {
        apply(state, response, true)
    }

    pub fn answer(mv: Add) -> Value {
        json!(mv.0)
    }

    pub fn fallback(state: &Sum) -> Option<Add> {
        (1..=3).find(|&add| legal(state, add)).map(Add)
    }

    pub fn simple_request(line: &str) -> Result<Value, String> {
        line.parse::<u64>()
            .map(Value::from)
            .map_err(|_| format!("{line:?} is not a number"))
    }

    pub fn simple_response(line: &str) -> Result<Value, String> {
        simple_request(line)
    }

    pub fn simple_answer(response: &Value) -> String {
        response.to_string()
    }
}

pub fn wire() -> Wire<Sum, Add> {
    botzone::wire!(game)
}

thread_local! {
    /// The last turn that a [`Watched`] bot of this thread was given, and how often it was asked since `new`.
    pub static SEEN: Cell<Option<(Turn, u32)>> = const { Cell::new(None) };
}

/// Adds the largest number it may, tells what it sees, and counts how often it was asked.
pub struct Watched(u32);

impl Bot for Watched {
    type State = Sum;
    type Move = Add;
    const BENCH_NODES: u64 = 5;
    const BENCH: &'static str = "0\n7\n59";

    fn new() -> Self {
        Watched(0)
    }

    fn choose(&mut self, state: &Sum, turn: &Turn) -> Answer<Add> {
        self.0 += 1;
        SEEN.set(Some((*turn, self.0)));
        let mv = (1..=3)
            .rev()
            .find(|&add| game::legal(state, add))
            .map(Add)
            .unwrap();
        let debug = format!("sum {} call {}", state.sum, self.0);
        Answer {
            mv,
            value: state.sum as i64,
            nodes: turn.nodes.unwrap_or(1),
            debug,
        }
    }
}

/// Lets the seed and the number of calls since `new` decide: shows whatever is carried from turn to turn.
pub struct Seeded(u64);

impl Bot for Seeded {
    type State = Sum;
    type Move = Add;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "0\nsixty";

    fn new() -> Self {
        Seeded(0)
    }

    fn choose(&mut self, state: &Sum, turn: &Turn) -> Answer<Add> {
        self.0 += 1;
        let moves: Vec<u64> = (1..=3).filter(|&add| game::legal(state, add)).collect();
        let pick = (turn.seed / 7).wrapping_add(self.0) as usize % moves.len();
        Answer {
            mv: Add(moves[pick]),
            value: 0,
            nodes: 1,
            debug: String::new(),
        }
    }
}

/// The results of a session.
#[derive(Debug)]
pub struct Talk {
    pub result: Result<(), String>,
    pub out: String,
    pub log: String,
}

/// The clock is not read.
pub const RESTART: Options = Options {
    settings: Settings {
        nodes: Some(10),
        ..Settings::DEFAULT
    },
    ..Options::DEFAULT
};
pub const KEPT: Options = Options {
    keep_running: true,
    ..RESTART
};

/// The same options with another seed.
pub fn seeded(seed: u64, options: Options) -> Options {
    let settings = Settings {
        seed,
        ..options.settings
    };
    Options {
        settings,
        ..options
    }
}

/// The same options with a time limit in place of the number of nodes.
pub fn timed(milliseconds: u64, options: Options) -> Options {
    let settings = Settings {
        nodes: None,
        limit: Duration::from_millis(milliseconds),
        ..options.settings
    };
    Options {
        settings,
        ..options
    }
}

/// One session on ready-made input.
pub fn talk<B: Bot>(
    wire: &Wire<B::State, B::Move>,
    options: &Options,
    input: impl AsRef<[u8]>,
) -> Talk {
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let result = session::<B>(wire, options, &mut input.as_ref(), &mut out, &mut log);
    Talk {
        result,
        out: String::from_utf8(out).unwrap(),
        log: String::from_utf8(log).unwrap(),
    }
}

/// The output of a session that must end well and without a complaint.
pub fn say<B: Bot>(
    wire: &Wire<B::State, B::Move>,
    options: &Options,
    input: impl AsRef<[u8]>,
) -> String {
    let talk = talk::<B>(wire, options, input);
    assert_eq!((&talk.result, talk.log.as_str()), (&Ok(()), ""));
    talk.out
}

/// Lines of an output, each followed by the marker; without the markers.
pub fn unmarked(out: &str) -> Vec<&str> {
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines
            .chunks(2)
            .all(|pair| pair.len() == 2 && pair[1] == KEEP_RUNNING_MARKER),
        "{}",
        out
    );
    lines.chunks(2).map(|pair| pair[0]).collect()
}

/// An input that gives each message only when all messages before it are answered, and never ends: whoever reads
/// too much gets a panic where the site would make it wait for ever. Notes when it was last read.
pub struct Judge<'a> {
    pub messages: Vec<&'a str>,
    pub given: usize,
    pub rest: &'a [u8],
    pub out: Rc<RefCell<Watcher>>,
    pub read_at: Rc<Cell<Option<Instant>>>,
}

impl Read for Judge<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Judge<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.rest.is_empty() {
            assert_eq!(
                self.out.borrow().flushed,
                self.given,
                "read on before the answer was out"
            );
            match self.messages.get(self.given) {
                Some(message) => self.rest = message.as_bytes(),
                None => return Ok(&[]),
            }
            self.given += 1;
        }
        self.read_at.set(Some(Instant::now()));
        Ok(self.rest)
    }

    fn consume(&mut self, amount: usize) {
        self.rest = &self.rest[amount..];
    }
}

/// An output that counts writes and flushes.
#[derive(Default)]
pub struct Watcher {
    pub bytes: Vec<u8>,
    pub writes: usize,
    pub flushed: usize,
}

pub struct Output(pub Rc<RefCell<Watcher>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut watcher = self.0.borrow_mut();
        watcher.bytes.extend_from_slice(bytes);
        watcher.writes += 1;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut watcher = self.0.borrow_mut();
        watcher.flushed = watcher.writes;
        Ok(())
    }
}

/// A session with a judge that gives one message at a time. Returns what was said and when the judge was last read.
pub fn meet<B: Bot>(
    wire: &Wire<B::State, B::Move>,
    options: &Options,
    messages: Vec<&str>,
) -> (Talk, Instant) {
    let out = Rc::new(RefCell::new(Watcher::default()));
    let read_at = Rc::new(Cell::new(None));
    let count = messages.len();
    let mut judge = Judge {
        messages,
        given: 0,
        rest: b"",
        out: out.clone(),
        read_at: read_at.clone(),
    };
    let mut log = Vec::new();
    let result = session::<B>(
        wire,
        options,
        &mut judge,
        &mut Output(out.clone()),
        &mut log,
    );
    let out = out.borrow();
    assert_eq!(
        (out.writes, out.flushed),
        (count, count),
        "one write and one flush a turn"
    );
    let talk = Talk {
        result,
        out: String::from_utf8(out.bytes.clone()).unwrap(),
        log: String::from_utf8(log).unwrap(),
    };
    (talk, read_at.get().unwrap())
}
