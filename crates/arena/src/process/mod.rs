//! One program under control: its process group, its streams, its clock and its memory.
//!
//! Linux only: it uses `/proc`, pidfds and `PR_SET_CHILD_SUBREAPER`.

mod groups;
mod heard;
mod memory;
mod streams;
mod wait;

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use judges_common::saved::Report;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open};
use wait4::Wait4;

pub use groups::{kill_all, sweep};
use heard::Heard;
pub use memory::own_peak;
use streams::{read_some, write_some};
use wait::{Cause, Wanted};

/// How often memory and the cancel flag are looked at. A program that fills fresh pages gets through some 40 MB
/// in this time.
const TICK: Duration = Duration::from_millis(20);

/// Bytes of standard error that are read after the end of a turn: more than a pipe holds.
const ERRORS: usize = 1 << 20;

/// The environment variable with the user's personal URL for `arena localai`. It is a password, so no program that the
/// arena starts gets to see it.
pub const SECRET_VARIABLE: &str = "BOTZONE_LOCALAI_URL";

/// What a program may use in one turn.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time from `started`.
    pub time: Duration,
    /// Resident memory in bytes.
    pub memory: u64,
    /// Bytes on standard output.
    pub output: usize,
}

/// How a turn ended.
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

/// What came of one turn.
#[derive(Debug)]
pub struct Turn {
    /// How it ended.
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
    /// Peak resident memory in bytes: of the leader since its start, or of all its processes where that was seen
    /// to be more. A program that has ended counts with `ru_maxrss`, which is never less than the arena's own peak.
    pub memory: u64,
    /// The program, if it was kept.
    pub kept: Option<Process>,
}

/// A running program, leader of its own process group. Dropping it kills the group.
#[derive(Debug)]
pub struct Process {
    /// `None` once reaped.
    child: Option<Child>,
    leader: Pid,
    exit: OwnedFd,
    stdin: Option<File>,
    stdout: Option<File>,
    stderr: Option<File>,
    unsent: Vec<u8>,
    received: Vec<u8>,
    heard: Heard,
    peak: u64,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If `argv` is empty or the program cannot be started.
    pub fn start(argv: &[String]) -> io::Result<Process> {
        let (program, arguments) = argv
            .split_first()
            .ok_or_else(|| io::Error::other("the command is empty"))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_remove(SECRET_VARIABLE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (mut child, leader) = groups::spawn(&mut command)?;
        let streams = [
            child.stdin.take().map(OwnedFd::from),
            child.stdout.take().map(OwnedFd::from),
            child.stderr.take().map(OwnedFd::from),
        ];
        let [stdin, stdout, stderr] = streams.map(|stream| stream.map(File::from));
        let exit = pidfd_open(leader, PidfdFlags::empty()).inspect_err(|_| {
            groups::kill(leader);
            let _ = child.wait();
            groups::forget(leader);
        })?;
        let process = Process {
            child: Some(child),
            leader,
            exit,
            stdin,
            stdout,
            stderr,
            unsent: Vec::new(),
            received: Vec::new(),
            heard: Heard::default(),
            peak: 0,
        };
        for stream in [&process.stdin, &process.stdout, &process.stderr]
            .into_iter()
            .flatten()
        {
            rustix::io::ioctl_fionbio(stream, true)?;
        }
        Ok(process)
    }

    /// Sends `input` and waits for the end of the turn, which began at `started`.
    ///
    /// Without `keep` standard input is closed after the input, and the turn ends with the program. With `keep` it
    /// stays open and the turn also ends with the first line that is the marker; then the group is stopped until
    /// the next call. What the program wrote behind the marker belongs to the next turn. In every other case the
    /// whole group has been killed on return.
    ///
    /// # Errors
    /// If the system refuses a call on the program's streams.
    pub fn turn(
        mut self,
        input: &[u8],
        keep: Option<&[u8]>,
        started: Instant,
        limits: &Limits,
        cancel: &AtomicBool,
    ) -> io::Result<Turn> {
        groups::signal(self.leader, Signal::CONT);
        self.unsent.extend_from_slice(input);
        let wanted = keep.map(Wanted::Marker);
        let cause = self.wait(wanted, None, started + limits.time, limits, cancel)?;
        if let Cause::Came(..) = cause {
            groups::signal(self.leader, Signal::STOP);
        }
        self.end_turn(cause, started, limits)
    }

    /// Waits for a packet in answer to what was [sent](Process::send): `measure` tells its size in bytes, header
    /// included, from the beginning of the output. The clock began at `started`. The program is not stopped between
    /// its packets. If there is something to read at `wake`, the turn ends too, and nothing is lost.
    ///
    /// A packet larger than `limits.output` is over the output limit.
    ///
    /// # Errors
    /// If the system refuses a call on the program's streams.
    pub fn packet(
        mut self,
        measure: fn(&[u8]) -> Option<usize>,
        wake: Option<BorrowedFd<'_>>,
        started: Instant,
        limits: &Limits,
        cancel: &AtomicBool,
    ) -> io::Result<Turn> {
        let wanted = Some(Wanted::Packet(measure));
        let cause = self.wait(wanted, wake, started + limits.time, limits, cancel)?;
        self.end_turn(cause, started, limits)
    }

    /// Sends bytes as far as the program takes them now; the rest goes out while a turn is waited for.
    pub fn send(&mut self, bytes: &[u8]) {
        self.unsent.extend_from_slice(bytes);
        write_some(&mut self.stdin, &mut self.unsent);
    }

    /// The output that has been read and was in no turn yet.
    pub fn received(&self) -> &[u8] {
        &self.received
    }

    /// Where its output can be waited for; `None` once it is closed.
    pub fn output(&self) -> Option<BorrowedFd<'_>> {
        self.stdout.as_ref().map(AsFd::as_fd)
    }

