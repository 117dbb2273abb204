//! The replay page of every file that holds games, whole or damaged.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::common::page_data;

const ARENA: &str = env!("CARGO_BIN_EXE_english-arena");

fn arena(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(ARENA)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The arena's standard error in a run that succeeds.
fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = arena(folder, arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The first golden game of this name, a log of the site.
pub fn golden(game: &str) -> Value {
    let folder = format!(
        "{}/../../games/{game}/tests/data/golden",
        env!("CARGO_MANIFEST_DIR")
    );
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    paths.sort();
    serde_json::from_slice(&fs::read(&paths[0]).unwrap()).unwrap()
}

/// The lines of the log that the arena makes of a log of the site: header and game.
pub fn imported(folder: &Path, log: &Value) -> [Value; 2] {
    fs::write(folder.join("match.json"), log.to_string()).unwrap();
    done(folder, &["import", "match.json", "--force"]);
    let text = fs::read_to_string(folder.join("match.jsonl")).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    lines.try_into().unwrap()
}

/// The data of a page, as its scripts read it.
fn data_of(path: &Path) -> Value {
    let page = fs::read_to_string(path).unwrap();
    assert!(page.trim_end().ends_with("</html>"));
    page_data(&page)
}

fn length(list: &Value) -> usize {
    list.as_array().unwrap().len()
}

#[test]
fn an_imported_match_is_shown_up_to_where_the_referees_differ() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let other = |game: &str, place: &str, value: Value| {
        let mut log = golden(game);
        *log.pointer_mut(place).unwrap() = value;
        log
    };
    let mut illegal = golden("nogo");
    illegal["log"][5]["0"]["response"] = illegal["log"][1]["0"]["response"].clone();
    let end = length(&golden("nogo")["log"]) - 1;
    for (log, turns, want) in [
        // By our rules the game is over, but the site goes on.
        (illegal, 3, "turn 4, command: the site has"),
        (
            other(
                "nogo",
                "/log/6/output/content",
                json!({"1": {"x": 8, "y": 8}}),
            ),
            3,
            "turn 4, content",
        ),
        (
            other("snake", "/log/0/output/content/1/x", json!(99)),
            0,
            "turn 1, content",
        ),
        (
            other("tetris2", "/log/4/output/content/0/x", json!(9)),
            2,
            "turn 3, content",
        ),
        (
            other(
                "nogo",
                &format!("/log/{end}/output/content"),
                json!({"0": 7, "1": 7}),
            ),
            end / 2,
            "content",
        ),
    ] {
        let [_, game] = imported(folder, &log);
        let told = &game["disagreement"];
        assert_eq!(told["turn"], turns, "{told}");
        done(folder, &["replay", "match.jsonl"]);
        let shown = data_of(&folder.join("match.html"))["games"][0].take();
        assert_eq!(
            (length(&shown["frames"]), length(&shown["turns"])),
            (turns + 1, turns),
            "{want}"
        );
        let broken = shown["broken"].as_str().unwrap();
        assert!(broken.contains(want), "{broken}");
    }
    let [_, game] = imported(folder, &golden("nogo"));
    assert!(game.get("disagreement").is_none());
}

#[test]
fn a_game_that_breaks_the_rules_is_shown_up_to_there() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [mut header, nogo] = imported(folder, &golden("nogo"));
    let [_, snake] = imported(folder, &golden("snake"));
    let half = json!({"random_seed": 3, "max_round": 40});
    // The first move is 3 (left) or 2 (up): one of them is on the board, and none goes back.
    let operations = json!([[1], [1], [6, 6], [1]]);
    for (name, record, places, want) in [
        (
            "nogo",
            &nogo,
            vec![("/moves/2", nogo["moves"][0].clone())],
            "by the arena's rules it ends after turn 3",
        ),
        (
            "snake",
            &snake,
            vec![("/moves/2", json!(3))],
            "turn 3: all players move",
        ),
        (
            "snakego",
            &nogo,
            vec![("/init", half.clone()), ("/moves", operations)],
            "half-round 3: the rules refuse",
        ),
        (
            "snakego",
            &nogo,
            vec![("/init", half), ("/moves", json!([[1], [1], 7, [1]]))],
            "half-round 3: no list",
        ),
    ] {
        let mut game = record.clone();
        game["replies"] = json!([]);
        for (place, value) in places {
            *game.pointer_mut(place).unwrap() = value;
        }
        header["game"] = json!(name);
        fs::write(folder.join("games.jsonl"), format!("{header}\n{game}\n")).unwrap();
        done(folder, &["replay", "games.jsonl"]);
        let shown = data_of(&folder.join("games.html"))["games"][0].take();
        let broken = shown["broken"].as_str().unwrap();
        assert!(broken.contains(want), "{broken}");
        assert!((3..=4).contains(&length(&shown["frames"])), "{shown}");
        assert_eq!(length(&shown["turns"]) + 1, length(&shown["frames"]));
    }
}

