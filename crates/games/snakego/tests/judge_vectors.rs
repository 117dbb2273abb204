//! Replays games that the official C++ kit played, under each enclosure rule that a record is valid for: every
//! snapshot, every event, the end and the scores.
//!
//! Reads `tests/data/snakego.jsonl`, or `snakego.jsonl` in the folder that the environment variable `JUDGE_VECTORS`
//! names.

#![allow(clippy::unwrap_used, reason = "test code")]

mod record;

use std::path::PathBuf;

use record::{dump, event, rules};
use serde_json::{Value, json};
use snakego::{Board, Enclosure, Event, IllegalMove, Operation, Refusal};

fn games() -> Vec<Value> {
    let folder = std::env::var_os("JUDGE_VECTORS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data"),
        PathBuf::from,
    );
    let path = folder.join("snakego.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("cannot read the judge vectors {}: {error}", path.display())
    });
    let games: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!games.is_empty(), "{} holds no game", path.display());
    games
}

/// The word of the records for a refused operation.
fn reason(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Reverse => "reverse",
        Refusal::FireWithoutRay => "fire_no_item",
        Refusal::FireTooShort => "fire_short",
        Refusal::SplitLimit => "split_limit",
        Refusal::SplitTooShort => "split_short",
    }
}

/// Compares one game; says how many snapshots and events there were.
fn replay(game: &Value, enclosure: Enclosure) -> (usize, usize) {
    let rules = rules(game).with_enclosure(enclosure);
    let end = &game["end"];
    let mut board = Board::new(&rules);
    let mut snapshots = game["snaps"].as_array().unwrap().iter().peekable();
    let mut events = Vec::new();
    let mut seen = 0;
    let operations = game["ops"].as_str().unwrap();
    for n in 0..=operations.len() {
        if let Some(want) = snapshots.next_if(|snapshot| snapshot["n"] == n) {
            let mut got = dump(&board, &rules);
            got["n"] = json!(n);
            assert_eq!(&got, want, "game {} operation {n}", game["id"]);
            seen += 1;
        }
        let Some(&digit) = operations.as_bytes().get(n) else {
            break;
        };
        let acting = board.snake().id;
        let refused = match Operation::from_number(digit - b'0') {
            None => Some("bad_opcode"),
            Some(operation) => {
                let mut tell = |told: Event| events.push(event(n + 1, told));
                match board.try_play_telling(&rules, operation, &mut tell) {
                    Ok(()) => None,
                    Err(IllegalMove::Refused(refusal)) => Some(reason(refusal)),
                    Err(IllegalMove::Over) => panic!("game {} was over at {n}", game["id"]),
                }
            }
        };
        if let Some(reason) = refused {
            assert_eq!(n + 1, operations.len());
            assert_eq!(
                (&end["reason"], &end["offender"]),
                (&json!("illegal"), &json!(board.player()))
            );
            events.push(json!([n + 1, "illegal", reason, acting]));
        }
    }
    assert!(snapshots.next().is_none(), "game {}", game["id"]);

    let mut want = game["events"].as_array().unwrap().clone();
    for event in &mut want {
        if event[1] == "seal" {
            let dead = event[4].as_array_mut().unwrap();
            dead.sort_by_key(Value::as_u64);
        }
    }
    // The kit writes what appeared on a body and what else happened at that operation in another order.
    for list in [&mut want, &mut events] {
        list.sort_by_key(|event| (event[0].as_u64(), event.to_string()));
    }
    assert_eq!(events, want, "game {}", game["id"]);

    let reason = end["reason"].as_str().unwrap();
    assert_eq!(
        board.is_over(),
        reason == "max_round" || reason == "no_snakes"
    );
    if board.is_over() {
        assert_eq!(board.round() > rules.max_round(), reason == "max_round");
    }
    assert_eq!(json!([board.area(0), board.area(1)]), end["area"]);
    assert_eq!(json!(board.scores()), end["score2"]);
    let first = board
        .first_item()
        .map_or(json!([-1, -1]), |(round, player)| json!([round, player]));
    assert_eq!(first, end["first_item"]);
    let last = dump(&board, &rules);
    if let Some(want) = end.get("final") {
        for key in ["round", "next_id", "s0", "s1", "walls", "items"] {
            // After the last round the kit lays out items once more.
            if key != "items" || reason != "max_round" {
                assert_eq!(last[key], want[key], "game {} {key}", game["id"]);
            }
        }
    }
    (seen, events.len())
}

#[test]
fn every_snapshot_event_end_and_score() {
    let (mut replays, mut snapshots, mut events) = ([0; 3], 0, 0);
    for game in games() {
        for name in game["valid_for"].as_array().unwrap() {
            let rule: Enclosure = name.as_str().unwrap().parse().unwrap();
            let (s, e) = replay(&game, rule);
            snapshots += s;
            events += e;
            replays[rule as usize] += 1;
        }
    }
    println!("games under judge, adk, border: {replays:?}; snapshots {snapshots}, events {events}");
    assert!(replays.iter().all(|&games| games > 0));
}

/// The records that name fewer rules differ under the others.
#[test]
fn the_rules_differ_where_the_records_say() {
    let mut told_apart = 0;
    for game in games() {
        let valid = game["valid_for"].as_array().unwrap();
        for rule in Enclosure::ALL {
            if valid.contains(&json!(rule.to_string())) {
                continue;
            }
            let rules = rules(&game).with_enclosure(rule);
            let mut board = Board::new(&rules);
            for digit in game["ops"].as_str().unwrap().bytes() {
                board.play(&rules, Operation::from_number(digit - b'0').unwrap());
            }
            assert_ne!(
                json!([board.area(0), board.area(1)]),
                game["end"]["area"],
                "game {}",
                game["id"]
            );
            told_apart += 1;
        }
    }
    assert!(told_apart > 0);
}
