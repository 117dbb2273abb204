//! The limits of a turn, and what comes of it.

use std::process::ExitStatus;
use std::time::Duration;

use judges_common::saved::Report;

use crate::Process;
use crate::waiting::Share;

/// The limits of a program in one turn.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time from `started`.
    pub time: Duration,
    /// Resident memory in bytes.
    pub memory: u64,
    /// Bytes on standard output.
    pub output: usize,
}

/// The end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The marker line came; the program waits, stopped. Or the packet came; the program runs on.
    Marker,
    /// There is something to read where the caller wanted to be woken; the program runs on.
    Woken,
    /// The program ended by itself.
    Exit(ExitStatus),
    /// It was killed: over the time limit.
    Time,
    /// It was killed, or ended by itself, over the memory limit.
    Memory,
    /// It was killed: over the output limit.
    Output,
    /// It was killed because the match was cancelled.
    Cancelled,
}

/// The result of one turn.
#[derive(Debug)]
pub struct Turn {
    /// Its end.
    pub end: End,
    /// Standard output, up to the marker line where there is one.
    pub output: Vec<u8>,
    /// The last few KiB of standard error since the program's start; before them how this turn began, if that is
    /// longer ago.
    pub stderr: String,
    /// Reports of saved answers that came since the last turn. One may be about an earlier turn.
    pub saved: Vec<Report>,
    /// From `started` to the end of the turn.
    pub elapsed: Duration,
    /// Its time on a processor in this turn, and the time that it waited for one.
    pub share: Share,
    /// True if it was ready to run at the end: if it has hardly run, it is waiting for a processor, which `share`
    /// lacks.
    pub ready: bool,
    /// True if the program left all of the turn's input unread.
    pub unread: bool,
    /// Peak resident memory in bytes: of the program since its start, or of it and its family where that was seen to be
    /// more. A program that has ended counts with `ru_maxrss`, which is never less than the few MB of its launcher.
    pub memory: u64,
    /// The program, if it was kept.
    pub kept: Option<Process>,
}
