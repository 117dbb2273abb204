//! Memory and family of a process, as `/proc` tells them.

use std::fs;

/// Resident memory of a process tree, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resident {
    /// The most that the leader ever held (`VmHWM`).
    pub leader_peak: u64,
    /// What leader and descendants hold now (`VmRSS`), pages shared by several of them counted for each.
    pub tree: u64,
}

impl Resident {
    /// The number to hold against a limit.
    pub fn largest(self) -> u64 {
        self.leader_peak.max(self.tree)
    }
}

/// The most resident memory that this process ever held, in bytes.
pub fn own_peak() -> u64 {
    kilobytes(&status(std::process::id()), "VmHWM:")
}

/// Memory of `pid` and its descendants. Processes that are gone count nothing.
pub fn resident(pid: u32) -> Resident {
    let status = status(pid);
    let mut sum = Resident {
        leader_peak: kilobytes(&status, "VmHWM:"),
        tree: kilobytes(&status, "VmRSS:"),
    };
    let mut open = children(pid);
    while let Some(child) = open.pop() {
        sum.tree += kilobytes(&self::status(child), "VmRSS:");
        open.extend(children(child));
    }
    sum
}

/// Living and unwaited children of `pid`; empty if there is no such process.
pub fn children(pid: u32) -> Vec<u32> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    tasks
        .flatten()
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok())
        .flat_map(|list| {
            list.split_whitespace()
                .filter_map(|word| word.parse().ok())
                .collect::<Vec<u32>>()
        })
        .collect()
}

/// Process group of `pid`, zombies included.
pub fn group(pid: u32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the program's name in parentheses and may hold anything.
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(2)?.parse().ok()
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
    fn this_process_has_memory_and_a_group() {
        let own = std::process::id();
        let memory = resident(own);
        assert!(memory.leader_peak > 100_000 && memory.tree > 100_000);
        assert_eq!(
            group(own),
            Some(rustix::process::getpgrp().as_raw_nonzero().get())
        );
    }

    #[test]
    fn nobody_has_none() {
        assert_eq!(resident(u32::MAX), Resident::default());
        assert_eq!(group(u32::MAX), None);
    }
}
