//! Process groups that this program made, and what has escaped from them.
//!
//! Every bot leads a process group of its own, so one signal reaches its children too. A child that leaves the
//! group (`setsid`) is adopted by us when its parent dies, because we are a subreaper. Such a stray is known by
//! its process group: neither ours nor that of a bot in play.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpgrp, getpid, kill_process, kill_process_group, waitid,
};

use super::memory;

/// Groups of the programs that are in play.
static LIVE: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());
static ADOPT: Once = Once::new();

fn live() -> MutexGuard<'static, BTreeSet<i32>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts `command` as the leader of a new group.
///
/// # Errors
/// If the program cannot be started.
pub fn spawn(command: &mut Command) -> io::Result<(Child, Pid)> {
    // Without this strays go to init; the match is played all the same, so a failure is no error.
    ADOPT.call_once(|| {
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
    });
    // Held while the child is born: between its birth and its entry in the list it would look like a stray.
    let mut live = live();
    let child = command.process_group(0).spawn()?;
    let pid = Pid::from_child(&child);
    live.insert(pid.as_raw_nonzero().get());
    Ok((child, pid))
}

/// Sends a signal to a whole group. A group that is gone is no error.
pub fn signal(leader: Pid, signal: Signal) {
    let _ = kill_process_group(leader, signal);
}

/// Kills a group whose leader has not been reaped, and the leader even if it has moved to another group.
pub fn kill(leader: Pid) {
    signal(leader, Signal::KILL);
    let _ = kill_process(leader, Signal::KILL);
}

/// The group's leader has been reaped: whoever is left in it is a stray.
pub fn forget(leader: Pid) {
    live().remove(&leader.as_raw_nonzero().get());
}

/// Kills every program in play at once, for the way out.
pub fn kill_all() {
    for &group in live().iter() {
        if let Some(leader) = Pid::from_raw(group) {
            signal(leader, Signal::KILL);
        }
    }
}

/// Kills and reaps what programs have left behind.
pub fn sweep() {
    let live = live();
    let own = getpgrp().as_raw_nonzero().get();
    // A stray's own children become ours when it dies, so look again until there is none.
    for _ in 0..100 {
        let strays: Vec<Pid> = memory::children(std::process::id())
            .into_iter()
            .filter(|&pid| {
                memory::group(pid).is_some_and(|group| group != own && !live.contains(&group))
            })
            .filter_map(|pid| Pid::from_raw(pid.cast_signed()))
            .collect();
        if strays.is_empty() {
            return;
        }
        for pid in strays {
            let _ = kill_process(pid, Signal::KILL);
            let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED);
        }
    }
}
