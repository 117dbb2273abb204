//! Each game on a separate core.

use std::fs;
use std::process::Command;
use std::time::Instant;

use arena_common::Cancel;
use process::affinity::Cores;
use process::{Limits, waiting};

use crate::common::{ARENA, LONG, start_program};
use crate::files::{PLAYERS, ended};

/// The processors of this line of a program's status, as the system writes them.
fn allowed(status: &str) -> String {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    line.unwrap().trim().to_owned()
}

/// Those of a program that this thread starts.
fn of_a_program() -> String {
    let limits = Limits {
        time: LONG,
        memory: u64::MAX,
        output: 1 << 20,
    };
    let process = start_program(&["cat", "/proc/self/status"]);
    let turn = process.turn(b"", None, Instant::now(), &limits, &Cancel::default());
    allowed(&String::from_utf8(turn.unwrap().output).unwrap())
}

#[test]
fn a_program_runs_on_the_core_of_its_thread() {
    let all = allowed(&fs::read_to_string("/proc/self/status").unwrap());
    let before = waiting::so_far();
    let cores = Cores::new().unwrap();
    let mut taken = Vec::new();
    let mut seen = Vec::new();
    while let Some(core) = cores.take() {
        taken.push(core);
        let one = of_a_program();
        assert!(one.parse::<usize>().is_ok(), "{one}");
        assert!(!seen.contains(&one), "{one} twice");
        seen.push(one);
    }
    drop(taken);
    // Also of a launcher that has started a program on one core before.
    assert_eq!(of_a_program(), all);
    assert!(waiting::so_far().since(before).run > 0);
}

#[test]
fn there_is_a_core_for_each_game_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let played = |jobs: &str| {
        let mut command = Command::new(ARENA);
        command
            .arg("match")
            .args(PLAYERS)
            .args(["--game", "nogo", "--games", "2"]);
        command.args([
            "--affinity",
            "--force",
            "--jobs",
            jobs,
            "--log",
            "log.jsonl",
        ]);
        ended(command.current_dir(folder.path()))
    };
    let (well, _, errors) = played("1");
    assert!(well, "{errors}");
    let (well, _, errors) = played("1024");
    assert!(
        !well && errors.contains("for --jobs 1024; give fewer"),
        "{errors}"
    );
}
