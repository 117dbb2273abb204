//! The part of this workspace's manifests that its tools, the arena and the bundler, read: the list of bots, and how
//! each is built.
//!
//! * [`workspace`] asks `cargo metadata` and finds bots by name, the template and the champion of a game.
//! * [`bot`] is one bot as its `Cargo.toml` describes it: `[package.metadata.bot]`.
//! * [`build`] has the arguments of the `cargo build` that makes the program a judge gets, and reads its messages.
//! * [`compilers`] has the judges' own command lines for C++.
//! * [`versions`] has the versions of the judges' compilers and interpreters.
//!
//! It starts `cargo metadata` and nothing else: whoever builds a bot runs the command itself, the arena below a
//! launcher, the bundler in a process group. It knows no game and no judge but by name, and nothing of what a bot does.

pub mod bot;
pub mod build;
pub mod compilers;
pub mod versions;
pub mod workspace;

pub use bot::{Bot, Judge};
pub use workspace::{Workspace, champion, find, template};

/// The environment variable with the user's personal URL for `arena localai`, which is a password. No build and no bot
/// may find it in its environment.
pub const SECRET_VARIABLE: &str = "BOTZONE_LOCALAI_URL";
