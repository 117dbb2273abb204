//! Matches and tests that go on where they were stopped, and logs that are not replaced.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{ARENA, SESSION_BOT, killed, pausing_bot};
use crate::files::ended;

/// A match or test between two players at random under a node budget, who pause for log.jsonl.
fn arena(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(ARENA);
    let log = folder.join("log.jsonl");
    let player = |n: u32| pausing_bot(&log, &format!("--keep-running --nodes {n}"));
    command
        .arg(words[0])
        .args([player(1), player(2)])
        .args(&words[1..]);
    command.args([
        "--game",
        "nogo",
        "--nodes",
        "5",
        "--mode",
        "keep-running",
        "--jobs",
        "1",
    ]);
    command.current_dir(folder);
    command
}

fn read(log: &Path) -> (Value, Vec<Value>) {
    let text = fs::read_to_string(log).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (lines.next().unwrap(), lines.collect())
}

/// The games in their order, without times.
fn games(log: &Path) -> Vec<String> {
    let mut games = read(log).1;
    games.sort_by_key(|game| game["id"].as_u64());
    let fields = [
        "id",
        "seats",
        "bot_seeds",
        "init",
        "opening",
        "moves",
        "result",
    ];
    let line = |game: Value| fields.map(|field| game[field].to_string()).join(" ");
    games.into_iter().map(line).collect()
}

/// The score of a match as data.
fn score(text: &str) -> Value {
    serde_json::from_str::<Value>(text).unwrap()["score"].clone()
}

#[test]
fn a_killed_match_goes_on_and_takes_more_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (whole, log) = (folder.join("whole.jsonl"), folder.join("log.jsonl"));
    let (well, wanted, _) = ended(&mut arena(
        folder,
        &["match", "--games", "30", "--json", "--log", "whole.jsonl"],
    ));
    assert!(well);
    let enough = fs::metadata(&whole).unwrap().len() / 10;
    let twenty = ["match", "--games", "20", "--log", "log.jsonl"];
    killed(arena(folder, &twenty), &log, enough);
    let before = fs::read(&log).unwrap();
    assert!((1..20).contains(&games_in(&before)));
    // Without a word about it the log stays as it is.
    let (well, _, errors) = ended(&mut arena(
        folder,
        &["match", "--games", "20", "--log", "log.jsonl"],
    ));
    for part in ["log.jsonl", "--resume", "--force"] {
        assert!(!well && errors.contains(part), "no `{part}` in {errors}");
    }
    assert_eq!(fs::read(&log).unwrap(), before);
    fs::write(&log, [&before[..], b"{\"id\":19,\"pa"].concat()).unwrap();
    let (well, _, errors) = ended(&mut arena(
        folder,
        &["match", "--log", "log.jsonl", "--resume"],
    ));
    assert!(well && errors.contains("breaks off"), "{errors}");
    assert_eq!(games(&log), games(&whole)[..20]);
    let more = [
        "match",
        "--games",
        "30",
        "--log",
        "log.jsonl",
        "--resume",
        "--json",
    ];
    let (well, text, errors) = ended(&mut arena(folder, &more));
    assert!(well, "{errors}");
    assert_eq!(games(&log), games(&whole));
    assert_eq!(score(&text), score(&wanted));

    let (header, _) = read(&log);
    assert_eq!(header["games"], 30);
    let sittings = header["sittings"].as_array().unwrap();
    assert_eq!(sittings.len(), 3);
    assert_eq!(
        (&sittings[0]["games"], &sittings[2]["games"]),
        (&0.into(), &20.into())
    );
    assert!(
        sittings[0]["machine"]["cores"].as_u64() > Some(0),
        "{header}"
    );
    let digests = sittings[0]["executables"].as_object().unwrap();
    let files = header["identities"][0][0]["command"].as_object().unwrap();
    let of_a_file = |digest| files.values().any(|file| file == digest);
    assert!(files.contains_key(SESSION_BOT) && digests.values().all(of_a_file));
    // Nothing is left to do: nothing is written.
    let before = fs::read(&log).unwrap();
    let (well, text, _) = ended(&mut arena(folder, &more));
    assert!(well && score(&text) == score(&wanted));
    assert_eq!(fs::read(&log).unwrap(), before);
}

