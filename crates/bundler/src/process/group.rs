//! Programs that end with the bundler: each leads a process group of its own, which is killed when its [`Group`] is
//! dropped and when a signal ends the bundler.

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

/// From now on SIGINT, SIGTERM and SIGHUP end this program together with all groups that it has started.
///
/// # Errors
/// If the signals cannot be caught.
pub fn end_all_on_signal() -> Result<()> {
    ctrlc::set_handler(|| {
        // Held to the end, so that nothing is started any more.
        let groups = groups();
        groups.iter().copied().for_each(kill);
        std::process::exit(CANCELLED);
    })
    .context("cannot catch Ctrl-C")
}

/// A running program and the process group that it leads. Dropping it kills the group.
#[derive(Debug)]
pub struct Group {
    child: Child,
    group: i32,
}

impl Group {
    /// Starts it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Group> {
        // Held while it is started, or a signal would miss it.
        let mut groups = groups();
        let child = command.process_group(0).spawn()?;
        let group = child.id().cast_signed();
        groups.insert(group);
        Ok(Group { child, group })
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

impl Deref for Group {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.child
    }
}

impl DerefMut for Group {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.child
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
        groups().remove(&self.group);
    }
}
