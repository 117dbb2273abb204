//! A random player through the real Botzone session, for the referee's tests. Environment variables:
//! `SESSION_BOT_GAME` names the game, NoGo if it is not set; with `SESSION_BOT_PANIC=N` the bot panics in its answer
//! to request number N (from 0). These make it broken from request number N on: `SESSION_BOT_INDEX=N` (an index is out
//! of bounds), `SESSION_BOT_ILLEGAL=N` (an illegal move), `SESSION_BOT_EAT=N` (it takes memory without end).
//! With `SESSION_BOT_SLEEP=MS` it sleeps so long in every turn. `SESSION_BOT_WAIT=FILE` makes it wait in request number 4
//! until FILE exists, and `SESSION_BOT_PAUSE=NAME` in any request while NAME.jsonl is at least as long as an existing
//! NAME.pause: the sandbox hides the contents of a file, not its length.

#![allow(clippy::unwrap_used, reason = "a program for tests")]

use std::env::{args_os, var, var_os};
use std::fmt::{self, Display};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::thread::sleep;
use std::time::Duration;

use botzone::entry_point::{About, run};
use botzone::{Answer, Bot, Turn, Wire};
use gameplay::botzone::{BotzoneGame, SimpleIo, View};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

const ABOUT: About = About {
    name: "session-bot",
    version: "0",
    description: "a random player",
    example: "",
    keep_running: false,
};

fn main() -> ExitCode {
    let wire = Wire {
        start: State::default,
        request: |State(view), request| view.request(request),
        response: |State(view), response| view.response(response),
        answer: |Move(word)| State::default().0.read_move(word).unwrap(),
        fallback: |State(view)| view.fallback().map(|response| word(&**view, &response)),
        simple_io: game().simple.is_some(),
        simple_request: |line| (simple().request)(line),
        simple_response: |line| (simple().response)(line),
        simple_answer: |response| (simple().answer)(response),
    };
    let status = run::<Random>(&ABOUT, &wire, args_os().skip(1).collect());
    ExitCode::from(u8::try_from(status).unwrap_or(2))
}

fn game() -> &'static BotzoneGame {
    let name = var("SESSION_BOT_GAME");
    let games = gameplay::games::standard();
    games
        .find_botzone(name.as_deref().unwrap_or("nogo"))
        .unwrap()
        .1
}

fn simple() -> SimpleIo {
    game().simple.unwrap()
}

/// The view of the bot's seat, as the arena has it.
struct State(Box<dyn View>);

impl Default for State {
    fn default() -> Self {
        State((game().view)())
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        State(self.0.copy())
    }
}

impl FromStr for State {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut state = State::default();
        state.0.set(text)?;
        Ok(state)
    }
}

impl State {
    /// A move of the first position that is not legal any more.
    fn illegal(&self) -> Option<Value> {
        let first = State::default().0.moves();
        first
            .into_iter()
            .find(|response| self.clone().0.response(response).is_err())
    }
}

/// A move in the game's words.
#[derive(Clone, Copy)]
struct Move(&'static str);

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let view = (game().view)();
        Ok(word(&*view, &view.read_move(text)?))
    }
}

fn word(view: &dyn View, response: &Value) -> Move {
    Move(view.word(response).unwrap().leak())
}

/// The number is its one parameter: it plays the move this many places after the one drawn.
struct Random(usize);

impl Bot for Random {
    type State = State;
    type Move = Move;

    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "4,4";

    fn new() -> Self {
        Random(0)
    }

    fn with_params(text: &str) -> Result<Self, String> {
        let shift = text
            .trim()
            .strip_prefix("{\n  \"shift\": ")
            .and_then(|text| text.strip_suffix("\n}"));
        let shift = shift.and_then(|text| text.parse().ok());
        let shift = shift.ok_or_else(|| format!("no shift: {text}"))?;
        Ok(Random(shift))
    }

    fn choose(&mut self, state: &State, turn: &Turn) -> Answer<Move> {
        let panics = var("SESSION_BOT_PANIC").is_ok_and(|index| index == turn.index.to_string());
        assert!(!panics, "in mid-search");
        let moves = state.0.moves();
        let broken = |name: &str| number(name).is_some_and(|from| u64::from(turn.index) >= from);
        if broken("SESSION_BOT_INDEX") {
            // The compiler must not see it.
            let _ = moves[std::hint::black_box(moves.len())];
        }
        if broken("SESSION_BOT_EAT") {
            eat();
        }
        if let Some(ms) = number("SESSION_BOT_SLEEP") {
            sleep(Duration::from_millis(ms));
        }
        let waits_for = path("SESSION_BOT_WAIT").filter(|_| turn.index == 4);
        let pause = path("SESSION_BOT_PAUSE");
        while waits_for.as_ref().is_some_and(|file| !file.exists())
            || pause.as_ref().is_some_and(|name| is_paused(name))
        {
            sleep(Duration::from_millis(10));
        }
        let illegal = broken("SESSION_BOT_ILLEGAL")
            .then(|| state.illegal())
            .flatten();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(turn.seed);
        let nth = (random.random_range(0..moves.len()) + self.0) % moves.len();
        Answer {
            mv: word(&*state.0, illegal.as_ref().unwrap_or(&moves[nth])),
            value: 0,
            nodes: 1,
            debug: format!("move {nth} of {}", moves.len()),
        }
    }
}

fn is_paused(name: &Path) -> bool {
    let length = |extension| Some(fs::metadata(name.with_extension(extension)).ok()?.len());
    length("pause").is_some_and(|pause| length("jsonl") >= Some(pause))
}

/// The path in an environment variable.
fn path(name: &str) -> Option<PathBuf> {
    var_os(name).map(PathBuf::from)
}

/// The number in an environment variable.
fn number(name: &str) -> Option<u64> {
    var(name).ok()?.parse().ok()
}

/// Takes 4 MB more every millisecond and writes to all of it.
fn eat() -> ! {
    let mut hoard: Vec<Vec<u8>> = Vec::new();
    loop {
        hoard.push(vec![1; 4 << 20]);
        sleep(Duration::from_millis(1));
    }
}
