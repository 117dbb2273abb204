//! A league that grows by players and games is the league that was played at once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::{ARENA, killed, pausing_bot};
use crate::files::ended;

/// Twelve players, in no order: some play at random and pause for this log, the others lose at once.
fn players(log: &Path) -> Vec<String> {
    let random = |n: u32| pausing_bot(log, &format!("--keep-running --nodes {n}"));
    let loser = |n: u32| format!("cmd:false {n}");
    let mut all: Vec<String> = [3, 1, 4, 2].map(random).into();
    all.extend([5, 9, 2, 6, 8, 7, 1, 3].map(loser));
    all.swap(0, 7);
    all.swap(3, 11);
    all
}

fn league(folder: &Path, out: &str, players: &[String], more: &[&str]) -> Command {
    let mut command = Command::new(ARENA);
    command.arg("league").args(players).args(more);
    command.args(["--game", "nogo", "--nodes", "5", "--mode", "keep-running"]);
    command.args(["--jobs", "2", "--force", "--out", out]);
    command.current_dir(folder);
    command
}

fn played(folder: &Path, out: &str, players: &[String], more: &[&str]) {
    let (well, text, errors) = ended(&mut league(folder, out, players, more));
    assert!(well, "{text}{errors}");
}

/// The games of a league by the names of their players and their numbers: start, seats, seeds, moves and result.
fn games(path: &Path) -> BTreeMap<(String, String, u64), String> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let header = lines.next().unwrap();
    let mut games = BTreeMap::new();
    for game in lines {
        let name = |key: &str| {
            let number = game[key].as_u64().unwrap() as usize;
            header["players"][number].as_str().unwrap().to_owned()
        };
        let fields = ["seats", "bot_seeds", "init", "opening", "moves", "result"];
        let what = fields.map(|field| game[field].to_string()).join(" ");
        let key = (name("a"), name("b"), game["id"].as_u64().unwrap());
        assert!(games.insert(key, what).is_none(), "a game twice");
    }
    games
}

/// The tables of a league, and its file in the canonical order.
fn merged(folder: &Path, file: &str) -> ([String; 2], PathBuf) {
    let out = folder.join(format!("canonical-{file}"));
    let merge = |more: &[&str]| {
        let mut command = Command::new(ARENA);
        command.args(["merge", file]).args(more).current_dir(folder);
        let output = command.output().unwrap();
        // Games may be missing.
        assert!(matches!(output.status.code(), Some(0 | 13)), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let table = merge(&["--out", out.to_str().unwrap()]);
    ([table, merge(&["--json"])], out)
}

/// The content of a canonical file without times: a line for each game, in its order.
fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| {
            let mut value: Value = serde_json::from_str(line).unwrap();
            let fields = value.as_object_mut().unwrap();
            fields.remove("wall_ms");
            fields.remove("sittings");
            let replies = fields.get_mut("replies").and_then(Value::as_array_mut);
            for reply in replies.into_iter().flatten() {
                reply.as_object_mut().unwrap().remove("ms").unwrap();
            }
            value.to_string()
        })
        .collect()
}

#[test]
fn a_league_that_grew_equals_the_one_that_was_played_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let grown = folder.join("grown.jsonl");
    let all = players(&grown);

    // Ten players with four games a match, in the middle of which the arena is killed.
    let four = league(folder, "grown.jsonl", &all[..10], &["--games", "4"]);
    killed(four, &grown, 50_000);
    let before = fs::read_to_string(&grown).unwrap().lines().count();
    assert!((2..1 + 45 * 4).contains(&before), "{before} lines");
    played(folder, "grown.jsonl", &[], &["--resume"]);
    assert_eq!(games(&grown).len(), 45 * 4);
    // A player more, and another one; of the second sitting nobody names the old ones.
    played(folder, "grown.jsonl", &all[10..11], &["--resume"]);
    assert_eq!(games(&grown).len(), 55 * 4);
    let twelfth = league(folder, "grown.jsonl", &all[11..], &["--resume"]);
    killed(twelfth, &grown, 20_000);
    played(folder, "grown.jsonl", &all, &["--resume"]);
    assert_eq!(games(&grown).len(), 66 * 4);
    // More games.
    played(folder, "grown.jsonl", &[], &["--resume", "--games", "6"]);

    let mut other = all.clone();
    other.reverse();
    played(folder, "once.jsonl", &other, &["--games", "6"]);
    let once = folder.join("once.jsonl");
    assert_eq!(games(&once).len(), 66 * 6);
    assert_eq!(games(&grown), games(&once));
    let [(tables, file), (other_tables, other_file)] =
        ["grown.jsonl", "once.jsonl"].map(|file| merged(folder, file));
    assert_eq!(tables, other_tables);
    assert!(
        tables[0].contains("396 games") && tables[0].contains("#12"),
        "{}",
        tables[0]
    );
    assert_eq!(lines(&file), lines(&other_file));
}

