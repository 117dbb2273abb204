//! The test vectors made by the contest's own JavaScript.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use std::path::PathBuf;

use goose_tetris::{End, InvalidRecord, parse_record, replay_with};
use serde_json::Value;

fn vectors() -> Vec<Value> {
    let folder = std::env::var_os("JUDGE_VECTORS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data")),
        PathBuf::from,
    );
    let path = folder.join("goose-tetris.jsonl");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|why| panic!("{} is missing: {why}", path.display()));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn end_name(end: Option<End>) -> &'static str {
    match end {
        Some(End::TopTouched) => "top_touched",
        Some(End::RoundLimit) => "round_limit",
        Some(End::SpawnBlocked) => "spawn_blocked",
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
    let vectors = vectors();
    assert_eq!(vectors.len(), 52);
    for vector in &vectors {
        let name = &vector["name"];
        let parsed = parse_record(vector["record"].as_str().unwrap());
        assert_eq!(parsed.is_ok(), vector["valid"].as_bool().unwrap(), "{name}");
        let record = match parsed {
            Err(why) => {
                assert_eq!(reason_name(why), vector["reason"], "{name}");
                continue;
            }
            Ok(record) => record,
        };
        let mut checks = vector["checks"].as_array().unwrap().iter().peekable();
        let replay = replay_with(&record, |state| {
            if let Some(check) = checks.next_if(|check| check["k"] == state.index) {
                assert_eq!(check["score"], state.score, "{name} after {}", state.index);
                assert_eq!(
                    check["rows"],
                    serde_json::json!(state.board.rows),
                    "{name} after {}",
                    state.index
                );
            }
        });
        assert!(checks.next().is_none(), "{name}: a check was not reached");
        assert_eq!(vector["score"], replay.score, "{name}");
        assert_eq!(vector["bricks"], replay.bricks, "{name}");
        assert_eq!(vector["locks"], replay.locks, "{name}");
        assert_eq!(vector["end"], end_name(replay.end), "{name}");
        assert_eq!(vector["unused_ops"], replay.unused_items, "{name}");
        assert_eq!(
            vector["rows"],
            serde_json::json!(replay.board.rows),
            "{name}"
        );
    }
}
