//! Learning from games played.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use goose_tetris_foresight::windows::Windows;

fn program(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_goose-tetris-foresight"))
        .args(args)
        .output()
        .unwrap()
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn learning_from_the_same_boards_gives_the_same_windows() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (boards, first, second) = (path("boards"), path("first"), path("second"));
    let learn = |out: &Path| {
        let mut args = vec!["learn", "--boards", name(&boards), "--out", name(out)];
        args.extend("--windows none --width 30 --seeds 0 --every 100 --steps 0.2".split(' '));
        program(&args)
    };
    let output = learn(&first);
    assert!(output.status.success(), "{output:?}");
    let played = fs::metadata(&boards).unwrap().modified().unwrap();
    assert!(learn(&second).status.success());
    assert_eq!(fs::metadata(&boards).unwrap().modified().unwrap(), played);
    let bytes = fs::read(first).unwrap();
    assert_eq!(bytes, fs::read(second).unwrap());
    assert_ne!(Windows::from_bytes(&bytes).unwrap(), Windows::default());

    fs::write(&boards, "no boards").unwrap();
    let message = String::from_utf8(learn(&path("third")).stderr).unwrap();
    assert!(message.contains("not a file of boards"), "{message}");
}
