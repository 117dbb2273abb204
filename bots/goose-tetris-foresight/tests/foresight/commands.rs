//! Beginning in a game found before.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use goose_tetris::{SCORING_PIECES, verify};

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
