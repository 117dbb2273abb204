//! The bench: a fixed workload that says how fast a bot is, and whether it still plays the same.

use std::convert::TryFrom;
use std::fmt::{self, Display};
use std::time::{Duration, Instant};

use crate::args::Settings;
use crate::{Bot, Turn, new_bot, turn_seed};

/// Result of [`bench()`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Number of positions.
    pub positions: usize,
    /// Nodes that the bot spent on all of them.
    pub nodes: u64,
    /// The sum of what else the bot [counted](Bot::counted).
    pub counted: Option<(&'static str, u64)>,
    /// 64-bit FNV-1a over position text, move text, value and nodes of every position: equal on every machine
    /// as long as the bot plays the same.
    pub signature: u64,
    /// Time spent in the bot. The only field that differs from run to run.
    pub time: Duration,
}

/// Lets a new bot choose in each of its bench positions, with `nodes` nodes or its own
/// [`BENCH_NODES`](Bot::BENCH_NODES). `fallback` gives some legal move of a position, `None` if there is none.
///
/// # Errors
/// Names the position that cannot be read or has no legal move.
pub fn bench<B: Bot>(
    fallback: fn(&B::State) -> Option<B::Move>,
    nodes: Option<u64>,
) -> Result<Bench, String> {
    bench_with::<B>(fallback, nodes, None)
}

/// [`bench()`] with the text of a parameter file, see [`Bot::with_params`].
///
/// # Errors
/// As [`bench()`].
pub fn bench_with<B: Bot>(
    fallback: fn(&B::State) -> Option<B::Move>,
    nodes: Option<u64>,
    params: Option<&str>,
) -> Result<Bench, String> {
    let nodes = nodes.unwrap_or(B::BENCH_NODES);
    let mut hash = Fnv::new();
    let mut result = Bench {
        positions: 0,
        nodes: 0,
        counted: None,
        signature: 0,
        time: Duration::ZERO,
    };
    for (text, i) in B::bench_positions().into_iter().zip(0..) {
        let name = || format!("bench position {} ({text:?})", i + 1);
        let state = text
            .parse::<B::State>()
            .map_err(|error| format!("{}: {error}", name()))?;
        if fallback(&state).is_none() {
            return Err(format!("{}: no legal move", name()));
        }
        let turn = Turn::of_nodes(nodes, turn_seed(Settings::DEFAULT.seed, i));
        let started = Instant::now();
        let mut bot = new_bot::<B>(params);
        let answer = bot.choose(&state, &turn);
        result.time += started.elapsed();
        if let Some((name, count)) = bot.counted() {
            let before = result.counted.map_or(0, |(_, count)| count);
            result.counted = Some((name, before + count));
        }
        result.positions += 1;
        result.nodes += answer.nodes;
        hash.add(text.as_bytes());
        hash.add(answer.mv.to_string().as_bytes());
        hash.add(&answer.value.to_le_bytes());
        hash.add(&answer.nodes.to_le_bytes());
    }
    result.signature = hash.0;
    Ok(result)
}

/// Tests that a bot plays as its committed `bench.expected` says, so that changed play is a changed line in a commit.
/// `bench` is the result of a judge's function of that name for the bot with its own number of nodes.
///
/// # Panics
/// With the line to write into the file if the change was intended, or with the reason why the bench cannot run.
#[track_caller]
pub fn assert_bench(expected: &str, bench: Result<Bench, String>) {
    if let Err(error) = bench.and_then(|bench| compare(expected.trim_end(), &bench)) {
        panic!("{}", error);
    }
}

fn compare(expected: &str, found: &Bench) -> Result<(), String> {
    if found.positions < LEAST_POSITIONS {
        return Err(format!(
            "{} bench positions: add some, at least {LEAST_POSITIONS} are required",
            found.positions
        ));
    }
    let found = found.to_string();
    if found == expected {
        return Ok(());
    }
    Err(format!(
        "the play changed: if that is intended, put this line into bench.expected\n  {found}\nin place of\n  {expected}"
    ))
}

/// The number of positions that [`Bot::BENCH`] asks for.
const LEAST_POSITIONS: usize = 20;

/// Prints `nodes N, signature S`: the part that is equal on every machine.
impl Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nodes {}, signature {:016x}", self.nodes, self.signature)
    }
}

impl Bench {
    /// Nodes per second of time spent in the bot.
    pub fn nodes_per_second(&self) -> u64 {
        self.per_second(self.nodes)
    }

    /// Any count per second of time spent in the bot.
    pub fn per_second(&self, count: u64) -> u64 {
        let nanoseconds = self.time.as_nanos().max(1);
        u64::try_from(u128::from(count) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
    }
}

/// The hash FNV-1a (Fowler, Noll, Vo), 64 bits.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }

    /// Adds a field. No text contains 0xFF, so fields do not run into each other.
    fn add(&mut self, field: &[u8]) {
        for &byte in field.iter().chain(&[0xFF]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_play_is_reported_with_the_line_to_commit() {
        let bench = Bench {
            positions: 20,
            nodes: 20_000,
            counted: None,
            signature: 0xabc,
            time: Duration::ZERO,
        };
        let line = "nodes 20000, signature 0000000000000abc";
        assert_eq!(compare(line, &bench), Ok(()));
        assert_bench(&format!("{line}\n"), Ok(bench));
        assert_eq!(
            compare("nodes 19999, signature 0000000000000abc", &bench),
            Err(format!(
                "the play changed: if that is intended, put this line into bench.expected\n  {line}\nin place of\n  \
                 nodes 19999, signature 0000000000000abc"
            ))
        );
        let few = Bench {
            positions: 19,
            ..bench
        };
        let error = compare(line, &few).unwrap_err();
        assert_eq!(
            error,
            "19 bench positions: add some, at least 20 are required"
        );
    }

    #[test]
    #[should_panic(expected = "no legal move")]
    fn a_bench_that_cannot_run_fails() {
        assert_bench("", Err("no legal move".to_owned()));
    }

    #[test]
    fn the_hash_is_fnv_1a() {
        // Test vectors of draft-eastlake-fnv: "" and "foobar"; 0xFF ends our field.
        assert_eq!(Fnv::new().0, 0xcbf2_9ce4_8422_2325);
        let mut hash = Fnv::new();
        hash.add(b"foobar");
        let foobar: u64 = 0x8594_4171_f739_67e8;
        assert_eq!(hash.0, (foobar ^ 0xFF).wrapping_mul(0x0000_0100_0000_01B3));
    }
}