#[test]
fn one_bad_game_hides_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [header, game] = imported(folder, &golden("snake"));
    let with = |id: u32, key: &str, value: Value| {
        let mut game = game.clone();
        (game["id"], game[key]) = (json!(id), value);
        game
    };
    let lines = [
        with(0, "pair", json!(0)).to_string(),
        with(1, "init", json!({"obstacle": 1})).to_string(),
        "{\"id\":2,\"what\":".to_owned(),
        with(3, "seats", json!([0, 7])).to_string(),
        with(4, "pair", json!(2)).to_string(),
    ];
    fs::write(
        folder.join("games.jsonl"),
        format!("{header}\n{}\n", lines.join("\n")),
    )
    .unwrap();
    let said = done(folder, &["replay", "games.jsonl"]);
    let data = data_of(&folder.join("games.html"));
    let ids: Vec<&Value> = data["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["id"])
        .collect();
    assert_eq!(ids, [0, 4]);
    for (bad, what) in data["bad"]
        .as_array()
        .unwrap()
        .iter()
        .zip(["game 1", "line 4", "line 5"])
    {
        let bad = bad.as_str().unwrap();
        assert!(bad.contains(what) && said.contains(bad), "{bad}: {said}");
    }
    assert_eq!(length(&data["bad"]), 3);
    // A page without a game is none.
    let output = arena(
        folder,
        &["replay", "games.jsonl", "--game", "1", "--out", "none.html"],
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && said.contains("game 1: "),
        "{said}"
    );
    assert!(!folder.join("none.html").exists());
}

#[test]
fn a_league_is_shown_with_the_names_of_both_players() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [mut header, game] = imported(folder, &golden("nogo"));
    header["time_ms"] = json!(1000);
    let alone = json!([{"agreed": {"own": {"time_ms": 6000}, "player": "human"}}]);
    (header["league"], header["players"]) = (json!(true), json!(["a", "b", "c"]));
    header["swap"] = json!(true);
    header["identities"] = json!([["human"], ["human"], alone]);
    let of = |a: u32, b: u32, id: u32| {
        let mut line = game.clone();
        (line["a"], line["b"], line["id"]) = (json!(a), json!(b), json!(id));
        (line["pair"], line["seats"]) = (json!(id / 2), json!([id % 2, 1 - id % 2]));
        line.to_string()
    };
    let lines = [
        header.to_string(),
        of(0, 2, 0),
        of(0, 2, 1),
        of(1, 2, 0),
        of(2, 1, 0),
        of(0, 3, 0),
    ];
    fs::write(folder.join("league.jsonl"), lines.join("\n") + "\n").unwrap();
    let said = done(folder, &["replay", "league.jsonl"]);
    assert!(said.contains("line 5") && said.contains("line 6"), "{said}");
    let data = data_of(&folder.join("league.html"));
    assert_eq!(data["players"], json!(["a", "b", "c"]));
    let limits = json!([[1000, 1000], [1000, 1000], [6000, 6000]]);
    assert_eq!(data["limits"], limits);
    let players: Vec<&Value> = data["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["players"])
        .collect();
    assert_eq!(players, [&json!([0, 2]), &json!([0, 2]), &json!([1, 2])]);
    // An id is that of a game in every match.
    done(folder, &["replay", "league.jsonl", "--game", "0"]);
    assert_eq!(length(&data_of(&folder.join("league.html"))["games"]), 2);
}

