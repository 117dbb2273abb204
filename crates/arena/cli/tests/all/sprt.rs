//! The sequential test as a user meets it.

use std::fs;
use std::process::{Command, Output};

use snapbox::str;

use crate::common::{ARENA, BAD_BOT, SESSION_BOT};
use crate::shell::Shell;

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
    Shell::new().types(str![[r#"
$ arena sprt 'cmd:session-bot --seed {seed}' 'cmd:session-bot --seed {seed}' --game nogo --nodes 1 --jobs 2 --force --max-games 4 | \
    tail -n 4
no decision between +0 Elo (H0) and +20 Elo (H1)
LLR -0.118, bounds -2.944 and 2.944
2 pairs: lost 0-2 1, 0.5-1.5 0, 1-1 1, 1.5-0.5 0, won 2-0 0
Elo of A -190.8 (95 %: -598.3 .. +216.6), likelihood of superiority 8.0 %
"#]]);
}

#[test]
fn hypotheses_without_sense_are_refused() {
    Shell::new().types(str![[r#"
$ arena sprt cmd:x cmd:y --game nogo --elo0 20
error: --elo0 20 is not below --elo1 20: H1 must claim the larger difference
exit status 1
$ arena sprt cmd:x cmd:y --game nogo --elo1 NaN
error: --elo1 NaN: give an Elo difference from -1000 to 1000
exit status 1
$ arena sprt cmd:x cmd:y --game nogo --alpha 0.5
error: --alpha 0.5: give a probability from 0.000001 to below 0.5, such as 0.05
exit status 1
$ arena sprt cmd:x cmd:y --game nogo --beta 0
error: --beta 0: give a probability from 0.000001 to below 0.5, such as 0.05
exit status 1
$ arena sprt human cmd:x --game nogo
error: a test takes thousands of games: name bots or cmd:COMMAND, no human
exit status 1
"#]]);
}
