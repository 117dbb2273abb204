//! Beginning in a game found before, and learning from games played.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use goose_tetris::{SCORING_PIECES, verify};
use goose_tetris_foresight::outlook::Outlook;

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/record.txt");

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
fn the_end_of_a_game_is_searched_again() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("again.txt");
    let args = [
        "--start", RECORD, "--from", "9900", "--width", "60", "--out",
    ];
    assert!(
        program(&[&args[..], &[name(&out)]].concat())
            .status
            .success()
    );
    let (old, new) = (
        fs::read_to_string(RECORD).unwrap(),
        fs::read_to_string(out).unwrap(),
    );
    let verdict = verify(&new).unwrap();
    assert_eq!((verdict.pieces, verdict.end), (SCORING_PIECES, None));
    // Paths to the same locks are found again, so the kept part is the same text if the record is ours.
    let kept = |text: &str| text.split('N').take(9900).collect::<Vec<_>>().join("N");
    assert_eq!(kept(&new), kept(&old));
}

#[test]
fn a_start_that_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let short = folder.path().join("short.txt");
    fs::write(&short, "N,D20,N,D20").unwrap();
    let output = program(&["--start", name(&short), "--from", "3"]);
    assert!(!output.status.success());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("short.txt has only 2 pieces"), "{message}");
    let output = program(&["--start", RECORD, "--from", "50", "--pieces", "40"]);
    assert!(!output.status.success());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("--from 50 leaves none of the 40"),
        "{message}"
    );
}

#[test]
fn learning_from_the_same_boards_gives_the_same_outlook() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (boards, first, second) = (path("boards"), path("first"), path("second"));
    let learn = |out: &Path| {
        let mut args = vec!["learn", "--boards", name(&boards), "--out", name(out)];
        args.extend("--outlook none --width 30 --seeds 0 --every 100 --steps 0.2".split(' '));
        program(&args)
    };
    let output = learn(&first);
    assert!(output.status.success(), "{output:?}");
    let played = fs::metadata(&boards).unwrap().modified().unwrap();
    assert!(learn(&second).status.success());
    assert_eq!(fs::metadata(&boards).unwrap().modified().unwrap(), played);
    let bytes = fs::read(first).unwrap();
    assert_eq!(bytes, fs::read(second).unwrap());
    assert_ne!(Outlook::from_bytes(&bytes).unwrap(), Outlook::default());

    fs::write(&boards, "no boards").unwrap();
    let message = String::from_utf8(learn(&path("third")).stderr).unwrap();
    assert!(message.contains("not a file of boards"), "{message}");
}
