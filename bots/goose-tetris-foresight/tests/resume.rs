//! A search that is killed and resumed ends with the record of one that was not.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use goose_tetris_foresight::checkpoint::Checkpoint;

fn search(folder: &Path, name: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_goose-tetris-foresight"));
    command.args([
        "--width",
        "40",
        "--pieces",
        "250",
        "--checkpoint-seconds",
        "0",
        "--resume",
        "--checkpoint",
    ]);
    command
        .arg(folder.join(format!("{name}.checkpoint")))
        .arg("--out")
        .arg(folder.join(format!("{name}.txt")));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn killed_at_random_moments() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(search(folder, "whole").status().unwrap().success());
    let mut random = fastrand::Rng::with_seed(5);
    let path = folder.join("killed.checkpoint");
    for kill in 1..=3 {
        let mut child = search(folder, "killed").spawn().unwrap();
        let from = kill * 60 + random.usize(0..20);
        while Checkpoint::load(&path).map_or(0, |checkpoint| checkpoint.index) < from
            && child.try_wait().unwrap().is_none()
        {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(Checkpoint::load(&path).unwrap().index > 0);
    }
    assert!(
        search(folder, "killed")
            .arg("--threads")
            .arg("2")
            .status()
            .unwrap()
            .success()
    );
    let record = |name: &str| fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
    assert_eq!(record("killed"), record("whole"));
}

#[test]
fn other_arguments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(search(folder, "one").status().unwrap().success());
    let other = search(folder, "one")
        .args(["--seed", "9"])
        .output()
        .unwrap();
    assert!(!other.status.success());
}
