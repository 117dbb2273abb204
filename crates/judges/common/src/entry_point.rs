//! Code that the entry points of all judges share: from `main` to a command.

use std::convert::TryFrom;
use std::ffi::{CStr, OsStr, OsString, c_char, c_int};
use std::fs;
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::ffi::OsStrExt;
#[cfg(target_os = "wasi")]
use std::os::wasi::ffi::OsStrExt;
use std::time::Instant;

use crate::args::Settings;
use crate::bench::bench_with;
use crate::{Bot, Turn, new_bot, turn_seed};

/// The failure of a program: its exit status and the message.
pub type Failure = (c_int, String);

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

/// From now on a write to a pipe that nobody reads is an error and no longer ends the process: a judge may have closed
/// the other end of standard error, and the answer comes after the report. The standard library's start-up does this
/// too, but a bot has none, except in the bundler's file of plain Rust.
#[cfg(all(unix, not(single_file)))]
#[allow(
    unsafe_code,
    reason = "C's signal() has no safe form without another crate"
)]
pub fn ignore_broken_pipes() {
    const SIGPIPE: c_int = 13;
    const SIG_IGN: usize = 1;
    unsafe extern "C" {
        fn signal(number: c_int, handler: usize) -> usize;
    }
    // SAFETY: the declaration is that of POSIX with the handler as the number it is; SIG_IGN (Linux: 1) is no address,
    // so nothing will ever be called.
    unsafe { signal(SIGPIPE, SIG_IGN) };
}

/// [Standard output](stdout) as its own file.
#[cfg(unix)]
pub type Output = fs::File;
/// [Standard output](stdout): WASI has no copies of files.
#[cfg(target_os = "wasi")]
pub type Output = io::Stdout;

/// Standard output as a separate file, not std's `Stdout`: no lock that a panic could find taken, no second buffer.
///
/// # Errors
/// If it is closed; the status is 1.
#[cfg(unix)]
pub fn stdout() -> Result<Output, Failure> {
    use std::os::fd::AsFd;
    let file = io::stdout().as_fd().try_clone_to_owned().map(Output::from);
    file.map_err(|error| (1, format!("no standard output: {error}")))
}

/// Standard output.
///
/// # Errors
/// None.
#[cfg(target_os = "wasi")]
pub fn stdout() -> Result<Output, Failure> {
    Ok(io::stdout())
}

/// Checks the parameters, if a file was named.
///
/// # Errors
/// A description of the problem with them; the status is 2.
pub fn check_params<B: Bot>(params: Option<&str>) -> Result<(), Failure> {
    match params.map(B::with_params) {
        Some(Err(error)) => Err((2, format!("--params: {error}"))),
        _ => Ok(()),
    }
}

/// Writes a text to standard output.
///
/// # Errors
/// If that fails; the status is 1.
pub fn print(text: &str) -> Result<(), Failure> {
    let result = stdout()?.write_all(text.as_bytes());
    result.map_err(|error| (1, format!("cannot write: {error}")))
}

/// The exit status. The error message goes to stderr, after the bot's name.
pub fn status(name: &str, result: Result<(), Failure>) -> c_int {
    match result {
        Ok(()) => 0,
        Err((status, text)) => {
            let _ = writeln!(io::stderr(), "{name}: {text}");
            status
        }
    }
}

/// The output of the command `bench`; see [`bench()`](crate::bench()).
///
/// # Errors
/// If a position is wrong; the status is 1.
pub fn bench_text<B: Bot>(
    fallback: fn(&B::State) -> Option<B::Move>,
    settings: &Settings,
) -> Result<String, Failure> {
    let Settings { nodes, params, .. } = *settings;
    let bench = bench_with::<B>(fallback, nodes, params).map_err(|text| (1, text))?;
    let counted = bench.counted.map_or_else(String::new, |(name, count)| {
        format!("{name}_per_second: {}\n", bench.per_second(count))
    });
    Ok(format!(
        "positions: {}\nnodes: {}\nnodes_per_second: {}\n{counted}signature: {:016x}\n",
        bench.positions,
        bench.nodes,
        bench.nodes_per_second(),
        bench.signature
    ))
}

/// The output of the command `explain`. `position` is a text, `-` for standard input or `@FILE`. As in a game, the
/// fallback move takes the place of one that `check` refuses.
///
/// # Errors
/// If there is no position with a legal move; the status is 2.
pub fn explain<B: Bot, C: Fn(&B::State, B::Move) -> Result<(), String>>(
    fallback: fn(&B::State) -> Option<B::Move>,
    check: C,
    position: &str,
    settings: &Settings,
) -> Result<String, Failure> {
    let text = match position.strip_prefix('@') {
        _ if position == "-" => io::read_to_string(io::stdin())
            .map_err(|error| (2, format!("standard input: {error}")))?,
        Some(file) => fs::read_to_string(file).map_err(|error| (2, format!("{file}: {error}")))?,
        None => position.to_owned(),
    };
    let text = text.trim();
    let state = text
        .parse::<B::State>()
        .map_err(|error| (2, format!("cannot read the position {text:?}: {error}")))?;
    let fallback = fallback(&state);
    let fallback = fallback.ok_or_else(|| (2, "no legal move in this position".to_owned()))?;
    let turn = Turn {
        index: 0,
        started: Instant::now(),
        limit: settings.limit,
        nodes: settings.nodes,
        seed: turn_seed(settings.seed, 0),
    };
    let text = new_bot::<B>(settings.params).explain(&state, &turn);
    let played = text
        .rfind(MOVE)
        .map(|at| text.split_at(at))
        .and_then(|(before, line)| Some((before, line[MOVE.len()..].trim().parse().ok()?)));
    if let Some((before, mv)) = played {
        if let Err(error) = check(&state, mv) {
            return Ok(format!(
                "{before}illegal move {mv}: {error}; in a game the fallback move is played\n{MOVE}{fallback}\n"
            ));
        }
    }
    Ok(text + "\n")
}

/// The beginning of the last line that `explain` prints.
const MOVE: &str = "move: ";
