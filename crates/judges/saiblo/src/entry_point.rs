//! The entry point: from `main` to the session. Only [`entry_point!`](crate::entry_point!) calls what is here.

use std::ffi::{OsString, c_int};
use std::fs::File;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use judges_common::args::Command;
pub use judges_common::entry_point::arguments;
use judges_common::entry_point::{self, Failure};
use judges_common::{Bot, Settings};

pub use crate::args::About;
use crate::checkpoint::Checkpoint;
use crate::session::Session;
use crate::{Wire, args, fallback};

/// Exports the C function `main` of a bot: `saiblo::entry_point!(snakego_greedy::Greedy, snakego::saiblo);` in a file
/// that starts with `#![no_main]`.
///
/// There is no Rust `main`, because the standard library's start-up in front of it needs pthread symbols that old
/// C libraries do not have, and reads `/proc/self/maps`.
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
            };
            // SAFETY: these are the arguments of C's `main`, unchanged.
            let arguments = unsafe { $crate::entry_point::arguments(argc, argv) };
            $crate::entry_point::run::<$bot, _>(&about, &$crate::wire!($($game)::+), arguments)
        }
    };
}

/// Runs the bot on standard input and output, or on a connection, and returns the exit status: 0 if the judge has
/// closed the connection, 1 if it broke, 2 for an invalid command line.
pub fn run<B, T>(
    about: &About,
    wire: &Wire<T, B::State, B::Move>,
    arguments: Vec<OsString>,
) -> c_int
where
    B: Bot<State: 'static, Move: 'static>,
    T: Clone + Send + 'static,
{
    entry_point::status(about.name, run_command::<B, T>(about, wire, arguments))
}

fn run_command<B, T>(
    about: &About,
    wire: &Wire<T, B::State, B::Move>,
    arguments: Vec<OsString>,
) -> Result<(), Failure>
where
    B: Bot<State: 'static, Move: 'static>,
    T: Clone + Send + 'static,
{
    let (settings, command, address) = args::parse(arguments).map_err(|text| (2, text))?;
    entry_point::check_params::<B>(settings.params)?;
    match command {
        Command::Play(_) => {
            #[cfg(all(unix, not(single_file)))]
            entry_point::ignore_broken_pipes();
            let (input, output) = streams(address).map_err(|text| (1, text))?;
            play::<B, T>(wire, &settings, &input, &output).map_err(|text| (1, text))
        }
        Command::Bench => {
            entry_point::print(&entry_point::bench_text::<B>(wire.fallback, &settings)?)
        }
        #[cfg(not(single_file))]
        Command::Explain(position) => entry_point::print(&entry_point::explain::<B, _>(
            wire.fallback,
            wire.check,
            &position,
            &settings,
        )?),
        #[cfg(not(single_file))]
        Command::Help => entry_point::print(&args::help(about, wire.example)),
        Command::Version => entry_point::print(&format!("{} {}\n", about.name, about.version)),
    }
}

/// The streams to read from and to write to. Files, not std's `Stdin` and `Stdout`: no lock that a panic could find
/// taken, and no bytes that a buffer holds back from the session after a panic.
fn streams(address: Option<SocketAddr>) -> Result<(File, File), String> {
    let result = match address {
        None => duplicate(io::stdin()).and_then(|input| Ok((input, duplicate(io::stdout())?))),
        Some(address) => TcpStream::connect(address).and_then(|stream| {
            // Answers are small, and the judger waits for each.
            stream.set_nodelay(true)?;
            Ok((duplicate(&stream)?, File::from(OwnedFd::from(stream))))
        }),
    };
    result.map_err(|error| match address {
        None => format!("no standard input or output: {error}"),
        Some(address) => format!("cannot connect to {address}: {error}; start the judger first"),
    })
}

fn duplicate(stream: impl AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

fn play<B, T>(
    wire: &Wire<T, B::State, B::Move>,
    settings: &Settings,
    mut input: &File,
    mut output: &File,
) -> Result<(), String>
where
    B: Bot<State: 'static, Move: 'static>,
    T: Clone + Send + 'static,
{
    let duplicate = |file: &File| {
        duplicate(file).map_err(|error| format!("cannot duplicate a stream: {error}"))
    };
    let checkpoint = Arc::new(Checkpoint::new());
    fallback::install_panic_hook::<B, T>(
        *wire,
        *settings,
        Arc::clone(&checkpoint),
        duplicate(input)?,
        duplicate(output)?,
    );
    let mut session = Session::<B, T>::new(wire, settings, &checkpoint);
    session.play(&mut input, &mut output, &mut io::stderr())
}
