//! A game that is killed and resumed ends with the record of one that was not.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

fn program(folder: &Path, name: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_goose-tetris-mcts"));
    command.args(["--playouts", "40", "--pieces", "120"]);
    command.args(["--checkpoint-seconds", "0", "--resume", "--checkpoint"]);
    command.arg(folder.join(format!("{name}.checkpoint")));
    command.arg("--out").arg(folder.join(format!("{name}.txt")));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Pieces done in a checkpoint; 0 without one.
fn done(checkpoint: &Path) -> u64 {
    let text = fs::read_to_string(checkpoint).unwrap_or_default();
    let saved: Value = serde_json::from_str(&text).unwrap_or_default();
    saved["state"]
        .as_array()
        .map_or(0, |moves| moves.len() as u64)
}

#[test]
fn killed_at_random_moments() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(program(folder, "whole").status().unwrap().success());
    let mut random = fastrand::Rng::with_seed(5);
    let path = folder.join("killed.checkpoint");
    for kill in 1..=3 {
        let mut child = program(folder, "killed").spawn().unwrap();
        let from = kill * 30 + random.u64(0..10);
        while done(&path) < from && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(done(&path) > 0);
    }
    let mut last = program(folder, "killed");
    assert!(last.args(["--threads", "2"]).status().unwrap().success());
    let record = |name: &str| fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
    assert_eq!(record("killed"), record("whole"));
}

#[test]
fn other_arguments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(program(folder, "one").status().unwrap().success());
    let other = program(folder, "one")
        .args(["--seed", "9"])
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(!other.status.success());
    let message = String::from_utf8(other.stderr).unwrap();
    assert!(
        message.contains("one.checkpoint belongs to a search with other arguments"),
        "{message}"
    );
}

#[test]
fn a_checkpoint_of_the_first_version_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let old = "{\"arguments\":[40,2,120,1],\"seconds\":1.5,\"moves\":[]}";
    fs::write(folder.join("old.checkpoint"), old).unwrap();
    let refused = program(folder, "old")
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(!refused.status.success());
    let message = String::from_utf8(refused.stderr).unwrap();
    for part in [
        "old.checkpoint is a checkpoint of another version of goose-tetris-mcts",
        "remove it",
    ] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn parameters_that_are_none_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let path = folder.join("bad.json");
    let own = include_str!("../../params.json");
    for (text, part) in [
        (own.replace("\"cell\"", "\"cells\""), "cells"),
        (
            own.replace("\"children\": 4", "\"children\": 0"),
            "children is 0, not 1 to 1000",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let refused = program(folder, "bad")
            .arg("--params")
            .arg(&path)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert!(!refused.status.success());
        let message = String::from_utf8(refused.stderr).unwrap();
        assert!(
            message.contains("bad.json") && message.contains(part),
            "{message}"
        );
    }
}
