//! Replays games that the official C++ kit played, under each enclosure rule that a record is valid for: every
//! snapshot, every event, the end and the scores.
//!
//! Reads `tests/data/snakego.jsonl`, or `snakego.jsonl` in the folder that the environment variable `JUDGE_VECTORS`
//! names: any games in that format.

use crate::record::{dump, event, rules};
use serde_json::{Value, json};
use snakego::{Board, Enclosure, Event, IllegalMove, Operation};
use testing::{Vectors, noticed};

fn games() -> Vectors {
    Vectors::read(env!("CARGO_MANIFEST_DIR"), "snakego")
}

fn own() -> Vectors {
    Vectors::own(env!("CARGO_MANIFEST_DIR"), "snakego")
}

/// The word of the records for an illegal operation; `None` if there was nothing left to play.
fn reason(why: IllegalMove) -> Option<&'static str> {
    match why {
        IllegalMove::Reverse => Some("reverse"),
        IllegalMove::FireWithoutRay => Some("fire_no_item"),
        IllegalMove::FireTooShort => Some("fire_short"),
        IllegalMove::SplitLimit => Some("split_limit"),
        IllegalMove::SplitTooShort => Some("split_short"),
        IllegalMove::GameOver => None,
    }
}

/// Compares one game under one rule.
fn replay(game: &Value, enclosure: Enclosure) {
    let rules = rules(game).with_enclosure(enclosure);
    let end = &game["end"];
    let mut board = Board::new(&rules);
    let mut snapshots = game["snaps"].as_array().unwrap().iter().peekable();
    let mut events = Vec::new();
    let operations = game["ops"].as_str().unwrap();
    for n in 0..=operations.len() {
        if let Some(want) = snapshots.next_if(|snapshot| snapshot["n"] == n) {
            let mut got = dump(&board, &rules);
            got["n"] = json!(n);
            assert_eq!(&got, want, "game {} operation {n}", game["id"]);
        }
        let Some(&digit) = operations.as_bytes().get(n) else {
            break;
        };
        let acting = board.snake().id;
        let refused = match Operation::from_number(digit - b'0') {
            None => Some("bad_opcode"),
            Some(operation) => {
                let mut tell = |told: Event| events.push(event(n + 1, told));
                match board.try_play_with(&rules, operation, &mut tell) {
                    Ok(()) => None,
                    Err(why) => Some(
                        reason(why)
                            .unwrap_or_else(|| panic!("game {} was over at {n}", game["id"])),
                    ),
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
    let illegal = events.iter().any(|event| event[1] == "illegal");
    assert_eq!(illegal, reason == "illegal", "game {}", game["id"]);
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
}

#[test]
fn every_snapshot_event_end_and_score() {
    games().compare("replays", compare);
}

/// Replays a game under every rule that it is valid for.
fn compare(game: &Value) -> usize {
    let names = game["valid_for"].as_array().unwrap();
    for name in names {
        replay(game, name.as_str().unwrap().parse().unwrap());
    }
    names.len()
}

/// The crate's own games were tried under every rule: those that name fewer differ under the others.
#[test]
fn the_rules_differ_where_the_records_say() {
    let mut told_apart = 0;
    for game in own().lines() {
        let valid = game["valid_for"].as_array().unwrap();
        for rule in Enclosure::ALL {
            if valid.contains(&json!(rule.to_string())) {
                continue;
            }
            let rules = rules(game).with_enclosure(rule);
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

#[test]
fn wrong_records_are_noticed() {
    let own = own();
    for reason in ["max_round", "no_snakes", "illegal", "stopped"] {
        let mut games = own.lines().iter();
        let game = games.find(|game| game["end"]["reason"] == reason).unwrap();
        for other in ["max_round", "no_snakes", "illegal", "stopped"] {
            if other != reason {
                noticed(compare, game, |game| game["end"]["reason"] = json!(other));
            }
        }
        noticed(compare, game, |game| game["end"]["area"] = json!([0, 1000]));
        noticed(compare, game, |game| {
            game["end"]["score2"] = json!([0, 1000])
        });
        noticed(compare, game, |game| {
            game["end"]["first_item"] = json!([1, 1])
        });
        noticed(compare, game, |game| {
            game["snaps"][1]["next_id"] = json!(1000)
        });
        noticed(compare, game, |game| game["max_round"] = json!(1));
        for key in ["events", "items"] {
            noticed(compare, game, |game| {
                game[key].as_array_mut().unwrap().remove(0);
            });
        }
        noticed(compare, game, |game| {
            let operations = game["ops"].as_str().unwrap();
            game["ops"] = json!(operations[..operations.len() - 1]);
        });
    }
}
