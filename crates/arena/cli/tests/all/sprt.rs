//! The sequential test as a user meets it.

use std::fs;
use std::process::{Command, Output};

use crate::common::{ARENA, BAD_BOT, SESSION_BOT};

/// A test between two commands under a node budget, with two jobs.
fn sprt(a: &str, b: &str, more: &[&str]) -> (Output, String) {
    let output = Command::new(ARENA)
        .args(["sprt", &format!("cmd:{a}"), &format!("cmd:{b}")])
        .args(["--game", "nogo", "--nodes", "1", "--jobs", "2", "--force"])
        .args(["--mode", "keep-running"])
        .args(more)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

#[test]
fn the_better_bot_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("games.jsonl");
    let random = format!("{SESSION_BOT} --keep-running --seed {{seed}}");
    let crash = format!("{BAD_BOT} exit-1 {{seed}}");
    let (output, text) = sprt(&random, &crash, &["--log", log.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{text}");
    for part in ["H1 accepted", "more than +0 Elo", "won 2-0", "LLR"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let games = fs::read_to_string(&log).unwrap().lines().count() - 1;
    assert!(games < 200, "{games} games for a bot that always crashes");
    let (output, text) = sprt(&crash, &random, &[]);
    assert_eq!(output.status.code(), Some(10), "{text}");
    assert!(text.contains("H0 accepted"), "{text}");
}

#[test]
fn a_bot_is_not_stronger_than_itself() {
    let random = format!("{SESSION_BOT} --keep-running --seed {{seed}}");
    let arguments = ["--elo1", "300"];
    let (output, text) = sprt(&random, &random, &arguments);
    assert_eq!(output.status.code(), Some(10), "{text}");
    assert!(
        text.contains("H0 accepted: A is not +300 Elo stronger"),
        "{text}"
    );
    // With a node budget the decision does not depend on which game ended first.
    let pairs = |text: &str| {
        let line = text.lines().find(|line| line.contains(" pairs: "));
        line.unwrap().to_owned()
    };
    let (_, again) = sprt(&random, &random, &arguments);
    assert_eq!(pairs(&text), pairs(&again));
}

#[test]
fn a_test_may_end_undecided() {
    let random = format!("{SESSION_BOT} --keep-running --seed {{seed}}");
    let (output, text) = sprt(&random, &random, &["--max-games", "4"]);
    assert_eq!(output.status.code(), Some(11), "{text}");
    assert!(
        text.contains("no decision between +0 Elo (H0) and +20 Elo (H1)"),
        "{text}"
    );
    assert!(text.contains("2 pairs: "), "{text}");
}

#[test]
fn hypotheses_without_sense_are_refused() {
    for (flags, cure) in [
        (["--elo0", "20"], "must claim the larger difference"),
        (["--elo1", "NaN"], "from -1000 to 1000"),
        (["--alpha", "0.5"], "such as 0.05"),
        (["--beta", "0"], "such as 0.05"),
    ] {
        let (output, _) = sprt("x", "y", &flags);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && error.contains(cure),
            "{flags:?}: {error}"
        );
    }
    let output = Command::new(ARENA)
        .args(["sprt", "human", "cmd:x", "--game", "nogo"])
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("no human"));
}
