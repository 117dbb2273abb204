//! A new game is rules, a module and a picture in a longer table: then the arena matches, logs, replays and imports it. This
//! one has three seats.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{page_data, read_games};
use serde_json::{Value, json};

const TOY_ARENA: &str = env!("CARGO_BIN_EXE_toy-arena");

/// Starts the arena with the toy on two bots, of which A always adds 1, B 2, and returns what it prints.
fn played(folder: &Path, command: &str, options: &[&str]) -> String {
    let bots = [1, 2].map(|add| format!("cmd:{TOY_ARENA} bot {add}"));
    let words = [&[command, &bots[0], &bots[1], "--game", "toy"], options].concat();
    arena(folder, &words)
}

fn arena(folder: &Path, words: &[&str]) -> String {
    let output = Command::new(TOY_ARENA)
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {text}{errors}");
    text
}

/// The games of a log in their order, without times.
fn games(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap();
    let mut games: Vec<Value> = (text.lines().skip(1))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for game in &mut games {
        game.as_object_mut().unwrap().remove("wall_ms");
        for reply in game["replies"].as_array_mut().unwrap() {
            reply.as_object_mut().unwrap().remove("ms");
        }
    }
    games.sort_by_key(|game| game["id"].as_u64());
    games
}

#[test]
fn a_game_of_the_table_is_matched_logged_replayed_and_imported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let same = ["--games", "6", "--jobs", "1", "--opening-plies", "2"];
    let with = |more: &[&str]| played(folder, "match", &[&same[..], more].concat());
    let text = with(&["--log", "toy.jsonl"]);
    assert!(text.contains("normal end"), "{text}");
    let (header, records) = read_games(&fs::read(folder.join("toy.jsonl")).unwrap());
    assert_eq!((header.game.as_deref(), records.len()), (Some("toy"), 6));
    let mut won = [0, 0];
    for (game, seats) in records.iter().zip(&header.seatings) {
        // The opening adds 1 twice, then the bots add what they add: the sum reaches 10 with the last ply.
        assert_eq!((game.opening, &game.seats), (2, seats));
        let sum = game.moves.iter().enumerate().fold(0, |sum, (ply, add)| {
            let own = 1 + game.seats[ply % 3] as u64;
            assert_eq!(add.as_u64().unwrap(), if ply < 2 { 1 } else { own });
            sum + add.as_u64().unwrap()
        });
        assert!((10..=11).contains(&sum), "{:?}", game.moves);
        let winner = (game.moves.len() - 1) % 3;
        assert_eq!(game.result.winner, Some(winner));
        assert_eq!(game.won_by(), Some(game.seats[winner]));
        won[game.seats[winner]] += 1;
    }
    // A sits alone in every seat, and twice beside every seat.
    let csv = with(&["--csv", "--table", "score"]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|head| *head == name).unwrap();
    let counts = |name: &str| {
        rows[1..]
            .iter()
            .map(|row| row[column(name)])
            .collect::<Vec<_>>()
    };
    assert_eq!(counts("seat"), ["", "0", "1", "2"]);
    assert_eq!(counts("games"), ["6", "3", "3", "3"]);
    assert_eq!(counts("won")[0], won[0].to_string());
    assert_eq!(counts("lost")[0], won[1].to_string());

    arena(folder, &["replay", "toy.jsonl"]);
    let page = fs::read_to_string(folder.join("toy.html")).unwrap();
    assert!(page.contains("DRAW.toy = {") && page.contains("\"m\":\"+2\""));
    let shown = &page_data(&page)["games"];
    assert_eq!(shown[3]["seats"], json!([1, 0, 0]));
    assert_eq!(shown[3]["scores"], json!(records[3].result.scores));

    let bot = format!("cmd:{TOY_ARENA} bot 1");
    let turn = ["--log", "toy.jsonl", "--game", "3", "--turn", "6"];
    let text = arena(folder, &[&["explain", &bot][..], &turn].concat());
    assert!(text.contains("in seat 2 played +1"), "{text}");

    let judge = format!("{TOY_ARENA} judge toy");
    with(&["--judge-cmd", &judge, "--log", "judged.jsonl"]);
    assert_eq!(
        games(&folder.join("judged.jsonl")),
        games(&folder.join("toy.jsonl"))
    );

    let (mut entries, mut sum) = (Vec::<Value>::new(), 0);
    for ply in 0..5 {
        let seat = (ply % 3).to_string();
        entries.push(json!({"output": {"command": "request", "content": {&seat: {"toy": sum}}, "display": ""}}));
        entries.push(json!({seat: {"verdict": "OK", "response": {"add": 2}}}));
        sum += 2;
    }
    let end = json!({"command": "finish", "content": {"0": 0, "1": 2, "2": 0}, "display": {}});
    entries.push(json!({"output": end}));
    let site = json!({"log": entries, "players": ["x", "y", "z"]});
    fs::write(folder.join("site.json"), site.to_string()).unwrap();
    let text = arena(folder, &["import", "site.json"]);
    assert!(
        text.contains("toy, 5 turns, 0 : 2 : 0, as our referee has it"),
        "{text}"
    );
    let (header, records) = read_games(&fs::read(folder.join("site.jsonl")).unwrap());
    assert_eq!(header.players, ["x", "y, z"]);
    assert_eq!(records[0].won_by(), Some(1));
}

#[test]
fn deals_of_three_seats_are_divided_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    played(folder, "match", &["--games", "24", "--log", "whole.jsonl"]);
    let whole = fs::read_to_string(folder.join("whole.jsonl")).unwrap();
    for shard in ["1/3", "2/3", "3/3"] {
        let log = format!("{}.jsonl", &shard[..1]);
        let options = ["--games", "24", "--shard", shard, "--log", &log];
        played(folder, "match", &options);
        assert_eq!(games(&folder.join(log)).len() % 6, 0);
    }
    let parts = ["1.jsonl", "2.jsonl", "3.jsonl"];
    let merged = ["--out", "all.jsonl", "--require-all"];
    arena(folder, &[&["merge"][..], &parts, &merged].concat());
    assert_eq!(
        games(&folder.join("all.jsonl")),
        games(&folder.join("whole.jsonl"))
    );

    // As the arena leaves a log when it is killed.
    let cut = whole.match_indices('\n').nth(8).unwrap().0 - 20;
    fs::write(folder.join("cut.jsonl"), &whole[..cut]).unwrap();
    played(folder, "match", &["--log", "cut.jsonl", "--resume"]);
    assert_eq!(
        games(&folder.join("cut.jsonl")),
        games(&folder.join("whole.jsonl"))
    );

    let league = ["--games", "6", "--json", "--out", "league.jsonl"];
    let tables: Value = serde_json::from_str(&played(folder, "league", &league)).unwrap();
    assert_eq!(tables["ratings"][0]["games"], 6, "{tables}");
}
