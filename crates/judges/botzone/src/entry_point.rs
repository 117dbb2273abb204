//! The entry point: from `main` to the session. Only [`entry_point!`](crate::entry_point!) calls what is here.

use std::ffi::{OsString, c_int};
use std::io;

use judges_common::args::Command;
pub use judges_common::entry_point::arguments;
use judges_common::entry_point::{self, Failure};

pub use crate::args::About;
use crate::{Bot, Wire, args, fallback, session};

/// Exports the C function `main` of a bot: `botzone::entry_point!(nogo_random::Random, nogo::botzone);` in a file that
/// starts with `#![no_main]`.
///
/// There is no Rust `main`, because the standard library's start-up in front of it needs pthread symbols that old
/// C libraries do not have, and reads `/proc/self/maps`.
///
/// If the environment variable `BOTZONE_KEEP_RUNNING` is `1` at build time, keep-running is the default.
#[macro_export]
macro_rules! entry_point {
    ($bot:ty, $($game:ident)::+) => {
        // SAFETY of the name: `#![no_main]` sees to it that no other `main` exists.
        #[allow(unsafe_code, reason = "C's `main` is the only entry point without the standard library's start-up")]
        #[cfg_attr(not(target_os = "wasi"), unsafe(no_mangle))]
        // The name that WASI's C library has for a `main` with arguments.
        #[cfg_attr(target_os = "wasi", unsafe(export_name = "__main_argc_argv"))]
        unsafe extern "C" fn main(
            argc: ::std::ffi::c_int,
            argv: *const *const ::std::ffi::c_char,
        ) -> ::std::ffi::c_int {
            let about = $crate::entry_point::About {
                name: env!("CARGO_PKG_NAME"),
                version: env!("CARGO_PKG_VERSION"),
                description: env!("CARGO_PKG_DESCRIPTION"),
                example: $($game)::+::EXAMPLE,
                keep_running: matches!(option_env!("BOTZONE_KEEP_RUNNING"), Some("1")),
            };
            // SAFETY: these are the arguments of C's `main`, unchanged.
            let arguments = unsafe { $crate::entry_point::arguments(argc, argv) };
            $crate::entry_point::run::<$bot>(&about, &$crate::wire!($($game)::+), arguments)
        }
    };
}

/// The note in the debug texts of a bot that was compiled without optimization, as far as a program can tell: a judge
/// may compile that way.
const UNOPTIMIZED: &str = "(built without -O)";

/// Runs the bot on standard input and output and returns the exit status: 0 if it has answered, 1 if it could not,
/// 2 for an invalid command line.
pub fn run<B: Bot>(
    about: &About,
    wire: &Wire<B::State, B::Move>,
    arguments: Vec<OsString>,
) -> c_int {
    entry_point::status(about.name, run_command::<B>(about, wire, arguments))
}

fn run_command<B: Bot>(
    about: &About,
    wire: &Wire<B::State, B::Move>,
    arguments: Vec<OsString>,
) -> Result<(), Failure> {
    let (mut options, command) =
        args::parse(about, wire.simple_io, arguments).map_err(|text| (2, text))?;
    if cfg!(debug_assertions) {
        options.note = UNOPTIMIZED;
    }
    let settings = &options.settings;
    entry_point::check_params::<B>(settings.params)?;
    match command {
        Command::Play(_) => {
            #[cfg(all(unix, not(single_file)))]
            entry_point::ignore_broken_pipes();
            let mut output = entry_point::stdout()?;
            fallback::install_panic_hook(entry_point::stdout()?);
            let (mut input, mut log) = (io::stdin().lock(), io::stderr());
            session::<B>(wire, &options, &mut input, &mut output, &mut log)
                .map_err(|text| (1, text))
        }
        Command::Bench => {
            entry_point::print(&entry_point::bench_text::<B>(wire.fallback, settings)?)
        }
        #[cfg(not(single_file))]
        Command::Explain(position) => entry_point::print(&entry_point::explain::<B, _>(
            wire.fallback,
            |state: &B::State, mv| (wire.response)(&mut state.clone(), &(wire.answer)(mv)),
            &position,
            settings,
        )?),
        #[cfg(not(single_file))]
        Command::Help => entry_point::print(&args::help(about, wire.simple_io)),
        Command::Version => entry_point::print(&format!("{} {}\n", about.name, about.version)),
    }
}
