//! The communication of a bot with Botzone.
//!
//! A bot implements [`Bot`]; a game offers its messages under the names that [`wire!`] lists; [`entry_point!`] joins
//! the two into a program:
//!
//! ```text
//! //! A NoGo bot (the whole main.rs).
//! #![no_main]
//! botzone::entry_point!(nogo_random::Random, nogo::botzone);
//! ```
//!
//! The session itself ([`session`]) is a function of streams, so every rule of the protocol is tested without a
//! process. It reads JSON or simple IO, restarted every turn or kept running, and answers with a legal move
//! wherever a position is known, whatever bytes arrive.
//!
//! The judge's own side of the line, its time limits and verdicts, is not here but in the arena.

mod args;
pub mod entry_point;
mod fallback;
mod json;
mod message;
mod options;
mod read;
mod session;
mod simple;
mod wire;

pub use args::flags;
pub use judges_common::parameters;
pub use judges_common::within;
pub use judges_common::{Answer, Bench, Bot, MAX_DEBUG, Settings, Turn, params, value};
pub use options::Options;
pub use session::{KEEP_RUNNING_MARKER, session};
pub use wire::Wire;

/// Lets a new bot choose in each of its bench positions, with `nodes` nodes or its own
/// [`BENCH_NODES`](Bot::BENCH_NODES).
///
/// # Errors
/// Names the position that cannot be read or has no legal move.
pub fn bench<B: Bot>(wire: &Wire<B::State, B::Move>, nodes: Option<u64>) -> Result<Bench, String> {
    judges_common::bench::<B>(wire.fallback, nodes)
}

/// Tests that a bot plays as its committed `bench.expected` says, so that changed play is a changed line in a commit.
/// [`bench_test!`] makes a test of it.
///
/// # Panics
/// With the line to write into the file if the change was intended, or with the reason why the bench cannot run.
#[track_caller]
pub fn assert_bench<B: Bot>(wire: &Wire<B::State, B::Move>, expected: &str) {
    judges_common::assert_bench(expected, bench::<B>(wire, None));
}

/// The test that a bot plays as its `bench.expected` says: `botzone::bench_test!(Random, nogo::botzone);` in its `lib.rs`.
/// See [`assert_bench`].
#[macro_export]
macro_rules! bench_test {
    ($bot:ty, $($game:ident)::+) => {
        #[cfg(test)]
        #[test]
        fn the_bench_is_as_committed() {
            let expected = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bench.expected"));
            $crate::assert_bench::<$bot>(&$crate::wire!($($game)::+), expected);
        }
    };
}
