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
mod bounded;
pub mod door;
mod json;
mod panic;
mod read;
mod session;
mod simple;
mod wire;

pub use judges_common::{Answer, Bench, Bot, Turn};
pub use session::{MARKER, Options, session};
pub use wire::Wire;

/// Lets a new bot choose in each of its bench positions, with `nodes` nodes or its own
/// [`BENCH_NODES`](Bot::BENCH_NODES).
///
/// # Errors
/// Names the position that cannot be read or has no legal move.
pub fn bench<B: Bot>(wire: &Wire<B::State, B::Move>, nodes: Option<u64>) -> Result<Bench, String> {
    judges_common::bench::<B>(wire.fallback, nodes)
}

/// The test that a bot plays as its committed `bench.expected` says, so that a changed play is a changed line in a commit.
///
/// # Panics
/// With the line to write into the file if the change was meant; or with the reason why the bench cannot run.
#[track_caller]
pub fn assert_bench<B: Bot>(wire: &Wire<B::State, B::Move>, expected: &str) {
    judges_common::assert_bench(expected, bench::<B>(wire, None));
}
