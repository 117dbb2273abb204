//! The system calls of one turn.

use super::turn::{Turn, one_turn};
use crate::process::exists;
use crate::report::Report;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

const KNOWN: &str = include_str!("../../data/syscalls.txt");

/// Calls made by the standard library's `main` before a bot's, absent from a bundle of assembler text.
pub const START_UP: [&str; 4] = ["gettid", "poll", "sched_getaffinity", "sigaltstack"];

/// Traces one turn and compares with the committed list `data/syscalls.txt` and these.
///
/// # Errors
/// Names the calls that are in neither.
pub fn check(
    binary: &Path,
    turn: &Turn,
    scratch: &Path,
    more: &[&'static str],
    report: &mut Report,
) -> Result<()> {
    const TITLE: &str = "system calls";
    if !exists("strace") {
        report.skip(TITLE, "strace is not installed");
        return Ok(());
    }
    report.step(TITLE, || {
        let trace = scratch.join("trace");
        let mut command = Command::new("strace");
        one_turn(
            command.args(["-f", "-qq", "-o"]).arg(&trace).arg(binary),
            turn,
        )?;
        let calls = calls(&fs::read_to_string(&trace).context("strace wrote nothing")?);
        let known: BTreeSet<&str> = known().chain(more.iter().copied()).collect();
        let strange: Vec<String> = calls
            .iter()
            .filter(|call| !known.contains(call.as_str()))
            .cloned()
            .collect();
        if !strange.is_empty() {
            fail!(
                "system calls that are not in data/syscalls.txt: {}",
                strange.join(", ")
            );
        }
        Ok(((), said!("{} different ones, all in the list", calls.len())))
    })
}

fn known() -> impl Iterator<Item = &'static str> {
    KNOWN
        .lines()
        .filter_map(|line| line.split('#').next()?.split_whitespace().next())
}

/// The names of the calls in a trace: lines `PID name(...) = ...`.
fn calls(trace: &str) -> BTreeSet<String> {
    let names = trace.lines().filter_map(|line| {
        let (_, call) = line.split_once(' ')?;
        let (name, _) = call.trim_start().split_once('(')?;
        let plain = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        plain.then(|| name.to_owned())
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_a_trace() {
        let trace = "12 execve(\"./x\", [\"./x\"], 0x7f /* 2 vars */) = 0\n12 read(0, \"a(b\", 3) = 3\n\
                     12 --- SIGCHLD {si_signo=SIGCHLD} ---\n12 +++ exited with 0 +++\n";
        assert_eq!(
            calls(trace).into_iter().collect::<Vec<_>>(),
            ["execve", "read"]
        );
    }

    #[test]
    fn the_committed_list_holds_what_every_bot_needs() {
        let known: BTreeSet<&str> = known().collect();
        assert!(
            ["read", "write", "exit_group", "mmap"]
                .iter()
                .all(|call| known.contains(call))
        );
        assert!(
            ["fork", "clone", "socket", "connect"]
                .iter()
                .all(|call| !known.contains(call))
        );
    }
}
