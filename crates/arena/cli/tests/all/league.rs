//! Leagues as a user plays them.

use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{ARENA, BAD_BOT, SESSION_BOT, killed, pausing_bot};
use journal::reader::Reader;

/// Three players of NoGo that differ by their names only, which is enough to tell them apart; they pause for this log.
fn players(log: &Path) -> [String; 3] {
    ["", "--nodes 1", "--time-ms 900"]
        .map(|flags| pausing_bot(log, &format!("--keep-running {flags}")))
}

fn command(words: &[&str], players: &[String], out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(ARENA);
    command.args(words).args(players).args(more);
    command.arg("--out").arg(out);
    command.args(["--game", "nogo", "--games", "4", "--nodes", "5"]);
    command.args(["--mode", "keep-running", "--jobs", "1"]);
    command
}

fn league(players: &[String], out: &Path, more: &[&str]) -> (Output, String) {
    let output = command(&["league"], players, out, more).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

/// The facts of games that must not depend on the time and place of play, in the order of the league.
fn essence(path: &Path) -> Vec<(usize, usize, u32, String)> {
    let file = BufReader::new(fs::File::open(path).unwrap());
    let mut reader = Reader::new(file).unwrap();
    let mut games = Vec::new();
    while let Some(placed) = reader.next_game().unwrap() {
        let record = &placed.game;
        let what = format!("{:?} {:?}", record.moves, record.result);
        games.push((placed.game.a, placed.game.b, record.id, what));
    }
    games.sort();
    games
}

#[test]
fn a_killed_league_goes_on_and_shards_make_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let log = path("killed.jsonl");
    let players = players(&log);

    let whole = path("whole.jsonl");
    let (output, text) = league(&players, &whole, &[]);
    assert!(output.status.success(), "{text}");
    for part in ["Elo", "#3", "12 games"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let wanted = essence(&whole);
    assert_eq!(wanted.len(), 12);

    // Killed after some games, in mid-line for all that is known.
    let enough = fs::metadata(&whole).unwrap().len() / 4;
    killed(command(&["league"], &players, &log, &[]), &log, enough);
    let mut text = fs::read_to_string(&log).unwrap();
    assert!((2..13).contains(&text.lines().count()), "{text}");
    text.push_str("{\"a\":0,\"b\":1,\"id\":");
    fs::write(&log, &text).unwrap();
    let (output, _) = league(&players, &log, &["--resume"]);
    assert!(output.status.success());
    assert_eq!(essence(&log), wanted);
    // Nothing is left to do, so nothing is played.
    let before = fs::read_to_string(&log).unwrap();
    let (output, _) = league(&players, &log, &["--resume"]);
    assert!(output.status.success());
    assert_eq!(fs::read_to_string(&log).unwrap(), before);

    for shard in ["1/2", "2/2"] {
        let file = path(&format!("part{}.jsonl", &shard[..1]));
        let (output, _) = league(&players, &file, &["--shard", shard]);
        assert!(output.status.success());
    }
    let merged = path("merged.jsonl");
    let merge = |files: &[&Path]| {
        let mut command = Command::new(ARENA);
        command.arg("merge").args(files);
        command
    };
    let parts = [path("part1.jsonl"), path("part2.jsonl")];
    let output = merge(&[&parts[0], &parts[1]])
        .arg("--out")
        .arg(&merged)
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(essence(&merged), wanted);
    // A half of the last pair of a part is missing, and a whole part.
    let text = fs::read_to_string(&parts[0]).unwrap();
    let short: Vec<&str> = text.lines().collect();
    let short = short[..short.len() - 1].join("\n") + "\n";
    let cut = path("cut.jsonl");
    fs::write(&cut, short).unwrap();
    let out = path("incomplete.jsonl");
    let output = merge(&[&cut]).arg("--out").arg(&out).output().unwrap();
    assert_eq!(output.status.code(), Some(13), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("5 games;"));
    assert_eq!(essence(&out).len(), 5);
    let errors = String::from_utf8_lossy(&output.stderr);
    for part in [
        "missing: 7 of 12 games",
        "shard 1/2 is not finished: 1 game; --resume continues it",
        "shard 2/2 is in no file: 6 games",
        " against ",
    ] {
        assert!(errors.contains(part), "no `{part}` in {errors}");
    }
}

#[test]
fn a_bad_bot_is_last_and_its_verdicts_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("league.jsonl");
    let players = [
        format!("cmd:{BAD_BOT} exit-1 {{seed}}"),
        format!("cmd:{SESSION_BOT} --seed {{seed}}"),
    ];
    let (output, text) = league(&players, &out, &[]);
    assert!(output.status.success(), "{text}");
    let line = |name: &str| {
        // The head of the table names the columns.
        let line = text.lines().rfind(|line| line.contains(name)).unwrap();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(
        line("│ #1 ").contains("session-bot") && line("│ #1 ").contains("100.0"),
        "{text}"
    );
    assert!(
        line("│ #2 ").contains("exit-1") && line("│ #2 ").contains(" 4 "),
        "{text}"
    );
}

#[test]
fn errors_name_the_cure() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("league.jsonl");
    let two = ["cmd:true".to_owned(), "cmd:false".to_owned()];
    let refused = |players: &[String], more: &[&str]| {
        let (output, _) = league(players, &out, more);
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused(&two[..1], &[]).contains("at least two players"));
    assert!(refused(&[two[0].clone(), two[0].clone()], &[]).contains("named twice"));
    assert!(refused(&["human".to_owned(), two[0].clone()], &[]).contains("no human"));
    assert!(refused(&two, &["--shard", "3/2"]).contains("such as 2/8"));
    assert!(refused(&two, &["--file", "/nowhere"]).contains("cannot read --file /nowhere"));
    fs::write(&out, "x\n").unwrap();
    assert!(refused(&two, &[]).contains("add --resume"));
    assert!(refused(&two, &["--resume"]).contains("line 1 is no header"));
    fs::remove_file(&out).unwrap();
    let (output, _) = league(&two, &out, &[]);
    assert!(output.status.success());
    assert!(refused(&two, &["--resume", "--seed", "2"]).contains("`seed` is 1 there and 2 here"));
    assert!(refused(&two, &["--resume", "--shard", "1/2"]).contains("another shard"));
}
