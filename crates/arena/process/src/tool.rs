//! Tools of ours: a build, the bundler. They are not limited, but they die with us, and with all that they have started.

use std::io::{self, PipeReader, Read, stderr};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::ExitStatus;

use arena_common::{Cancel, Stop, error};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::launcher::{self, Launcher};
use super::{TICK, wire::Order};

/// A tool's command.
#[derive(Clone, Debug)]
pub struct Tool<'a> {
    /// The command line.
    pub words: Vec<String>,
    /// Its folder.
    pub folder: &'a Path,
    /// The variables removed from its environment.
    pub without: &'a [&'a str],
    /// The variables added to the rest.
    pub variables: Vec<(String, String)>,
}

/// The launcher of a tool, which ends it.
struct Running(Option<Launcher>);

impl Running {
    fn end(&mut self) -> Option<ExitStatus> {
        let (status, _) = self.0.take()?.end();
        Some(status)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

impl Tool<'_> {
    /// Runs it to its end, with empty standard input and our standard error, and hands what it prints to `take`.
    ///
    /// # Errors
    /// If it was cancelled or cannot be started.
    pub fn run(self, cancel: &Cancel, mut take: impl FnMut(&[u8])) -> Result<ExitStatus, Stop> {
        let order = Order {
            words: self.words,
            folder: Some(self.folder.to_path_buf()),
            without: self.without.iter().map(|&name| name.to_owned()).collect(),
            variables: self.variables,
            core: None,
            sandbox: None,
            tool: true,
        };
        let start = || {
            // Standard input of which there is nothing to read.
            let (stdin, _) = io::pipe()?;
            let (stdout, their_stdout) = io::pipe()?;
            let stderr = stderr();
            let streams = [stdin.as_fd(), their_stdout.as_fd(), stderr.as_fd()];
            let (launcher, _, exit) = launcher::start(order, streams)?;
            Ok((launcher, stdout, exit))
        };
        let failed = |error: io::Error| Stop::Failed(error.into());
        let (launcher, stdout, exit) = start().map_err(failed)?;
        let mut running = Running(Some(launcher));
        pump(stdout, &exit, cancel, &mut take)?;
        running
            .end()
            .ok_or_else(|| error!("it has been ended before").into())
    }
}

/// Reads until the tool has ended; what holds its output open after that is waited for no longer.
fn pump(
    mut stdout: PipeReader,
    exit: &OwnedFd,
    cancel: &Cancel,
    take: &mut impl FnMut(&[u8]),
) -> Result<(), Stop> {
    let failed = |error: io::Error| Stop::Failed(error.into());
    let tick = Timespec::try_from(TICK).map_err(|error| failed(io::Error::other(error)))?;
    let mut open = true;
    let mut buffer = vec![0; 65536];
    loop {
        cancel.check()?;
        let mut fds = vec![PollFd::new(exit, PollFlags::IN)];
        if open {
            fds.push(PollFd::new(&stdout, PollFlags::IN));
        }
        match poll(&mut fds, Some(&tick)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(failed(error.into())),
        }
        let ready: Vec<bool> = fds.iter().map(|fd| !fd.revents().is_empty()).collect();
        match ready[..] {
            [_, true] => {
                let n = stdout.read(&mut buffer).map_err(failed)?;
                open = n > 0;
                take(&buffer[..n]);
            }
            [true, ..] => return Ok(()),
            _ => {}
        }
    }
}
