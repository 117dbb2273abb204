//! Memory, family and session of a process, as `/proc` tells them.

use std::fs;
use std::io;

use arena_common::said;

/// Memory and family of a program, whose launcher has nothing but it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// The most that the program itself ever held (`VmHWM`), in bytes.
    pub peak: u64,
    /// The resident memory (`VmRSS`) of the program, its descendants and the processes that they have left behind, in
    /// bytes; pages shared by several of them count for each.
    pub sum: u64,
    /// All these processes but the program itself.
    pub others: Vec<u32>,
}

impl Account {
    /// The number to hold against a limit.
    pub fn largest(&self) -> u64 {
        self.peak.max(self.sum)
    }
}

/// The most resident memory that this process ever held, in bytes.
pub fn own_peak() -> u64 {
    kilobytes(&status(std::process::id()), "VmHWM:")
}

/// The account of `program` and of everything else below `launcher`. Processes that are gone count nothing.
pub fn account(launcher: u32, program: u32) -> Account {
    let mut account = Account::default();
    // The launcher has one thread.
    let mut open = children_of_thread(launcher, launcher);
    while let Some(pid) = open.pop() {
        let status = status(pid);
        account.sum += kilobytes(&status, "VmRSS:");
        if pid == program {
            account.peak = kilobytes(&status, "VmHWM:");
        } else {
            account.others.push(pid);
        }
        open.extend(children(pid));
    }
    account
}

/// Living and unwaited children of `pid`; empty if there is no such process.
pub fn children(pid: u32) -> Vec<u32> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    tasks
        .flatten()
        .filter_map(|task| task.file_name().to_str()?.parse().ok())
        .flat_map(|thread| children_of_thread(pid, thread))
        .collect()
}

/// Makes sure that the kernel lists the children of this process, which is alive: without, an [`account`] would have the
/// program alone.
///
/// # Errors
/// Names the file that cannot be read, and the kernels that have it.
pub fn require_children(pid: u32) -> io::Result<()> {
    let file = children_file(pid, pid);
    // The newest thing that the arena asks of the kernel is waiting for a pidfd: Linux 5.3.
    fs::read(&file).map(drop).map_err(|error| {
        io::Error::other(said!(
            "cannot read {file} ({error}), by which the arena knows what a program has started: it needs /proc, and \
             Linux 5.3 or later built with CONFIG_PROC_CHILDREN"
        ))
    })
}

fn children_file(pid: u32, thread: u32) -> String {
    format!("/proc/{pid}/task/{thread}/children")
}

fn children_of_thread(pid: u32, thread: u32) -> Vec<u32> {
    fs::read_to_string(children_file(pid, thread))
        .unwrap_or_default()
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// The session of a process; `None` if there is no such process. 0 is a session whose leader is outside of our process
/// namespace, as in a container that was entered from outside; `getsid` of crate `rustix` does not know that number.
pub fn session(pid: u32) -> Option<u32> {
    session_of(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The session in a line of `/proc/PID/stat`: the fourth word behind the program's name, which may hold anything.
fn session_of(stat: &str) -> Option<u32> {
    let (_, words) = stat.rsplit_once(") ")?;
    words.split_whitespace().nth(3)?.parse().ok()
}

fn status(pid: u32) -> String {
    fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default()
}

/// The number after `key`, which `/proc` gives in KiB; 0 if there is none (a zombie has no memory).
fn kilobytes(status: &str, key: &str) -> u64 {
    status
        .lines()
        .find_map(|line| line.strip_prefix(key))
        .and_then(|rest| rest.split_whitespace().next())
        .and_then(|word| word.parse::<u64>().ok())
        .map_or(0, |kib| kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_has_children_and_memory() {
        let mut child = std::process::Command::new("sleep")
            .arg("1000")
            .spawn()
            .unwrap();
        let found = children(std::process::id()).contains(&child.id());
        let own = kilobytes(&status(std::process::id()), "VmRSS:");
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found && own > 100_000);
    }

    #[test]
    fn a_session_may_have_the_number_0() {
        assert_eq!(session_of("7875 (a) b (c) S 1 7875 0 34816 -1"), Some(0));
        assert_eq!(session_of("7875 (sh) S 1 7875 31 34816 -1"), Some(31));
        let own = session(std::process::id());
        assert!(own.is_some());
        let mut child = std::process::Command::new("sleep")
            .arg("1000")
            .spawn()
            .unwrap();
        let theirs = session(child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!((theirs, session(u32::MAX)), (own, None));
    }

    #[test]
    fn a_kernel_that_lists_no_children_is_refused() {
        require_children(std::process::id()).unwrap();
        let error = require_children(u32::MAX).unwrap_err().to_string();
        let file = format!("/proc/{0}/task/{0}/children", u32::MAX);
        for part in [&file, "Linux 5.3", "CONFIG_PROC_CHILDREN"] {
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn nobody_has_none() {
        assert_eq!(account(u32::MAX, u32::MAX), Account::default());
    }
}
