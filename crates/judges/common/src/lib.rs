//! Code that the sessions of all judges share.
//!
//! * [`Bot`], [`Turn`] and [`Answer`]: the interface of a bot, the data about its turn, and its answer.
//! * [`Settings`] and the [command line](args) that sets them; the way [from `main` to a command](entry_point).
//! * [`bench()`]: a fixed workload, whose signature proves that a bot still plays the same.
//! * [The limits](TIME_LIMIT) of the judges, and the [`margin`] to keep.
//! * [Parameters](params) as data, from a file.
//! * The [line that reports](saved) an answer of the fallback move.
//! * The file format of [kept positions](positions), which tests and the arena score.
//! * The [word](value) in a debug text for the bot's estimate of its position.
//!
//! The judges' protocols are not here but in their crates, `botzone` and `saiblo`, which re-export what a bot needs.

pub mod args;
mod bench;
pub mod entry_point;
mod limits;
pub mod params;
pub mod positions;
pub mod saved;
pub mod value;

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::{Duration, Instant};

pub use args::Settings;
pub use bench::{Bench, assert_bench, bench};
pub use limits::{MAX_DEBUG, MAX_TIME_LIMIT, NODES_TIME_LIMIT, TIME_LIMIT, margin};

/// One strategy for one game.
pub trait Bot: Sized {
    /// The view of the bot: the game's `State`. Its text form is the POSITION of `explain` and of bench positions.
    type State: Clone + FromStr<Err: Display>;
    /// The answer of the bot: the game's `Move`, which can be parsed back from its text form.
    type Move: Copy + Display + FromStr;

    /// Nodes that `bench` spends on each position unless `--nodes` says otherwise.
    const BENCH_NODES: u64;
    /// At least 20 positions (POSITION texts), one a line, that reach every search of the bot.
    const BENCH: &'static str;

    /// A bot at the start of a match. Under a clock a kept-running bot lives through the match and may keep what
    /// it has learned; under a node budget every turn gets a new bot, so that nothing is carried over.
    fn new() -> Self;

    /// A bot at the start of a match with the parameters of this text in place of those built in, as `--params FILE`
    /// asks for. A bot that has a parameter file reads both by the same code.
    ///
    /// # Errors
    /// A description of the problem with the text; or, as here, the message that the bot has no parameters.
    fn with_params(_text: &str) -> Result<Self, String> {
        Err("this bot has no parameters: leave --params out".to_owned())
    }

    /// Picks a move. `state` always has at least one legal move and the side to move is the bot's own. The answer
    /// must be legal and in time, see [`Turn`]; an illegal one is replaced by the game's fallback move.
    fn choose(&mut self, state: &Self::State, turn: &Turn) -> Answer<Self::Move>;

    /// The bot's analysis of a position, human-readable: any number of lines, the last of which is `move: M`.
    ///
    /// The default is the answer of [`Bot::choose`] as text. A searching bot puts the top three levels of its tree
    /// (move, visits, value) in front of it.
    fn explain(&mut self, state: &Self::State, turn: &Turn) -> String {
        self.choose(state, turn).to_string()
    }

    /// A second count of the last [`Bot::choose`] besides nodes: its name, in the plural, and its number. `bench`
    /// prints `NAME_per_second` for it.
    fn counted(&self) -> Option<(&'static str, u64)> {
        None
    }

    /// The positions of [`BENCH`](Bot::BENCH).
    fn bench_positions() -> Vec<&'static str> {
        Self::BENCH.lines().collect()
    }
}

/// A bot at the start of a match, with these parameters if there are any. The entry point has tried them before; should
/// they be invalid all the same, the bot has those that are built in.
pub fn new_bot<B: Bot>(params: Option<&str>) -> B {
    params
        .and_then(|text| B::with_params(text).ok())
        .unwrap_or_else(B::new)
}

/// The data about its turn that a bot gets besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Number of the request within the match, from 0. On Saiblo: the number of answers that the bot has given before.
    pub index: u32,
    /// The time when the request had been read. On Saiblo: the start of the judge's clock, that is of the half-round
    /// whose limit all own snakes share.
    pub started: Instant,
    /// The judge's limit for this turn, from `started` on. On Botzone already doubled for the first turn of a match.
    /// The [`margin`] is still to be subtracted; `search::Budget` does so.
    pub limit: Duration,
    /// The number of nodes to search instead: then the clock must not be asked.
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
            limit: TIME_LIMIT,
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
    /// Text for the match log, empty for none. On Botzone the session truncates it to [`MAX_DEBUG`] bytes, and the site
    /// loses it in keep-running mode; on Saiblo, whose protocol has no field for it, it is dropped. A [word in it](value)
    /// may tell what the bot thinks of the position.
    pub debug: String,
}

impl<M> Answer<M> {
    /// The answer of a bot that neither searches nor values.
    pub fn of(mv: M) -> Self {
        Answer {
            mv,
            value: 0,
            nodes: 1,
            debug: String::new(),
        }
    }
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

/// Output number `index`, counted from 1, of the generator splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom
/// number generators, 2014) started with `seed`.
#[inline]
pub const fn splitmix(seed: u64, index: u64) -> u64 {
    let z = seed.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Seed of the turn with this index, of a bot with this seed.
pub fn turn_seed(seed: u64, index: u32) -> u64 {
    splitmix(seed, u64::from(index) + 1)
}

/// The longest prefix of a text that has whole characters and at most `bytes` bytes.
pub fn truncate(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_splitmix64() {
        // The first outputs for the state 1234567, as in the generator's reference implementation.
        assert_eq!(turn_seed(1_234_567, 0), 6_457_827_717_110_365_317);
        assert_eq!(turn_seed(1_234_567, 1), 3_203_168_211_198_807_973);
    }

    #[test]
    fn a_truncated_text_has_whole_characters() {
        assert_eq!(truncate("naïve", 3), "na");
        assert_eq!(truncate("naïve", 4), "naï");
        assert_eq!(truncate("naïve", 40), "naïve");
    }
}
