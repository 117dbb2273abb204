//! A game that is killed and resumed ends with the record of one that was not.

use std::fs;
use std::path::Path;

use serde_json::Value;
use testing::solver::Solver;

fn solver(folder: &Path) -> Solver<'_> {
    Solver {
        program: env!("CARGO_BIN_EXE_goose-tetris-mcts"),
        arguments: &["--playouts", "40", "--pieces", "120"],
        folder,
    }
}

#[test]
fn killed_at_random_moments() {
    let folder = tempfile::tempdir().unwrap();
    solver(folder.path()).resumes(30, |checkpoint| {
        let text = fs::read_to_string(checkpoint).unwrap_or_default();
        let saved: Value = serde_json::from_str(&text).unwrap_or_default();
        saved["state"]
            .as_array()
            .map_or(0, |moves| moves.len() as u64)
    });
}

#[test]
fn other_arguments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    solver(folder.path()).refuses_other_arguments();
}

#[test]
fn a_checkpoint_of_the_first_version_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let old = "{\"arguments\":[40,2,120,1],\"seconds\":1.5,\"moves\":[]}";
    solver(folder.path()).refuses_version(old);
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
        let message = solver(folder).refused("bad", &["--params", path.to_str().unwrap()]);
        assert!(
            message.contains("bad.json") && message.contains(part),
            "{message}"
        );
    }
}
