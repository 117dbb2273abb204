//! Text for people on standard output.

use std::fmt::Display;
use std::io::{self, Write, stdout};

use anyhow::{Context, Error, Result};

/// Prints a line.
///
/// # Errors
/// If standard output takes nothing more: see [`is_closed`].
pub fn say(text: impl Display) -> Result<()> {
    ask(format!("{text}\n"))
}

/// Prints a text without ending the line.
///
/// # Errors
/// As [`say`].
pub fn ask(text: impl Display) -> Result<()> {
    let mut output = stdout().lock();
    write!(output, "{text}")
        .and_then(|()| output.flush())
        .context("cannot print")
}

/// Returns true if the reader of our output has gone away (`arena list | head`), which is not a failure of the arena.
pub fn is_closed(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
