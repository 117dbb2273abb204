//! A random player through the real Botzone session, for the referee's tests. Environment variables:
//! `SESSION_BOT_GAME` names the game, NoGo if it is not set; with `SESSION_BOT_PANIC=N` the bot panics in its answer
//! to request number N (from 0). These make it broken from request number N on: `SESSION_BOT_INDEX=N` (an index is out
//! of bounds), `SESSION_BOT_ILLEGAL=N` (an illegal move, in NoGo), `SESSION_BOT_EAT=N` (it takes memory without end).
//! With `SESSION_BOT_SLEEP=MS` it sleeps so long in every turn. `SESSION_BOT_WAIT=FILE` makes it wait in request number 4
//! until FILE exists, and `SESSION_BOT_PAUSE=NAME` in any request while NAME.jsonl is at least as long as an existing
//! NAME.pause: the sandbox hides the contents of a file, not its length.

use std::fmt::Display;
use std::fs;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::thread::sleep;
use std::time::Duration;

use botzone::entry_point::{About, run};
use botzone::{Answer, Bot, Turn, wire};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const ABOUT: About = About {
    name: "session-bot",
    version: "0",
    description: "a random player",
    example: "",
    keep_running: false,
};

fn main() -> ExitCode {
    let flags = std::env::args_os().skip(1).collect();
    let status = match std::env::var("SESSION_BOT_GAME").as_deref() {
        Err(_) | Ok("nogo") => run::<Random<nogo::Board>>(&ABOUT, &wire!(nogo::botzone), flags),
        Ok("amazons") => run::<Random<amazons::Board>>(&ABOUT, &wire!(amazons::botzone), flags),
        Ok("ataxx") => run::<Random<ataxx::Position>>(&ABOUT, &wire!(ataxx::botzone), flags),
        Ok("gomoku") => run::<Random<gomoku::Board>>(&ABOUT, &wire!(gomoku::botzone), flags),
        Ok("gomoku-swap") => {
            run::<Random<gomoku::Board>>(&ABOUT, &wire!(gomoku::botzone::swap), flags)
        }
        Ok("reversi") => run::<Random<reversi::Board>>(&ABOUT, &wire!(reversi::botzone), flags),
        Ok("snake") => run::<Random<snake::botzone::State>>(&ABOUT, &wire!(snake::botzone), flags),
        Ok("tetris2") => {
            run::<Random<tetris2::botzone::State>>(&ABOUT, &wire!(tetris2::botzone), flags)
        }
        Ok(_) => 2,
    };
    ExitCode::from(u8::try_from(status).unwrap_or(2))
}

/// A game's state, as far as a random player needs it.
trait State: Clone + FromStr<Err: Display> {
    type Move: Copy + Display + FromStr;
    /// A position with few words.
    const POSITION: &'static str;
    fn moves(&self) -> Vec<Self::Move>;
    /// An illegal move, where the game's session can tell one.
    fn illegal(&self) -> Option<Self::Move> {
        None
    }
}

impl State for amazons::Board {
    type Move = amazons::Move;
    const POSITION: &'static str = "02-03/02";
    fn moves(&self) -> Vec<amazons::Move> {
        self.moves().collect()
    }
}

impl State for ataxx::Position {
    type Move = ataxx::Move;
    const POSITION: &'static str = "00-11";
    fn moves(&self) -> Vec<ataxx::Move> {
        self.moves().collect()
    }
}

impl State for gomoku::Board {
    type Move = gomoku::Move;
    const POSITION: &'static str = "h8";
    fn moves(&self) -> Vec<gomoku::Move> {
        self.moves().collect()
    }
}

impl State for nogo::Board {
    type Move = nogo::Move;
    const POSITION: &'static str = "4,4";
    fn moves(&self) -> Vec<nogo::Move> {
        self.legal_moves(self.to_move()).iter().collect()
    }
    fn illegal(&self) -> Option<nogo::Move> {
        let legal = self.moves();
        (0..81)
            .filter_map(nogo::Point::from_index)
            .find(|point| !legal.contains(point))
    }
}

impl State for reversi::Board {
    type Move = reversi::Move;
    const POSITION: &'static str = "23";
    fn moves(&self) -> Vec<reversi::Move> {
        self.moves().collect()
    }
}

impl State for snake::botzone::State {
    type Move = snake::Direction;
    const POSITION: &'static str = "seed=5";
    fn moves(&self) -> Vec<snake::Direction> {
        let moves: Vec<snake::Direction> = self.board().legal_moves(self.me()).iter().collect();
        // If every direction kills, one is as good as another.
        if moves.is_empty() {
            vec![snake::Direction::Up]
        } else {
            moves
        }
    }
}

impl State for tetris2::botzone::State {
    type Move = tetris2::Move;
    const POSITION: &'static str = "0; 0 T 0000100 0 0 0 0; 0 T 0000100 0 0 0 0";
    fn moves(&self) -> Vec<tetris2::Move> {
        self.board().legal_moves(self.color()).collect()
    }
}

/// The number is its one parameter: it plays the move this many places after the one drawn.
struct Random<S>(PhantomData<S>, usize);

impl<S: State> Bot for Random<S> {
    type State = S;
    type Move = S::Move;

    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = S::POSITION;

    fn new() -> Self {
        Random(PhantomData, 0)
    }

    fn with_params(text: &str) -> Result<Self, String> {
        let shift = text
            .trim()
            .strip_prefix("{\n  \"shift\": ")
            .and_then(|text| text.strip_suffix("\n}"));
        let shift = shift.and_then(|text| text.parse().ok());
        let shift = shift.ok_or_else(|| format!("no shift: {text}"))?;
        Ok(Random(PhantomData, shift))
    }

    fn choose(&mut self, state: &S, turn: &Turn) -> Answer<S::Move> {
        let panics =
            std::env::var("SESSION_BOT_PANIC").is_ok_and(|index| index == turn.index.to_string());
        assert!(!panics, "in mid-search");
        let moves = state.moves();
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
        let illegal = state.illegal().filter(|_| broken("SESSION_BOT_ILLEGAL"));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(turn.seed);
        let nth = (random.random_range(0..moves.len()) + self.1) % moves.len();
        Answer {
            mv: illegal.unwrap_or(moves[nth]),
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
    std::env::var_os(name).map(PathBuf::from)
}

/// The number in an environment variable.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Takes 4 MB more every millisecond and writes to all of it.
fn eat() -> ! {
    let mut hoard: Vec<Vec<u8>> = Vec::new();
    loop {
        hoard.push(vec![1; 4 << 20]);
        sleep(Duration::from_millis(1));
    }
}
