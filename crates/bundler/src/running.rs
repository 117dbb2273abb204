//! Programs that die with us: each leads a process group of its own, which is killed when it is given up and when a
//! signal ends the bundler.

use std::collections::BTreeSet;
use std::io;
use std::ops::{Deref, DerefMut};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process_group};

/// The groups of the programs that run.
static GROUPS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());
/// Exit status of a program that a signal of its user has ended, as shells have it for Ctrl-C.
const CANCELLED: i32 = 130;

fn groups() -> MutexGuard<'static, BTreeSet<i32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn kill(group: i32) {
    if let Some(group) = Pid::from_raw(group) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// From now on SIGINT, SIGTERM and SIGHUP end this program together with all that it has started.
///
/// # Errors
/// If the signals cannot be caught.
pub fn die_together() -> Result<()> {
    ctrlc::set_handler(|| {
        // Held to the end, so that nothing is started any more.
        let groups = groups();
        groups.iter().copied().for_each(kill);
        std::process::exit(CANCELLED);
    })
    .context("cannot catch Ctrl-C")
}

/// A program that runs. Dropping it kills its group.
#[derive(Debug)]
pub struct Running {
    child: Child,
    group: i32,
}

impl Running {
    /// Starts it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Running> {
        // Held while it is born, or a signal would miss it.
        let mut groups = groups();
        let child = command.process_group(0).spawn()?;
        let group = child.id().cast_signed();
        groups.insert(group);
        Ok(Running { child, group })
    }

    /// Kills it and its group if it still runs.
    pub fn end(&mut self) {
        // Once it has been waited for, the number may belong to somebody else.
        if let Ok(None) = self.child.try_wait() {
            kill(self.group);
            let _ = self.child.wait();
        }
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.child
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.child
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
        groups().remove(&self.group);
    }
}
