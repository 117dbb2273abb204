//! Programs of other people: one under control, with its family, its streams, its clock and its memory.
//!
//! Higher layers define verdicts, and decide what is sent to a program and why: this crate handles processes, bytes and
//! limits. Start reading at [`Process`].
//!
//! | module | does |
//! | --- | --- |
//! | [`turn`] | the limits of a turn, and what comes of it |
//! | [`wait`] | the end of a turn: answer, limits, cancel |
//! | [`launch`] | how a program is started: its words, its folder, its clean environment |
//! | [`streams`] | reading and writing without blocking |
//! | [`memory`] | what `/proc` tells of a program and its family |
//! | [`launcher`] | the arena's end of a launcher: a small parent, one for each program that runs |
//! | [`serve`] | the launcher's own end: starts a program, and ends it with everything that it has left behind |
//! | [`sandbox`] | what a program may do: its files, no network |
//! | [`wire`] | what both say to each other |
//! | [`affinity`] | processors for programs |
//! | [`waiting`] | how long programs waited for a processor |
//! | [`tool`] | programs of ours: a build, the bundler |
//! | [`clean_start`] | keeps the user's personal URL from all of them |
//!
//! The purpose of the launcher: a program's children may leave its process group and its session, but not their
//! launcher, which is their subreaper. So after a turn nothing of a program lives, between the turns of a kept one all
//! of it stands still, and if the arena dies, however it dies, so do all programs.
//!
//! ARCHITECTURE.md lists the guarantees that are impossible because programs run as the user who runs the arena. A
//! child that ends by itself between two looks at `/proc`, and for which nobody in the family has waited, is not in the
//! account of memory.
//!
//! Linux only: it uses `/proc`, pidfds and `PR_SET_CHILD_SUBREAPER`.

pub mod affinity;
pub mod clean_start;
pub mod launch;
mod launcher;
mod memory;
pub mod sandbox;
mod serve;
mod stderr_tail;
mod streams;
pub mod tool;
mod turn;
mod wait;
pub mod waiting;
mod wire;

use std::fs::File;
use std::io::{self, PipeReader};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use arena_common::Cancel;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, pidfd_send_signal};

pub use launch::Launch;
use launcher::Launcher;
pub use launcher::launch_with_this_program;
pub use manifest::SECRET_VARIABLE;
use memory::Account;
pub use memory::own_peak;
pub use sandbox::Sandbox;
pub use serve::{is_launcher, serve};
use stderr_tail::StderrTail;
use streams::{read_some, write_some};
pub use turn::{End, Limits, Turn};
use wait::{Cause, Wanted};
use waiting::Share;
use wire::Order;

/// The interval between checks of memory and the cancel flag. A program that fills fresh pages gets through some 40 MB
/// in this time.
const TICK: Duration = Duration::from_millis(20);
/// The end of a whole job (by Slurm, or when a terminal is closed) signals the programs and the arena, in any order. So
/// the end of a program by a signal is its fault only if no signal reaches the arena within this time; one that cannot
/// be caught ends the arena while it waits, before anything is judged.
const GRACE: Duration = Duration::from_millis(300);

/// Bytes of standard error that are read after the end of a turn: more than a pipe holds.
const ERRORS: usize = 1 << 20;

/// A running program, leader of its own process group. Dropping it ends it, with everything that it has left behind.
#[derive(Debug)]
pub struct Process {
    /// `None` once ended.
    launcher: Option<Launcher>,
    leader: Pid,
    exit: OwnedFd,
    stdin: Option<File>,
    /// The other end of its standard input, which tells how much is in the pipe.
    input: PipeReader,
    /// Bytes of this turn's input.
    asked: usize,
    stdout: Option<File>,
    stderr: Option<File>,
    unsent: Vec<u8>,
    received: Vec<u8>,
    stderr_tail: StderrTail,
    peak: u64,
    /// Processes of its family outside its group that stand still with it.
    held: Vec<OwnedFd>,
    /// The part of its time on processors that has been counted.
    counted: Share,
}