fn games_in(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count() - 1
}

#[test]
fn a_log_is_gone_on_with_under_its_own_conditions_only() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let log = folder.join("log.jsonl");
    let base = ["match", "--log", "log.jsonl", "--games"];
    let with = |more: &[&str]| ended(&mut arena(folder, &[&base[..], more].concat()));
    // No log yet: it is made.
    assert!(with(&["4", "--resume"]).0);
    let before = fs::read_to_string(&log).unwrap();
    for (more, why) in [
        (
            &["4", "--resume", "--seed", "2"][..],
            "`seed` is 1 there and 2 here",
        ),
        (&["2", "--resume"], "more than 2"),
        (&["4", "--resume", "--memory-mb", "99"], "`memory_mb`"),
    ] {
        let (well, _, errors) = with(more);
        assert!(!well && errors.contains(why), "{why}: {errors}");
    }
    let other = before.lines().nth(1).unwrap();
    let twice = other.replacen("\"moves\":[", "\"moves\":[[0,0],", 1);
    let damaged = before.replacen("\"pair\":0", "\"pair\":1", 1);
    for (text, why) in [
        (format!("{before}{twice}\n"), "has one result in line 2"),
        (damaged, "in pair 0, not in 1"),
        ("letter\n".to_owned(), "line 1 is no header"),
    ] {
        fs::write(&log, &text).unwrap();
        let (well, _, errors) = with(&["4", "--resume"]);
        assert!(!well && errors.contains(why), "{why}: {errors}");
        assert_eq!(fs::read_to_string(&log).unwrap(), text);
    }
    // An old log does not say what its players were, nor when.
    let (mut header, _) = read_text(&before);
    for field in ["identities", "sittings", "arena"] {
        header.as_object_mut().unwrap().remove(field).unwrap();
    }
    let rest = before.split_once('\n').unwrap().1;
    fs::write(&log, format!("{header}\n{rest}")).unwrap();
    let (well, _, errors) = with(&["6", "--resume"]);
    assert!(
        well && errors.contains("does not say what its players"),
        "{errors}"
    );
    assert_eq!(games(&log).len(), 6);
    // With --force the old one goes.
    assert!(with(&["2", "--force"]).0);
    assert_eq!(games(&log).len(), 2);
}

fn read_text(text: &str) -> (Value, Vec<Value>) {
    let mut lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (lines.next().unwrap(), lines.collect())
}

#[test]
fn a_killed_test_comes_to_the_same_decision() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let test = |log: &str, more: &[&str]| {
        let words = [
            "sprt",
            "--elo1",
            "200",
            "--max-games",
            "400",
            "--json",
            "--log",
            log,
        ];
        arena(folder, &[&words[..], more].concat())
    };
    let decision = |text: &str| serde_json::from_str::<Value>(text).unwrap()["test"].clone();
    let (_, text, errors) = ended(&mut test("whole.jsonl", &[]));
    let wanted = decision(&text);
    assert_eq!(wanted[0]["decision"], "H0", "{errors}");
    let log = folder.join("log.jsonl");
    let whole = fs::read(folder.join("whole.jsonl")).unwrap();
    killed(test("log.jsonl", &[]), &log, whole.len() as u64 / 4);
    assert!((1..games_in(&whole)).contains(&games_in(&fs::read(&log).unwrap())));
    let (_, text, errors) = ended(&mut test("log.jsonl", &["--resume"]));
    assert_eq!(decision(&text), wanted, "{errors}");
    // It is decided: no more games.
    let before = fs::read(&log).unwrap();
    let (_, text, _) = ended(&mut test("log.jsonl", &["--resume"]));
    assert_eq!(decision(&text), wanted);
    assert_eq!(fs::read(&log).unwrap(), before);
}
