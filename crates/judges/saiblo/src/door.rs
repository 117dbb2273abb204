//! The door: from `main` to the session. Everything here is called by [`door!`](crate::door!) alone.

use std::ffi::{OsString, c_int};
use std::fs::File;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use judges_common::args::Command;
pub use judges_common::door::arguments;
use judges_common::door::{self, Failure};
use judges_common::{Bot, Settings};

use crate::net::{self, Net};
use crate::session::Table;
use crate::{Wire, args};

/// What a bot says about itself, taken from its Cargo.toml by [`door!`](crate::door!).
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Package name.
    pub name: &'static str,
    /// Package version.
    pub version: &'static str,
    /// Package description: the idea in one line.
    pub description: &'static str,
}

/// Exports the C function `main` of a bot: `saiblo::door!(snakego_greedy::Greedy, snakego::saiblo);` in a file that
/// starts with `#![no_main]`.
///
/// There is no Rust `main`, because the standard library's start-up in front of it needs pthread symbols that old
/// C libraries do not have and reads `/proc/self/maps`. So SIGPIPE keeps its default action too: a bot whose judge
/// has closed the other end ends quietly, like any C program.
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
            };
            // SAFETY: these are the arguments of C's `main`, unchanged.
            let arguments = unsafe { $crate::door::arguments(argc, argv) };
            $crate::door::run::<$bot, _>(&about, &$crate::wire!($($game)::+), arguments)
        }
    };
}

/// Runs the bot on standard input and output, or on a connection, and returns the exit status: 0 if the judge has
/// closed the connection, 1 if it broke, 2 for a command line that makes no sense.
pub fn run<B, T>(
    about: &About,
    wire: &Wire<T, B::State, B::Move>,
    arguments: Vec<OsString>,
) -> c_int
where
    B: Bot<State: 'static, Move: 'static>,
    T: Clone + Send + 'static,
{
    door::status(about.name, run_command::<B, T>(about, wire, arguments))
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
    door::check_params::<B>(settings.params)?;
    match command {
        Command::Play(_) => {
            door::ignore_broken_pipes();
            let (input, output) = streams(address).map_err(|text| (1, text))?;
            play::<B, T>(wire, &settings, &input, &output).map_err(|text| (1, text))
        }
        Command::Bench => door::print(&door::bench_text::<B>(wire.fallback, &settings)?),
        Command::Explain(position) => {
            door::print(&door::explain::<B>(wire.fallback, &position, &settings)?)
        }
        Command::Help => door::print(&args::help(about)),
        Command::Version => door::print(&format!("{} {}\n", about.name, about.version)),
    }
}

/// Where to read and write. Files, not std's `Stdin` and `Stdout`: no lock that a panic could find taken, and no bytes
/// that a buffer holds back from the session after a panic.
fn streams(address: Option<SocketAddr>) -> Result<(File, File), String> {
    let result = match address {
        None => duplicate(io::stdin()).and_then(|input| Ok((input, duplicate(io::stdout())?))),
        Some(address) => TcpStream::connect(address).and_then(|stream| {
            // Answers are small and somebody waits for each.
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
    let again = |file: &File| duplicate(file).map_err(|error| format!("no second handle: {error}"));
    let net = Arc::new(Net::new());
    net::install::<B, T>(
        *wire,
        *settings,
        Arc::clone(&net),
        again(input)?,
        again(output)?,
    );
    let mut table = Table::<B, T>::new(wire, settings, &net);
    table.play(&mut input, &mut output, &mut io::stderr())
}
