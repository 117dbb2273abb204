//! The door: from `main` to the session. Everything here is called by [`door!`](crate::door!) alone.

use std::ffi::{CStr, OsStr, OsString, c_char, c_int};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::time::Instant;

use crate::args::{self, Command};
use crate::session::turn_seed;
use crate::{Bot, Options, Turn, Wire, bench, panic, session};

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

/// The command line without the program's name.
///
/// # Safety
/// `argc` and `argv` must be what the C library gave to `main`: `argc` pointers to strings that end with a NUL.
#[allow(unsafe_code, reason = "the arguments of C's main are raw pointers")]
pub unsafe fn arguments(argc: c_int, argv: *const *const c_char) -> Vec<OsString> {
    (1..usize::try_from(argc).unwrap_or(0))
        .map(|i| {
            // SAFETY: `i` is below `argc`, so the pointer is there and names a string that lives as long as the process.
            let argument = unsafe { CStr::from_ptr(*argv.add(i)) };
            OsStr::from_bytes(argument.to_bytes()).to_owned()
        })
        .collect()
}

/// Runs the bot on standard input and output and returns the exit status: 0 if it has answered, 1 if it could not,
/// 2 for a command line that makes no sense.
pub fn run<B: Bot>(
    about: &About,
    wire: &Wire<B::State, B::Move>,
    arguments: Vec<OsString>,
) -> c_int {
    let result = args::parse(about, wire.simple_io, arguments)
        .map_err(|text| (2, text))
        .and_then(|command| {
            // Files of their own, not std's `Stdout`: no lock that a panic could find taken, no second buffer.
            let mut output =
                stdout().map_err(|error| (1, format!("no standard output: {error}")))?;
            let text = match command {
                Command::Play(options) => {
                    panic::install(
                        stdout().map_err(|error| (1, format!("no standard output: {error}")))?,
                    );
                    let (mut input, mut log) = (io::stdin().lock(), io::stderr());
                    return session::<B>(wire, &options, &mut input, &mut output, &mut log)
                        .map_err(|text| (1, text));
                }
                Command::Bench { nodes } => {
                    bench_text::<B>(wire, nodes).map_err(|text| (1, text))?
                }
                Command::Explain { position, options } => {
                    explain::<B>(wire, &position, &options).map_err(|text| (2, text))?
                }
                Command::Help => args::help(about, wire.simple_io),
                Command::Version => format!("{} {}\n", about.name, about.version),
            };
            output
                .write_all(text.as_bytes())
                .map_err(|error| (1, format!("cannot write: {error}")))
        });
    match result {
        Ok(()) => 0,
        Err((status, text)) => {
            let _ = writeln!(io::stderr(), "{}: {text}", about.name);
            status
        }
    }
}

fn stdout() -> io::Result<File> {
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

fn bench_text<B: Bot>(
    wire: &Wire<B::State, B::Move>,
    nodes: Option<u64>,
) -> Result<String, String> {
    let bench = bench::<B>(wire, nodes)?;
    Ok(format!(
        "positions: {}\nnodes: {}\nnodes_per_second: {}\nsignature: {:016x}\n",
        bench.positions,
        bench.nodes,
        bench.nodes_per_second(),
        bench.signature
    ))
}

fn explain<B: Bot>(
    wire: &Wire<B::State, B::Move>,
    position: &str,
    options: &Options,
) -> Result<String, String> {
    let text = match position.strip_prefix('@') {
        _ if position == "-" => {
            io::read_to_string(io::stdin()).map_err(|error| format!("standard input: {error}"))?
        }
        Some(file) => fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?,
        None => position.to_owned(),
    };
    let text = text.trim();
    let state = text
        .parse::<B::State>()
        .map_err(|error| format!("cannot read the position {text:?}: {error}"))?;
    if (wire.fallback)(&state).is_none() {
        return Err("no legal move in this position".to_owned());
    }
    let turn = Turn {
        index: 0,
        started: Instant::now(),
        limit: options.limit,
        nodes: options.nodes,
        seed: turn_seed(options.seed, 0),
    };
    Ok(B::new().explain(&state, &turn) + "\n")
}
