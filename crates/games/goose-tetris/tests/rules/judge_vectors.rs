//! The test vectors made by the contest's own JavaScript.
//!
//! Reads `tests/data/goose-tetris.jsonl`, or `goose-tetris.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names: any records in that format.

use std::convert::TryFrom;

use goose_tetris::{InvalidRecord, Outcome, parse_record, replay_with};
use serde_json::{Value, json};
use testing::{Vectors, name, noticed, per_turn};

fn games() -> Vectors {
    Vectors::read(env!("CARGO_MANIFEST_DIR"), "goose-tetris")
}

/// The number of locks between two checks in the records.
const LOCKS_PER_CHECK: usize = 50;

fn end_name(end: Option<Outcome>) -> &'static str {
    match end {
        Some(Outcome::TopTouched) => "top_touched",
        Some(Outcome::RoundLimit) => "round_limit",
        Some(Outcome::SpawnBlocked) => "spawn_blocked",
        None => "record_end",
    }
}

fn reason_name(reason: InvalidRecord) -> &'static str {
    match reason {
        InvalidRecord::FirstNotNew => "first_not_N",
        InvalidRecord::NumberAfterNew => "N_with_number",
        InvalidRecord::BadItem(_) => "bad_item",
        InvalidRecord::StepsPerPiece(_) => "ops_per_piece",
    }
}

#[test]
fn every_record_plays_as_in_the_contest() {
    games().compare("records", compare);
}

fn compare(vector: &Value) -> usize {
    let name = name(vector);
    let parsed = parse_record(vector["record"].as_str().unwrap());
    assert_eq!(parsed.is_ok(), vector["valid"].as_bool().unwrap(), "{name}");
    let record = match parsed {
        Err(why) => {
            assert_eq!(reason_name(why), vector["reason"], "{name}");
            return 1;
        }
        Ok(record) => record,
    };
    let locks = usize::try_from(vector["locks"].as_u64().unwrap()).unwrap();
    let checks = per_turn(vector, "checks", locks / LOCKS_PER_CHECK).unwrap();
    let mut checks = checks.iter().peekable();
    let replay = replay_with(&record, |game| {
        if let Some(check) = checks.next_if(|check| check["k"] == game.index) {
            assert_eq!(check["score"], game.score, "{name} after {}", game.index);
            assert_eq!(
                check["rows"],
                json!(game.board.rows),
                "{name} after {}",
                game.index
            );
        }
    });
    assert!(checks.next().is_none(), "{}: a check was not reached", name);
    assert_eq!(vector["score"], replay.score, "{name}");
    assert_eq!(vector["bricks"], replay.bricks, "{name}");
    assert_eq!(vector["locks"], replay.locks, "{name}");
    assert_eq!(vector["end"], end_name(replay.end), "{name}");
    assert_eq!(vector["unused_ops"], replay.unused_items, "{name}");
    assert_eq!(vector["rows"], json!(replay.board.rows), "{name}");
    1
}

#[test]
fn wrong_records_are_noticed() {
    let own = Vectors::own(env!("CARGO_MANIFEST_DIR"), "goose-tetris");
    let noticed = |vector: &Value, key: &str, value: Value| {
        noticed(compare, vector, |wrong| wrong[key] = value)
    };
    let valid = |vector: &&Value| vector["locks"].as_u64() > Some(150);
    let vector = own.lines().iter().find(valid).unwrap();
    for key in ["score", "bricks", "locks", "unused_ops"] {
        noticed(vector, key, json!(vector[key].as_u64().unwrap() + 1));
    }
    noticed(vector, "end", json!("spawn_blocked"));
    noticed(vector, "rows", json!(vec![0; 20]));
    noticed(vector, "valid", json!(false));
    let checks = vector["checks"].as_array().unwrap();
    let text = noticed(vector, "checks", json!(checks[1..]));
    assert!(text.contains("entries of checks"), "{}", text);
    noticed(vector, "checks", Value::Null);
    let mut changed = checks.clone();
    changed[2]["score"] = json!(1);
    noticed(vector, "checks", json!(changed));

    let invalid = |vector: &&Value| vector["valid"] == false;
    let vector = own.lines().iter().find(invalid).unwrap();
    noticed(vector, "reason", json!("N_with_number"));
    noticed(vector, "record", json!("N,D1"));
}
