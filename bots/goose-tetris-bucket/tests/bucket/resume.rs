//! A search that is killed and resumed ends with the record of one that was not.

use std::fs;
use std::path::Path;

use serde_json::Value;
use testing::solver::Solver;

fn solver(folder: &Path) -> Solver<'_> {
    Solver {
        program: env!("CARGO_BIN_EXE_goose-tetris-bucket"),
        arguments: &[
            "--bucket-size",
            "2",
            "--layer-width",
            "10",
            "--pieces",
            "120",
        ],
        folder,
    }
}

#[test]
fn killed_at_random_moments() {
    let folder = tempfile::tempdir().unwrap();
    solver(folder.path()).resumes(30, |checkpoint| {
        let text = fs::read_to_string(checkpoint).unwrap_or_default();
        let saved: Value = serde_json::from_str(&text).unwrap_or_default();
        saved["state"]["index"].as_u64().unwrap_or(0)
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
    let old = "{\"limits\":[2,10,50,0],\"pieces\":120,\"seconds\":1.5,\"index\":3,\"best\":0,\"entries\":[],\
               \"buckets\":[]}";
    solver(folder.path()).refuses_version(old);
}
