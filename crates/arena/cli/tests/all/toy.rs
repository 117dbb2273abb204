//! A new game is rules, a module and a picture in a longer table: then the arena matches, logs, replays and imports it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::read_games;
use serde_json::{Value, json};

const TOY_ARENA: &str = env!("CARGO_BIN_EXE_toy-arena");

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

#[test]
fn a_game_of_the_table_is_matched_logged_replayed_and_imported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [one, two] = [1, 2].map(|add| format!("cmd:{TOY_ARENA} bot {add}"));
    let options = [
        "--game",
        "toy",
        "--games",
        "4",
        "--jobs",
        "1",
        "--opening-plies",
        "2",
        "--log",
        "toy.jsonl",
    ];
    let text = arena(folder, &[&["match", &one, &two][..], &options].concat());
    assert!(
        text.contains("all games") && text.contains("normal end"),
        "{text}"
    );
    let log = fs::read(folder.join("toy.jsonl")).unwrap();
    let (header, games) = read_games(&log);
    assert_eq!((header.game.as_deref(), games.len()), (Some("toy"), 4));
    for game in &games {
        // The opening adds 1 twice, then the bots add what they add: the sum reaches 10 with the last ply.
        assert_eq!(
            (game.opening, &game.moves[..2]),
            (2, &[json!(1), json!(1)][..])
        );
        let sum: u64 = game.moves.iter().map(|add| add.as_u64().unwrap()).sum();
        assert!((10..=11).contains(&sum), "{:?}", game.moves);
        assert_eq!(game.result.winner, Some((game.moves.len() - 1) % 2));
    }

    arena(folder, &["replay", "toy.jsonl"]);
    let page = fs::read_to_string(folder.join("toy.html")).unwrap();
    assert!(
        page.contains("DRAW.toy = {") && page.contains("\"m\":\"+2\""),
        "no picture"
    );

    let judge = format!("{TOY_ARENA} judge toy");
    let judged = ["--game", "toy", "--games", "2", "--judge-cmd", &judge];
    arena(folder, &[&["match", &one, &two][..], &judged].concat());

    let (mut entries, mut sum) = (Vec::<Value>::new(), 0);
    for ply in 0..5 {
        let seat = (ply % 2).to_string();
        entries.push(json!({"output": {"command": "request", "content": {&seat: {"toy": sum}}, "display": ""}}));
        entries.push(json!({seat: {"verdict": "OK", "response": {"add": 2}}}));
        sum += 2;
    }
    let end = json!({"command": "finish", "content": {"0": 1, "1": 0}, "display": {}});
    entries.push(json!({"output": end}));
    fs::write(folder.join("site.json"), json!(entries).to_string()).unwrap();
    let text = arena(folder, &["import", "site.json"]);
    assert!(
        text.contains("toy, 5 turns, 1 : 0, as our referee has it"),
        "{text}"
    );
}