impl Process {
    /// Starts a program, in a clean environment.
    ///
    /// # Errors
    /// If there are no words or the program cannot be started.
    pub fn start(launch: &Launch) -> io::Result<Process> {
        let (their_stdin, stdin) = io::pipe()?;
        let (stdout, their_stdout) = io::pipe()?;
        let (stderr, their_stderr) = io::pipe()?;
        let order = Order {
            words: launch.words.clone(),
            folder: (launch.folder.as_ref()).map(|folder| folder.path().to_owned()),
            without: Vec::new(),
            variables: launch.variables.clone(),
            core: affinity::of_this_thread(),
            sandbox: launch.sandbox.clone(),
            tool: false,
        };
        let (launcher, leader, exit) = launcher::start(
            order,
            [
                their_stdin.as_fd(),
                their_stdout.as_fd(),
                their_stderr.as_fd(),
            ],
        )?;
        let process = Process {
            launcher: Some(launcher),
            leader,
            exit,
            stdin: Some(File::from(OwnedFd::from(stdin))),
            input: their_stdin,
            asked: 0,
            stdout: Some(File::from(OwnedFd::from(stdout))),
            stderr: Some(File::from(OwnedFd::from(stderr))),
            unsent: Vec::new(),
            received: Vec::new(),
            stderr_tail: StderrTail::default(),
            peak: 0,
            held: Vec::new(),
            counted: Share::default(),
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
    /// stays open and the turn also ends with the first line that is the marker; then the program and its family are
    /// stopped until the next call. What the program wrote behind the marker belongs to the next turn. In every other
    /// case nothing of it lives on return.
    ///
    /// # Errors
    /// If the system refuses a call on the program's streams.
    pub fn turn(
        mut self,
        input: &[u8],
        keep: Option<&[u8]>,
        started: Instant,
        limits: &Limits,
        cancel: &Cancel,
    ) -> io::Result<Turn> {
        self.go_on();
        self.asked = input.len();
        self.unsent.extend_from_slice(input);
        let wanted = keep.map(Wanted::Marker);
        let cause = self.wait(wanted, None, started + limits.time, limits, cancel)?;
        if let Cause::Came(..) = cause {
            let _ = kill_process_group(self.leader, Signal::STOP);
        }
        self.end_turn(cause, started, limits, cancel, true)
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
        cancel: &Cancel,
    ) -> io::Result<Turn> {
        let wanted = Some(Wanted::Packet(measure));
        let cause = self.wait(wanted, wake, started + limits.time, limits, cancel)?;
        self.end_turn(cause, started, limits, cancel, false)
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

    /// The descriptor on which its output can be waited for; `None` once it is closed.
    pub fn output(&self) -> Option<BorrowedFd<'_>> {
        self.stdout.as_ref().map(AsFd::as_fd)
    }

    /// Makes a turn of what ended the waiting. Ends the program unless it is to be kept; `hold` stops its family.
    fn end_turn(
        mut self,
        cause: Cause,
        started: Instant,
        limits: &Limits,
        cancel: &Cancel,
        hold: bool,
    ) -> io::Result<Turn> {
        let elapsed = started.elapsed();
        let account = self.account();
        let (share, ready) = waiting::count(self.leader_id(), &account.others, &mut self.counted);
        let unread = self.asked > 0 && self.unread() >= self.asked;
        let kept = match cause {
            Cause::Came(at, end) => Some((End::Marker, at, end)),
            Cause::Woken => Some((End::Woken, 0, 0)),
            _ => None,
        };
        if let Some((why, at, end)) = kept {
            self.peak = self.peak.max(account.peak);
            if hold {
                self.hold(account.others);
            }
            if self.peak <= limits.memory && elapsed <= limits.time {
                let rest = self.received.split_off(end);
                let mut output = std::mem::replace(&mut self.received, rest);
                output.truncate(at);
                // All that it wrote to standard error before its answer is in the pipe by now.
                self.drain_errors();
                let (stderr, memory) = (self.stderr_tail.text(), self.peak);
                self.stderr_tail.end_turn();
                return Ok(Turn {
                    end: why,
                    output,
                    stderr,
                    saved: self.stderr_tail.take_reports(),
                    elapsed,
                    share,
                    ready,
                    unread,
                    memory,
                    kept: Some(self),
                });
            }
        }
        let status = self.finish();
        // After the kill, so that the last words of a crash are in the pipe.
        self.drain(limits.output);
        self.stderr_tail.end_line();
        let end = match (cause, status) {
            (Cause::Cancelled, _) => End::Cancelled,
            _ if self.peak > limits.memory => End::Memory,
            (Cause::TooLong, _) => End::Output,
            _ if self.received.len() > limits.output => End::Output,
            (Cause::Exit, Some(status)) if was_ended(status) && cancel.comes_within(GRACE) => {
                End::Cancelled
            }
            (Cause::Exit, Some(status)) if elapsed <= limits.time => End::Exit(status),
            _ => End::Time,
        };
        let output = std::mem::take(&mut self.received);
        Ok(Turn {
            end,
            output,
            stderr: self.stderr_tail.text(),
            saved: self.stderr_tail.take_reports(),
            elapsed,
            share,
            ready,
            unread,
            memory: self.peak,
            kept: None,
        })
    }

    /// Bytes of its input that the program has not read.
    fn unread(&self) -> usize {
        let piped = rustix::io::ioctl_fionread(&self.input).unwrap_or_default();
        usize::try_from(piped).unwrap_or_default() + self.unsent.len()
    }

    /// Ends the program with everything that it has left behind.
    fn finish(&mut self) -> Option<ExitStatus> {
        self.held.clear();
        let (status, peak) = self.launcher.take()?.end();
        self.peak = self.peak.max(peak);
        Some(status)
    }

    /// Stops these processes, and what they have started meanwhile. The program's group is stopped already.
    fn hold(&mut self, mut others: Vec<u32>) {
        let mut known = Vec::new();
        // A family that is still growing after so many looks cannot be held.
        for _ in 0..100 {
            if others.is_empty() {
                return;
            }
            for &pid in &others {
                self.held.extend(self.hold_one(pid));
            }
            known.append(&mut others);
            others = self.account().others;
            others.retain(|pid| !known.contains(pid));
        }
    }

    fn hold_one(&self, pid: u32) -> Option<OwnedFd> {
        let handle = pidfd_open(Pid::from_raw(pid.cast_signed())?, PidfdFlags::empty()).ok()?;
        // Only now nobody else can get the number; so look once more whose it is.
        self.account().others.contains(&pid).then_some(())?;
        pidfd_send_signal(&handle, Signal::STOP).ok()?;
        Some(handle)
    }

    fn go_on(&mut self) {
        for handle in self.held.drain(..) {
            let _ = pidfd_send_signal(&handle, Signal::CONT);
        }
        let _ = kill_process_group(self.leader, Signal::CONT);
    }

    fn account(&self) -> Account {
        let launcher = self.launcher.as_ref().map(Launcher::id);
        let account = launcher.map(|launcher| memory::account(launcher, self.leader_id()));
        account.unwrap_or_default()
    }

    fn leader_id(&self) -> u32 {
        self.leader.as_raw_nonzero().get().cast_unsigned()
    }

    /// Reads what is left in the pipes. Nobody writes any more, but what is there may be much.
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
            let n = read_some(&mut self.stderr, |bytes| self.stderr_tail.push(bytes));
            if n == 0 {
                break;
            }
            left = left.saturating_sub(n);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Returns true if a signal of others may have ended a program, or the program that a shell ran for it.
fn was_ended(status: ExitStatus) -> bool {
    let theirs = [Signal::HUP, Signal::INT, Signal::KILL, Signal::TERM].map(Signal::as_raw);
    let of_shell = status.code().map(|code| code - 128);
    let signal = status.signal().or(of_shell);
    signal.is_some_and(|signal| theirs.contains(&signal))
}
