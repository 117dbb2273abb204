//! What the sessions of all judges share: what a bot is, what it is told about its turn, its command line, and its
//! bench. How a judge talks is in the judge's own crate, which passes [`Bot`], [`Turn`] and [`Answer`] on.

pub mod args;
mod bench;
pub mod door;
pub mod saved;

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::{Duration, Instant};

pub use args::Settings;
pub use bench::{Bench, assert_bench, bench};

/// Both sites' limit of one turn.
pub const TIME_LIMIT: Duration = Duration::from_millis(1000);

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

    /// A bot at the start of a match with the parameters of this text in place of those built in, as `--params FILE`
    /// asks for. A bot that has a parameter file reads both by the same code.
    ///
    /// # Errors
    /// What is wrong with the text; or, as here, that the bot has no parameters.
    fn with_params(_text: &str) -> Result<Self, String> {
        Err("this bot has no parameters: leave --params out".to_owned())
    }

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

    /// What the last [`Bot::choose`] counted besides nodes: what it is, in the plural, and how many. `bench` prints
    /// `NAME_per_second` for it.
    fn counted(&self) -> Option<(&'static str, u64)> {
        None
    }

    /// At least 20 positions (POSITION texts) that reach every search of the bot.
    fn bench_positions() -> Vec<&'static str>;
}

/// A bot at the start of a match, with these parameters if there are any. The door has tried them: should they be
/// wrong all the same, the bot is as it was built.
pub fn new_bot<B: Bot>(params: Option<&str>) -> B {
    params
        .and_then(|text| B::with_params(text).ok())
        .unwrap_or_else(B::new)
}

/// What is known about the turn besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Number of the request within the match, from 0. On Saiblo: how many answers the bot has given before.
    pub index: u32,
    /// When the request had been read. On Saiblo: when the half-round began, whose limit all own snakes share.
    pub started: Instant,
    /// The judge's limit for this turn, from `started` on. On Botzone already doubled for the first turn of a match;
    /// the margin to keep is the budget's business.
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
    /// Text for the match log, empty for none. On Botzone it is cut to 1 KiB by the session and lost in keep-running
    /// mode on the site; on Saiblo, where there is no room for it, it is dropped.
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

/// Seed of one turn: output number `index` of the generator splitmix64 (Steele, Lea, Flood: Fast splittable
/// pseudorandom number generators, 2014) started with `seed`.
pub fn turn_seed(seed: u64, index: u32) -> u64 {
    let mut z = seed.wrapping_add((u64::from(index) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The beginning of a text: as many whole characters as `bytes` bytes hold.
pub fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
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
    fn a_cut_text_has_whole_characters() {
        assert_eq!(cut("naïve", 3), "na");
        assert_eq!(cut("naïve", 4), "naï");
        assert_eq!(cut("naïve", 40), "naïve");
    }
}
