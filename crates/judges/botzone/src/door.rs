//! The door: from `main` to the session. Everything here is called by [`door!`](crate::door!) alone.

use std::ffi::{OsString, c_int};
use std::io;

use judges_common::Settings;
use judges_common::args::Command;
pub use judges_common::door::arguments;
use judges_common::door::{self, Failure};

use crate::{Bot, Wire, args, panic, session};

/// What a bot says about itself, taken from its Cargo.toml by [`door!`](crate::door!).
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Package name.
    pub name: &'static str,
    /// Package version.
    pub version: &'static str,
    /// Package description: the idea in one line.
    pub description: &'static str,
    /// Whether keep-running is the default of this build.
    pub keep_running: bool,
}

/// Exports the C function `main` of a bot: `botzone::door!(nogo_random::Random, nogo::botzone);` in a file that
/// starts with `#![no_main]`.
///
/// There is no Rust `main`, because the standard library's start-up in front of it needs pthread symbols that old
/// C libraries do not have and reads `/proc/self/maps`. So SIGPIPE keeps its default action too: a bot whose judge
/// has closed the other end ends quietly, like any C program. Therefore the answer is always written before any
/// message.
///
/// If the environment variable `BOTZONE_KEEP_RUNNING` is `1` at build time, keep-running is the default.
#[macro_export]
macro_rules! door {
    ($bot:ty, $($game:ident)::+) => {
        // SAFETY of the name: `#![no_main]` sees to it that no other `main` exists.
        #[allow(unsafe_code, reason = "C's `main` is the only door without the standard library's start-up")]
        #[unsafe(no_mangle)]
        unsafe extern "C" fn main(
            argc: ::std::ffi::c_int,
            argv: *const *const ::std::ffi::c_char,
        ) -> ::std::ffi::c_int {
            let about = $crate::door::About {
                name: env!("CARGO_PKG_NAME"),
                version: env!("CARGO_PKG_VERSION"),
                description: env!("CARGO_PKG_DESCRIPTION"),
                keep_running: matches!(option_env!("BOTZONE_KEEP_RUNNING"), Some("1")),
            };
            // SAFETY: these are the arguments of C's `main`, unchanged.
            let arguments = unsafe { $crate::door::arguments(argc, argv) };
            $crate::door::run::<$bot>(&about, &$crate::wire!($($game)::+), arguments)
        }
    };
}

/// Runs the bot on standard input and output and returns the exit status: 0 if it has answered, 1 if it could not,
/// 2 for a command line that makes no sense.
pub fn run<B: Bot>(
    about: &About,
    wire: &Wire<B::State, B::Move>,
    arguments: Vec<OsString>,
) -> c_int {
    door::status(about.name, run_command::<B>(about, wire, arguments))
}

fn run_command<B: Bot>(
    about: &About,
    wire: &Wire<B::State, B::Move>,
    arguments: Vec<OsString>,
) -> Result<(), Failure> {
    let (options, command) =
        args::parse(about, wire.simple_io, arguments).map_err(|text| (2, text))?;
    let settings = Settings {
        nodes: options.nodes,
        limit: options.limit,
        seed: options.seed,
        params: options.params,
    };
    door::check_params::<B>(settings.params)?;
    match command {
        Command::Play(_) => {
            door::ignore_broken_pipes();
            let mut output = door::stdout()?;
            panic::install(door::stdout()?);
            let (mut input, mut log) = (io::stdin().lock(), io::stderr());
            session::<B>(wire, &options, &mut input, &mut output, &mut log)
                .map_err(|text| (1, text))
        }
        Command::Bench => door::print(&door::bench_text::<B>(wire.fallback, &settings)?),
        Command::Explain(position) => {
            door::print(&door::explain::<B>(wire.fallback, &position, &settings)?)
        }
        Command::Help => door::print(&args::help(about, wire.simple_io)),
        Command::Version => door::print(&format!("{} {}\n", about.name, about.version)),
    }
}
