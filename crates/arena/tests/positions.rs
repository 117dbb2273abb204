//! Scoring positions with a real bot's `explain`.
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use std::path::Path;

use arena::positions::{Kept, ask_all};
use common::SESSION_BOT;

/// What a random player with this seed makes of a position in which the centre is taken.
fn ask(last_line: &str, seed: &str) -> (u32, String) {
    let kept = Kept::parse(&format!("# the centre is taken\n4,4\n{last_line}\n")).unwrap();
    let flags = ["--nodes", "1", "--seed", seed].map(str::to_owned);
    let mut output = Vec::new();
    let hits = ask_all(
        Path::new(SESSION_BOT),
        &[("one.txt".to_owned(), kept)],
        &flags,
        &mut output,
    )
    .unwrap();
    (hits, String::from_utf8(output).unwrap())
}

#[test]
fn hits_are_counted_and_misses_explained() {
    let (hits, hit) = ask("avoid: 4,4", "1");
    assert!(
        hits == 1 && hit.starts_with("hit   one.txt: ") && hit.lines().count() == 1,
        "{hit}"
    );
    let (hits, miss) = ask("want: 4,4", "1");
    assert!(hits == 0 && miss.starts_with("MISS  one.txt: "), "{miss}");
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
        let error = ask_all(Path::new(program), &kept, &[], &mut Vec::new()).unwrap_err();
        assert!(format!("{error:#}").contains(want), "{error:#}");
    }
}
