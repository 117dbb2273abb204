//! What is left where a disk is full.
//!
//! The shell's `ulimit -f` stands in for the disk: a file can have so many blocks of 512 bytes and no more.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{ARENA, BAD_BOT};

/// Runs the arena in this folder with files of at most so many blocks.
fn arena(folder: &Path, blocks: u32, arguments: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &script, ARENA])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn good(mark: &str) -> String {
    format!("cmd:{BAD_BOT} good {{seed}} {mark},json")
}

/// The texts of an arena that has failed.
fn failed(output: &Output) -> (String, String) {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    (out.into_owned(), err.into_owned())
}

/// The files of a folder, in order.
fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Arguments of a command that plays, with what they share.
fn playing<'a>(first: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    let shared = ["--game", "nogo", "--time-ms", "20000", "--jobs", "1"];
    [first, &shared[..], more].concat()
}

#[test]
fn a_match_whose_log_cannot_be_written_reports_the_games_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let bot = good("");
    let arguments = playing(
        &["match", &bot, &bot],
        &["--games", "1000", "--log", "games.jsonl"],
    );
    let (report, error) = failed(&arena(folder.path(), 64, &arguments));
    for part in ["all games", "Elo difference of A", "wall time"] {
        assert!(report.contains(part), "no `{part}` in\n{report}");
    }
    assert!(
        error.contains("cannot write games.jsonl: ") && error.contains("File too large"),
        "{error}"
    );
    // The disk is full from the start.
    let arguments = playing(
        &["match", &bot, &bot],
        &["--games", "2", "--log", "/dev/full"],
    );
    let (_, error) = failed(&arena(folder.path(), 64, &arguments));
    assert!(
        error.contains("cannot write /dev/full: ") && error.contains("No space left"),
        "{error}"
    );
}

#[test]
fn a_test_whose_log_cannot_be_written_reports_the_games_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let bot = good("");
    let arguments = playing(&["sprt", &bot, &bot], &["--log", "games.jsonl"]);
    let (report, error) = failed(&arena(folder.path(), 64, &arguments));
    for part in ["all games", "wall time", "no decision between", "LLR "] {
        assert!(report.contains(part), "no `{part}` in\n{report}");
    }
    assert!(error.contains("cannot write games.jsonl: "), "{error}");
}

#[test]
fn a_league_whose_file_cannot_be_written_prints_its_table_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (good("one"), good("two"));
    let arguments = playing(&["league", &one, &two], &["--games", "1000"]);
    let (report, error) = failed(&arena(folder.path(), 64, &arguments));
    assert!(report.contains("Elo against the mean of all"), "{report}");
    assert!(
        error.contains("league.jsonl: ") && error.contains("File too large"),
        "{error}"
    );
}

#[test]
fn a_file_that_is_written_whole_is_there_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let golden = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../games/nogo/tests/data/golden"
    );
    let mut golden: Vec<_> = fs::read_dir(golden)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    golden.sort();
    fs::copy(&golden[0], folder.path().join("match.json")).unwrap();
    let arena = |blocks, arguments: &[&str]| arena(folder.path(), blocks, arguments);

    let (_, error) = failed(&arena(1, &["import", "match.json"]));
    assert!(
        error.contains("match.jsonl") && error.contains("File too large"),
        "{error}"
    );
    assert_eq!(files(folder.path()), ["match.json"]);
    assert!(arena(1000, &["import", "match.json"]).status.success());

    let (_, error) = failed(&arena(4, &["replay", "match.jsonl"]));
    assert!(
        error.contains("match.html") && error.contains("File too large"),
        "{error}"
    );
    assert_eq!(files(folder.path()), ["match.json", "match.jsonl"]);

    // An old file stays as it was, and what is no file is written as it is.
    fs::write(folder.path().join("old.html"), "old").unwrap();
    let replace = ["replay", "match.jsonl", "--out", "old.html", "--force"];
    let (_, error) = failed(&arena(1000, &replace[..4]));
    assert!(error.contains("add --force to replace it"), "{error}");
    failed(&arena(4, &replace));
    assert_eq!(
        fs::read_to_string(folder.path().join("old.html")).unwrap(),
        "old"
    );
    let (_, error) = failed(&arena(
        1000,
        &["replay", "match.jsonl", "--out", "/dev/full"],
    ));
    assert!(error.contains("cannot write /dev/full"), "{error}");
    assert!(fs::metadata("/dev/full").unwrap().len() == 0);
    let output = arena(1000, &["replay", "match.jsonl", "--out", "/dev/stdout"]);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("<!DOCTYPE html>"));
    assert!(arena(1000, &replace).status.success());
    assert!(
        fs::read_to_string(folder.path().join("old.html"))
            .unwrap()
            .len()
            > 4096
    );

    // The file of a merged league is new, and whole.
    let (one, two) = (good("one"), good("two"));
    let arguments = playing(
        &["league", &one, &two],
        &["--games", "4", "--out", "a.jsonl"],
    );
    assert!(arena(1000, &arguments).status.success());
    let (_, error) = failed(&arena(2, &["merge", "a.jsonl", "--out", "all.jsonl"]));
    assert!(
        error.contains("all.jsonl") && error.contains("File too large"),
        "{error}"
    );
    assert_eq!(
        files(folder.path()),
        ["a.jsonl", "match.json", "match.jsonl", "old.html"]
    );
    let (_, error) = failed(&arena(1000, &["merge", "a.jsonl", "--out", "a.jsonl"]));
    assert!(
        error.contains("add --force to replace it, or name another file"),
        "{error}"
    );
}