    /// Makes a turn of what ended the waiting. Kills the group unless the program is to be kept.
    fn end_turn(mut self, cause: Cause, started: Instant, limits: &Limits) -> io::Result<Turn> {
        let elapsed = started.elapsed();
        let kept = match cause {
            Cause::Came(at, end) => Some((End::Marker, at, end)),
            Cause::Woken => Some((End::Woken, 0, 0)),
            _ => None,
        };
        if let Some((why, at, end)) = kept {
            self.peak = self
                .peak
                .max(memory::resident(self.leader_id()).leader_peak);
            if self.peak <= limits.memory && elapsed <= limits.time {
                let rest = self.received.split_off(end);
                let mut output = std::mem::replace(&mut self.received, rest);
                output.truncate(at);
                // What it said before its answer is in the pipe by now.
                self.drain_errors();
                let (stderr, memory) = (self.heard.text(), self.peak);
                self.heard.end_turn();
                return Ok(Turn {
                    end: why,
                    output,
                    stderr,
                    saved: self.heard.take_reports(),
                    elapsed,
                    memory,
                    kept: Some(self),
                });
            }
        }
        let status = self.finish();
        // After the kill, so that the last words of a crash are in the pipe.
        self.drain(limits.output);
        self.heard.end_line();
        let end = match (cause, status) {
            (Cause::Cancelled, _) => End::Cancelled,
            _ if self.peak > limits.memory => End::Memory,
            (Cause::TooLong, _) => End::Output,
            _ if self.received.len() > limits.output => End::Output,
            (Cause::Exit, Some(status)) if elapsed <= limits.time => End::Exit(status),
            _ => End::Time,
        };
        let output = std::mem::take(&mut self.received);
        Ok(Turn {
            end,
            output,
            stderr: self.heard.text(),
            saved: self.heard.take_reports(),
            elapsed,
            memory: self.peak,
            kept: None,
        })
    }

    /// Kills the group and reaps the leader.
    fn finish(&mut self) -> Option<ExitStatus> {
        let child = self.child.take()?;
        // Before the leader is reaped: until then its number cannot belong to another group.
        groups::kill(self.leader);
        let used = child.wait4().ok();
        groups::forget(self.leader);
        let used = used?;
        self.peak = self.peak.max(used.rusage.maxrss);
        Some(used.status)
    }

    /// Reads what is left in the pipes. A stray may hold them open and write on, so this ends at a limit.
    fn drain(&mut self, limit: usize) {
        while self.received.len() <= limit
            && read_some(&mut self.stdout, |bytes| {
                self.received.extend_from_slice(bytes)
            }) > 0
        {}
        self.drain_errors();
    }

    /// Reads what is left on standard error, up to a limit.
    fn drain_errors(&mut self) {
        let mut left = ERRORS;
        while left > 0 {
            let n = read_some(&mut self.stderr, |bytes| self.heard.push(bytes));
            if n == 0 {
                break;
            }
            left = left.saturating_sub(n);
        }
    }

    fn leader_id(&self) -> u32 {
        self.leader.as_raw_nonzero().get().cast_unsigned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.finish();
    }
}
