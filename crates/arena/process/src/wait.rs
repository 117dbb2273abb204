//! Waiting for the end of a turn.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use arena_common::Cancel;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::streams::{marker_line, read_some, write_some};
use super::{Limits, Process, TICK};

/// The event that ended the waiting. Once everything is counted, it is decided which limit was exceeded.
#[derive(Clone, Copy)]
pub(super) enum Cause {
    /// The output before the first byte is the turn's, what is behind the second the next turn's.
    Came(usize, usize),
    /// The packet is larger than the limit.
    TooLong,
    Woken,
    Exit,
    Limit,
    Cancelled,
}

/// The events to be handled.
struct Ready {
    exit: bool,
    write: bool,
    read: bool,
    error: bool,
    wake: bool,
}

/// The output that ends the turn of a program that is kept.
pub(super) enum Wanted<'a> {
    /// This line.
    Marker(&'a [u8]),
    /// A packet, whose size can be seen from its beginning.
    Packet(fn(&[u8]) -> Option<usize>),
}

impl Process {
    pub(super) fn wait(
        &mut self,
        wanted: Option<Wanted<'_>>,
        wake: Option<BorrowedFd<'_>>,
        deadline: Instant,
        limits: &Limits,
        cancel: &Cancel,
    ) -> io::Result<Cause> {
        let mut next_look = Instant::now() + TICK;
        loop {
            match &wanted {
                Some(Wanted::Marker(marker)) => {
                    if let Some((at, end)) = marker_line(&self.received, marker) {
                        return Ok(Cause::Came(at, end));
                    }
                }
                Some(Wanted::Packet(measure)) => match measure(&self.received) {
                    Some(size) if size > limits.output => return Ok(Cause::TooLong),
                    Some(size) if size <= self.received.len() => {
                        return Ok(Cause::Came(size, size));
                    }
                    _ => {}
                },
                None => {}
            }
            if self.received.len() > limits.output {
                return Ok(Cause::Limit);
            }
            if cancel.is_cancelled() {
                return Ok(Cause::Cancelled);
            }
            let now = Instant::now();
            if now >= deadline {
                return Ok(Cause::Limit);
            }
            if now >= next_look {
                self.peak = self.peak.max(self.account().largest());
                if self.peak > limits.memory {
                    return Ok(Cause::Limit);
                }
                next_look = now + TICK;
            }
            let ready = self.poll(wake, deadline.min(next_look) - now)?;
            if ready.write {
                write_some(&mut self.stdin, &mut self.unsent);
            }
            if self.unsent.is_empty() && wanted.is_none() {
                self.stdin = None;
            }
            if ready.read {
                read_some(&mut self.stdout, |bytes| {
                    self.received.extend_from_slice(bytes)
                });
            }
            if ready.error {
                read_some(&mut self.stderr, |bytes| self.stderr_tail.push(bytes));
            }
            // The output that is left is read before the exit counts: the marker may be in it.
            if ready.exit && !ready.read {
                return Ok(Cause::Exit);
            }
            if ready.wake && !ready.read {
                return Ok(Cause::Woken);
            }
        }
    }

    fn poll(&self, wake: Option<BorrowedFd<'_>>, timeout: Duration) -> io::Result<Ready> {
        let mut fds = vec![PollFd::new(&self.exit, PollFlags::IN)];
        if let Some(launcher) = &self.launcher {
            fds.push(PollFd::from_borrowed_fd(
                launcher.socket(),
                PollFlags::empty(),
            ));
        }
        let own = fds.len();
        let writing = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        let streams = [
            (writing, PollFlags::OUT),
            (self.stdout.as_ref(), PollFlags::IN),
            (self.stderr.as_ref(), PollFlags::IN),
        ];
        let streams = streams.map(|(stream, flags)| (stream.map(AsFd::as_fd), flags));
        let mut places = [None; 4];
        for (place, (stream, flags)) in places
            .iter_mut()
            .zip(streams.into_iter().chain([(wake, PollFlags::IN)]))
        {
            if let Some(stream) = stream {
                *place = Some(fds.len());
                fds.push(PollFd::from_borrowed_fd(stream, flags));
            }
        }
        let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let [write, read, error, wake] =
            places.map(|place| place.is_some_and(|i| !fds[i].revents().is_empty()));
        Ok(Ready {
            exit: (fds[..own].iter()).any(|fd| !fd.revents().is_empty()),
            write,
            read,
            error,
            wake,
        })
    }
}
