//! One program under control: its process group, its streams, its clock and its memory.
//!
//! Linux only: it uses `/proc`, pidfds and `PR_SET_CHILD_SUBREAPER`.

mod groups;
mod memory;
mod streams;

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open};
use wait4::Wait4;

pub use groups::{kill_all, sweep};
use streams::{Tail, marker_line, read_some, write_some};

/// How often memory and the cancel flag are looked at. A program that fills fresh pages gets through some 40 MB
/// in this time.
const TICK: Duration = Duration::from_millis(20);

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
    /// The marker line came; the program waits, stopped.
    Marker,
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
    /// The last few KiB of standard error since the program's start.
    pub stderr: String,
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
    tail: Tail,
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
            tail: Tail::default(),
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
        let cause = self.wait(keep, started + limits.time, limits, cancel)?;
        let elapsed = started.elapsed();
        if let Cause::Marker(at, end) = cause {
            groups::signal(self.leader, Signal::STOP);
            self.peak = self
                .peak
                .max(memory::resident(self.leader_id()).leader_peak);
            if self.peak <= limits.memory && elapsed <= limits.time {
                let rest = self.received.split_off(end);
                let mut output = std::mem::replace(&mut self.received, rest);
                output.truncate(at);
                let (stderr, memory) = (self.tail.text(), self.peak);
                return Ok(Turn {
                    end: End::Marker,
                    output,
                    stderr,
                    elapsed,
                    memory,
                    kept: Some(self),
                });
            }
        }
        let status = self.finish();
        // After the kill, so that the last words of a crash are in the pipe.
        self.drain(limits.output);
        let end = match (cause, status) {
            (Cause::Cancelled, _) => End::Cancelled,
            _ if self.peak > limits.memory => End::Memory,
            _ if self.received.len() > limits.output => End::Output,
            (Cause::Exit, Some(status)) if elapsed <= limits.time => End::Exit(status),
            _ => End::Time,
        };
        let output = std::mem::take(&mut self.received);
        Ok(Turn {
            end,
            output,
            stderr: self.tail.text(),
            elapsed,
            memory: self.peak,
            kept: None,
        })
    }

    fn wait(
        &mut self,
        keep: Option<&[u8]>,
        deadline: Instant,
        limits: &Limits,
        cancel: &AtomicBool,
    ) -> io::Result<Cause> {
        let mut next_look = Instant::now() + TICK;
        loop {
            if let Some((at, end)) = keep.and_then(|marker| marker_line(&self.received, marker)) {
                return Ok(Cause::Marker(at, end));
            }
            if self.received.len() > limits.output {
                return Ok(Cause::Limit);
            }
            if cancel.load(Ordering::Relaxed) {
                return Ok(Cause::Cancelled);
            }
            let now = Instant::now();
            if now >= deadline {
                return Ok(Cause::Limit);
            }
            if now >= next_look {
                self.peak = self.peak.max(memory::resident(self.leader_id()).largest());
                if self.peak > limits.memory {
                    return Ok(Cause::Limit);
                }
                next_look = now + TICK;
            }
            let ready = self.poll(deadline.min(next_look) - now)?;
            if ready.write {
                write_some(&mut self.stdin, &mut self.unsent);
            }
            if self.unsent.is_empty() && keep.is_none() {
                self.stdin = None;
            }
            if ready.read {
                read_some(&mut self.stdout, |bytes| {
                    self.received.extend_from_slice(bytes)
                });
            }
            if ready.error {
                read_some(&mut self.stderr, |bytes| self.tail.push(bytes));
            }
            // The output that is left is read before the exit counts: the marker may be in it.
            if ready.exit && !ready.read {
                return Ok(Cause::Exit);
            }
        }
    }

    fn poll(&self, timeout: Duration) -> io::Result<Ready> {
        let mut fds = vec![PollFd::new(&self.exit, PollFlags::IN)];
        let writing = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        let streams = [
            (writing, PollFlags::OUT),
            (self.stdout.as_ref(), PollFlags::IN),
            (self.stderr.as_ref(), PollFlags::IN),
        ];
        let mut places = [None; 3];
        for (place, (stream, flags)) in places.iter_mut().zip(streams) {
            if let Some(stream) = stream {
                *place = Some(fds.len());
                fds.push(PollFd::from_borrowed_fd(stream.as_fd(), flags));
            }
        }
        let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let [write, read, error] =
            places.map(|place| place.is_some_and(|i| !fds[i].revents().is_empty()));
        Ok(Ready {
            exit: !fds[0].revents().is_empty(),
            write,
            read,
            error,
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
        let mut left = limit;
        while left > 0 {
            let n = read_some(&mut self.stderr, |bytes| self.tail.push(bytes));
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

/// Why the waiting ended. Which limit it was is decided once everything is counted.
#[derive(Clone, Copy)]
enum Cause {
    /// The marker line lies at these bytes.
    Marker(usize, usize),
    Exit,
    Limit,
    Cancelled,
}

/// Which ends of the streams want attention.
struct Ready {
    exit: bool,
    write: bool,
    read: bool,
    error: bool,
}