#[test]
fn near_neighbors_first_is_the_same_league_in_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let all = &players(&folder.join("near.jsonl"))[..5];
    played(folder, "near.jsonl", &all[..4], &["--games", "4"]);
    played(
        folder,
        "near.jsonl",
        &all[4..],
        &["--resume", "--pair-near"],
    );
    played(folder, "once.jsonl", all, &["--games", "4"]);
    let [near, once] = ["near.jsonl", "once.jsonl"].map(|file| games(&folder.join(file)));
    assert_eq!((near.len(), &near), (10 * 4, &once));
}

#[test]
fn shards_grow_alike() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let all = &players(&folder.join("once.jsonl"))[..4];
    for shard in ["1/2", "2/2"] {
        let file = format!("part{}.jsonl", &shard[..1]);
        played(
            folder,
            &file,
            &all[..3],
            &["--games", "4", "--shard", shard],
        );
        let more = ["--resume", "--games", "8", "--shard", shard];
        played(folder, &file, &all[3..], &more);
    }
    played(folder, "once.jsonl", all, &["--games", "8"]);
    let mut merge = Command::new(ARENA);
    let files = ["part2.jsonl", "part1.jsonl", "--out", "whole.jsonl"];
    let (well, table, errors) = ended(merge.arg("merge").args(files).current_dir(folder));
    assert!(well && !errors.contains("missing"), "{errors}");
    let (tables, once) = merged(folder, "once.jsonl");
    assert_eq!(table, tables[0]);
    assert_eq!(lines(&folder.join("whole.jsonl")), lines(&once));
}

#[test]
fn an_old_file_is_never_replaced_by_accident_and_never_shrinks() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let league = |more: &[&str]| {
        let mut command = Command::new(ARENA);
        command.args([
            "league",
            "cmd:false",
            "cmd:true",
            "--game",
            "nogo",
            "--nodes",
            "5",
        ]);
        command.args(["--jobs", "1", "--out", "x.jsonl"]).args(more);
        ended(command.current_dir(folder))
    };
    assert!(league(&["--games", "4"]).0);
    let path = folder.join("x.jsonl");
    let before = fs::read_to_string(&path).unwrap();
    let (well, _, errors) = league(&["--games", "4"]);
    assert!(!well, "replaced");
    for part in ["x.jsonl", "--resume", "--force"] {
        assert!(errors.contains(part), "no `{part}` in {errors}");
    }
    let (well, _, errors) = league(&["--games", "2", "--resume"]);
    assert!(
        !well && errors.contains("is of 4 games, which is more than 2"),
        "{errors}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    assert!(league(&["--games", "2", "--force"]).0);
    assert_eq!(games(&path).len(), 2);

    let merge = |more: &[&str]| {
        let mut command = Command::new(ARENA);
        command
            .args(["merge", "x.jsonl", "--out", "y.jsonl"])
            .args(more);
        ended(command.current_dir(folder))
    };
    assert!(merge(&[]).0);
    let (well, _, errors) = merge(&[]);
    assert!(!well && errors.contains("--force"), "{errors}");
    assert!(merge(&["--force"]).0);
}
