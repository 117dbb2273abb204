//! How a bot talks to Botzone.
//!
//! A bot implements [`Bot`]; a game offers its messages under the names that [`wire!`] lists; [`door!`] joins
//! the two into a program:
//!
//! ```text
//! //! A NoGo bot (the whole main.rs).
//! #![no_main]
//! botzone::door!(nogo_random::Random, nogo::botzone);
//! ```
//!
//! The session itself ([`session`]) is a function of streams, so every rule of the protocol is tested without a
//! process. It reads JSON or simple IO, restarted every turn or kept running, and answers with a legal move
//! wherever a position is known, whatever bytes arrive.

mod args;
mod bench;
pub mod door;
mod json;
mod panic;
mod read;
mod session;
mod simple;
mod wire;

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::{Duration, Instant};

pub use bench::{Bench, bench};
pub use session::{MARKER, Options, session};
pub use wire::Wire;

/// One strategy for one game.
pub trait Bot: Sized {
    /// What the bot sees: the game's `State`. Its text form is the POSITION of `explain` and of bench positions.
    type State: Clone + FromStr<Err: Display>;
    /// What the bot answers: the game's `Move`.
    type Move: Copy + Display;

    /// Nodes that `bench` spends on each position unless `--nodes` says otherwise.
    const BENCH_NODES: u64;

    /// A bot at the start of a match. Under a clock a kept-running bot lives through the match and may keep what
    /// it has learnt; under a node budget every turn gets a new bot, so that nothing is carried over.
    fn new() -> Self;

    /// Picks a move. `state` always has at least one legal move and the side to move is the bot's own. The answer
    /// must be legal and in time, see [`Turn`]; an illegal one is replaced by the game's fallback move.
    fn choose(&mut self, state: &Self::State, turn: &Turn) -> Answer<Self::Move>;

    /// What the bot thinks about a position, for people, in any number of lines of which the last is `move: M`.
    ///
    /// The default is the answer of [`Bot::choose`] as text. A searching bot puts the top three levels of its tree
    /// (move, visits, value) in front of it.
    fn explain(&mut self, state: &Self::State, turn: &Turn) -> String {
        self.choose(state, turn).to_string()
    }

    /// At least 20 positions (POSITION texts) that reach every search of the bot.
    fn bench_positions() -> Vec<&'static str>;
}

/// What is known about the turn besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Number of the request within the match, from 0.
    pub index: u32,
    /// When the request had been read.
    pub started: Instant,
    /// The judge's limit for this turn, from `started` on. Already doubled for the first turn of a match; the
    /// margin to keep is the budget's business.
    pub limit: Duration,
    /// A number of nodes to search instead: then the clock must not be asked.
    pub nodes: Option<u64>,
    /// Seed of this turn's random stream, mixed from the bot's `--seed` and `index`.
    pub seed: u64,
}

impl Turn {
    /// A first turn under a node budget, as `bench` and tests give it. `seed` is used as it is.
    pub fn of_nodes(nodes: u64, seed: u64) -> Turn {
        Turn {
            index: 0,
            started: Instant::now(),
            limit: session::TIME_LIMIT,
            nodes: Some(nodes),
            seed,
        }
    }
}

/// A bot's answer to one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The move to play.
    pub mv: M,
    /// The bot's own estimate of the position in its own unit; larger is better for the bot. Part of the bench
    /// signature.
    pub value: i64,
    /// Nodes spent. Part of the bench signature.
    pub nodes: u64,
    /// Text for the match log, cut to 1 KiB by the session; empty for none. Lost in keep-running mode on the site.
    pub debug: String,
}

/// Lines `value: V`, `nodes: N`, `debug: TEXT` (unless empty) and last `move: M`.
impl<M: Display> Display for Answer<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "value: {}\nnodes: {}", self.value, self.nodes)?;
        if !self.debug.is_empty() {
            writeln!(f, "debug: {}", self.debug)?;
        }
        write!(f, "move: {}", self.mv)
    }
}
