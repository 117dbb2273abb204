//! The source of the lines of a person in a seat.

use std::io;

use arena_common::screen::{ask, say};
use arena_common::{Cancel, Stop};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// The source of a person's lines.
pub trait Lines {
    /// The next line without its end.
    ///
    /// # Errors
    /// If there is none: the match was cancelled or the input is closed.
    fn next(&mut self) -> Result<String, Stop>;

    /// Shows a board or a prompt.
    ///
    /// # Errors
    /// If nothing can be shown.
    fn show(&mut self, text: &str) -> anyhow::Result<()> {
        ask(text)
    }

    /// Says why the last line was no move.
    ///
    /// # Errors
    /// If nothing can be shown.
    fn refuse(&mut self, text: &str) -> anyhow::Result<()> {
        say(said!("{text}; try again"))
    }
}

/// Asks until `read` takes a line, without the spaces around it.
///
/// # Errors
/// If there is none, or nothing can be shown.
pub fn ask_until<T>(
    lines: &mut dyn Lines,
    prompt: &str,
    mut read: impl FnMut(&str) -> Result<T, String>,
) -> Result<T, Stop> {
    loop {
        lines.show(prompt)?;
        match read(lines.next()?.trim()) {
            Ok(found) => return Ok(found),
            Err(text) => lines.refuse(&text)?,
        }
    }
}

/// The terminal: standard input, given up when the match is cancelled.
#[derive(Clone, Debug)]
pub struct Terminal {
    /// Set when the match is cancelled.
    pub cancel: Cancel,
}

impl Lines for Terminal {
    fn next(&mut self) -> Result<String, Stop> {
        let input = io::stdin();
        // A blocked read is not woken by Ctrl-C, so wait in short steps until there is something to read.
        let step = Timespec {
            tv_sec: 0,
            tv_nsec: 50_000_000,
        };
        let mut line = Vec::new();
        // Byte by byte, because what a buffer holds `poll` does not see.
        while line.last() != Some(&b'\n') {
            self.cancel.check()?;
            let mut fds = [PollFd::new(&input, PollFlags::IN)];
            if !matches!(poll(&mut fds, Some(&step)), Ok(ready) if ready > 0) {
                continue;
            }
            let mut byte = [0];
            match rustix::io::read(&input, &mut byte) {
                Ok(0) => {
                    return Err(error!("the input is closed, so the human cannot answer").into());
                }
                Ok(_) => line.push(byte[0]),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => {
                    return Err(anyhow::anyhow!(error)
                        .context("cannot read the human's answer")
                        .into());
                }
            }
        }
        Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
    }
}
