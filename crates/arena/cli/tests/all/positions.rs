//! Scoring positions with a real bot's `explain`.

use std::path::Path;

use crate::common::{LONG, SESSION_BOT, SHORT};
use arena::positions::ask_all;
use arena_common::Cancel;
use judges_common::positions::Kept;

/// The misses and the output of a random player with this seed in a position with the center taken.
fn ask(last_line: &str, seed: &str) -> (usize, String) {
    let kept = Kept::parse(&format!("# the centre is taken\n4,4\n{last_line}\n")).unwrap();
    let flags = ["--nodes", "1", "--seed", seed].map(str::to_owned);
    let mut output = Vec::new();
    let kept = [("one.txt".to_owned(), kept)];
    let missed = ask_all(
        Path::new(SESSION_BOT),
        &kept,
        &flags,
        LONG,
        &Cancel::default(),
        &mut output,
    )
    .unwrap();
    (missed.len(), String::from_utf8(output).unwrap())
}

#[test]
fn hits_are_counted_and_misses_explained() {
    let (missed, hit) = ask("avoid: 4,4", "1");
    assert!(
        missed == 0 && hit.starts_with("hit   one.txt: ") && hit.lines().count() == 1,
        "{hit}"
    );
    let (missed, miss) = ask("want: 4,4", "1");
    assert!(missed == 1 && miss.starts_with("MISS  one.txt: "), "{miss}");
    assert!(
        miss.contains("(want 4,4) the centre is taken\n      4,4\n      "),
        "{miss}"
    );
    assert!(miss.contains("\n      move: "), "{miss}");
}

#[test]
fn a_program_that_explains_nothing_is_an_error() {
    let kept = [("one.txt".to_owned(), Kept::parse("4,4\nwant: 1,1").unwrap())];
    for (program, want) in [
        ("true", "no line `move: M`"),
        ("false", "`explain` failed"),
        ("/no/such", "cannot start"),
    ] {
        let never = Cancel::default();
        let error = ask_all(
            Path::new(program),
            &kept,
            &[],
            LONG,
            &never,
            &mut Vec::new(),
        );
        let error = error.unwrap_err();
        assert!(format!("{error:#}").contains(want), "{error:#}");
    }
}

#[test]
fn a_program_that_explains_without_end_is_an_error() {
    let kept = [("one.txt".to_owned(), Kept::parse("4,4\nwant: 1,1").unwrap())];
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("bot");
    std::fs::write(&program, "#!/bin/sh\nsleep 1000\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, mode).unwrap();
    let ask = |patience, cancel: bool| {
        let flag = Cancel::default();
        if cancel {
            flag.cancel();
        }
        let hits = ask_all(&program, &kept, &[], patience, &flag, &mut Vec::new());
        format!("{:#}", hits.unwrap_err())
    };
    assert_eq!(
        ask(SHORT, false),
        "one.txt: `explain` failed: not done after 0 s; fix its loop, or give it less to do"
    );
    assert_eq!(ask(LONG, true), "one.txt: cancelled");
}
