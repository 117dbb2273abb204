//! The communication of a bot with Saiblo.
//!
//! A bot implements [`Bot`]; a game offers its messages under the names that [`wire!`] lists; [`entry_point!`] joins
//! the two into a program:
//!
//! ```text
//! //! A SnakeGo bot (the whole main.rs).
//! #![no_main]
//! saiblo::entry_point!(snakego_greedy::Greedy, snakego::saiblo);
//! ```
//!
//! The judge sends raw bytes, without length or separator: the game knows how long a message is. The bot answers with
//! packets: four bytes of length, the most significant first, then the body. The session ([`session`]) is a function
//! of streams, so every rule of the protocol is tested without a process. It ends only when the judge closes the
//! connection, and it answers with a legal move whenever it is its turn, whatever bytes arrive and even after the bot
//! has panicked.
//!
//! The judge's own side of the line, its time limits and verdicts, is not here but in the arena.

mod args;
mod checkpoint;
pub mod entry_point;
mod fallback;
mod session;
mod wire;

pub use judges_common::parameters;
pub use judges_common::within;
pub use judges_common::{Answer, Bench, Bot, MAX_DEBUG, Settings, Turn, params, value};
pub use session::session;
pub use wire::Wire;

/// Lets a new bot choose in each of its bench positions, with `nodes` nodes or its own
/// [`BENCH_NODES`](Bot::BENCH_NODES).
///
/// # Errors
/// Names the position that cannot be read or has no legal move.
pub fn bench<B: Bot, T>(
    wire: &Wire<T, B::State, B::Move>,
    nodes: Option<u64>,
) -> Result<Bench, String> {
    judges_common::bench::<B>(wire.fallback, nodes)
}

/// Tests that a bot plays as its committed `bench.expected` says, so that changed play is a changed line in a commit.
/// [`bench_test!`] makes a test of it.
///
/// # Panics
/// With the line to write into the file if the change was intended, or with the reason why the bench cannot run.
#[track_caller]
pub fn assert_bench<B: Bot, T>(wire: &Wire<T, B::State, B::Move>, expected: &str) {
    judges_common::assert_bench(expected, bench::<B, T>(wire, None));
}

/// The test that a bot plays as its `bench.expected` says: `saiblo::bench_test!(Greedy, snakego::saiblo);` in its `lib.rs`.
/// See [`assert_bench`].
#[macro_export]
macro_rules! bench_test {
    ($bot:ty, $($game:ident)::+) => {
        #[cfg(test)]
        #[test]
        fn the_bench_is_as_committed() {
            let expected = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bench.expected"));
            $crate::assert_bench::<$bot, _>(&$crate::wire!($($game)::+), expected);
        }
    };
}