#[test]
fn a_match_of_a_league_of_halves_has_a_winner_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [mut header, mut half] = imported(folder, &golden("nogo"));
    (header["league"], header["players"]) = (json!(true), json!(["a", "b", "c"]));
    header["swap"] = json!(true);
    header["game"] = json!("snakego");
    half["init"] = json!({"random_seed": 3, "max_round": 40});
    (half["moves"], half["replies"]) = (json!([[1]]), json!([]));
    let mut text = format!("{header}\n");
    for (a, b) in [(0, 1), (1, 2)] {
        for id in 0..2 {
            let mut line = half.clone();
            (line["a"], line["b"], line["id"]) = (json!(a), json!(b), json!(id));
            line["seats"] = json!([id, 1 - id]);
            // The first player of the first match wins both of its halves, that of the second loses them.
            let won = if a == 0 { id } else { 1 - id };
            line["result"]["scores"] = json!([10 * (1 - won), 10 * won]);
            line["result"]["winner"] = json!(won);
            text.push_str(&format!("{line}\n"));
        }
    }
    fs::write(folder.join("league.jsonl"), text).unwrap();
    done(folder, &["replay", "league.jsonl"]);
    let data = data_of(&folder.join("league.html"));
    assert_eq!(data["matches"], json!({"0-1-0": 0, "1-2-0": 1}));
}

#[test]
fn an_answer_that_the_fallback_move_saved_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [header, mut game] = imported(folder, &golden("nogo"));
    let saved = json!({"answers": 1, "cause": "panicked at src/lib.rs:7: <b>"});
    game["replies"][3]["saved"] = saved.clone();
    fs::write(folder.join("games.jsonl"), format!("{header}\n{game}\n")).unwrap();
    done(folder, &["replay", "games.jsonl"]);
    let turns = data_of(&folder.join("games.html"))["games"][0]["turns"].take();
    assert_eq!(turns[3][0]["r"], saved);
    assert!(turns[2][0].get("r").is_none(), "{turns}");
}

#[test]
fn a_long_log_takes_the_memory_of_one_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [header, mut game] = imported(folder, &golden("nogo"));
    game["replies"].as_array_mut().unwrap().truncate(1);
    game["moves"].as_array_mut().unwrap().truncate(1);
    game["replies"][0]["debug"] = json!("x".repeat(100_000));
    let mut log = BufWriter::new(fs::File::create(folder.join("long.jsonl")).unwrap());
    writeln!(log, "{header}").unwrap();
    for id in 0..600 {
        game["id"] = json!(id);
        writeln!(log, "{game}").unwrap();
    }
    log.into_inner().unwrap();
    // The log has 60 MB, as many as the arena may have in all.
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 60000; exec \"$0\" \"$@\"", ARENA])
        .args(["replay", "long.jsonl"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(length(&data_of(&folder.join("long.html"))["games"]), 600);
}

#[test]
fn a_page_speaks_the_language_that_was_asked_for_or_its_readers() {
    let folder = tempfile::tempdir().unwrap();
    imported(folder.path(), &golden("nogo"));
    for (more, language) in [
        (["--lang", "zh"].as_slice(), json!("zh")),
        (&["--lang=en"], json!("en")),
        // The locale is that of who makes the page, not of who reads it.
        (&[], Value::Null),
    ] {
        let output = Command::new(ARENA)
            .args(["replay", "match.jsonl"])
            .args(more)
            .env("LC_ALL", "zh_CN.UTF-8")
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(data_of(&folder.path().join("match.html"))["lang"], language);
    }
}
