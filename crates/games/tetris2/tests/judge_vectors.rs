//! Games and landing sets of Botzone's own judge programs, replayed.
//!
//! Reads `tests/data/tetris.jsonl`, or `tetris.jsonl` in the folder that the environment variable `JUDGE_VECTORS`
//! names. A game line holds the first piece, the responses and verdicts of each turn and the
//! state after it; a landing line holds a well, a piece, its resting places in order, and the room test.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use std::path::PathBuf;

use serde_json::{Value, json};
use tetris2::botzone::{self, Referee, Seat};
use tetris2::{Color, Move, Piece, Placement, Rules, Well};

fn vectors() -> Vec<Value> {
    let folder = std::env::var_os("JUDGE_VECTORS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data"),
        PathBuf::from,
    );
    let path = folder.join("tetris.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("cannot read the judge vectors {}: {error}", path.display())
    });
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn well(rows: &Value) -> Well {
    match rows.as_str().unwrap() {
        "" => Well::new(),
        rows => rows.parse().unwrap(),
    }
}

#[test]
fn landing_sets_are_the_judges() {
    let mut sets = 0;
    for line in vectors().iter().filter(|line| line["kind"] == "landings") {
        let well = well(&line["rows"]);
        let piece = Piece::from_code(line["type"].as_u64().unwrap() as u8).unwrap();
        let landings: Vec<[u8; 3]> = well
            .landings(piece, Rules::Tetris2)
            .iter()
            .map(|p| [p.x, p.y, p.o.code()])
            .collect();
        assert_eq!(json!(landings), line["land"], "{piece} in {well}");
        assert_eq!(
            json!(u8::from(well.has_room(piece))),
            line["can_put"],
            "{piece} in {well}"
        );
        sets += 1;
    }
    assert_eq!(sets, 1050);
}

#[test]
fn games_are_the_judges() {
    let mut games = 0;
    for game in vectors().iter().filter(|line| line["kind"].is_null()) {
        replay(game);
        games += 1;
    }
    assert_eq!(games, 146);
}

/// Plays one game through the referee and, as long as no half is at fault, through the rules and both seats too.
fn replay(game: &Value) {
    let id = &game["id"];
    let rules = if game["game"] == "tetris1" {
        Rules::Tetris
    } else {
        Rules::Tetris2
    };
    let mut referee = Referee::with_rules(rules);
    let mut output = referee.begin(&json!({"firstBlock": game["first"]}));
    let mut board = *referee.board();
    let mut seats = [botzone::start(); 2];
    let turns = game["turns"].as_array().unwrap();
    for (k, turn) in turns.iter().enumerate() {
        assert_eq!(output["command"], "request", "game {id}, turn {k}");
        let entry = entry(turn);
        if rules == Rules::Tetris2 {
            for (c, seat) in seats.iter_mut().enumerate() {
                let request = &output["content"][c.to_string()];
                botzone::request(seat, request).unwrap();
                assert_eq!(
                    *seat,
                    Seat::new(Color::ALL[c], board),
                    "game {id}, turn {k}"
                );
                assert_eq!(format!("{seat:#}").parse(), Ok(*seat));
                assert!(botzone::fallback(seat).is_some());
                // A fault is not ours to play.
                let _ = botzone::response(seat, &turn["r"][c]);
            }
        }
        output = referee.turn(&entry);
        let after = referee.board();
        if !forfeited(&output) {
            board.try_play([0, 1].map(|c| read(&turn["r"][c]))).unwrap();
            assert_eq!(board, *after, "game {id}, turn {k}");
        }
        let players = Color::ALL.map(|color| after.player(color));
        let state = json!({
            "h": players.map(|player| player.height),
            "sent": players.map(|player| player.sent),
            "total": players.map(|player| player.total),
            "combo": players.map(|player| player.combo),
        });
        for key in ["h", "sent", "total", "combo"] {
            assert_eq!(state[key], turn[key], "game {id}, turn {k}: {key}");
        }
        for c in 0..2 {
            assert_eq!(
                players[c].well,
                well(&turn["rows"][c]),
                "game {id}, turn {k}: rows of {c}"
            );
        }
        assert_eq!(turn["end"].is_null(), k + 1 < turns.len());
    }
    let end = &turns[turns.len() - 1]["end"];
    assert_eq!(output["command"], "finish", "game {id}");
    assert_eq!(output["display"]["result"], end["result"], "game {id}");
    assert_eq!(output["display"]["err"], end["err"], "game {id}");
    assert_eq!(
        json!([output["content"]["0"], output["content"]["1"]]),
        end["score"],
        "game {id}"
    );
    let outcome = referee.board().outcome().unwrap();
    assert_eq!(
        outcome.scores.map(Some),
        [0, 1].map(|c| end["score"][c].as_f64())
    );
    assert_eq!(
        outcome.loser.map_or(-2, |loser| loser.index() as i64),
        end["result"].as_i64().unwrap()
    );
}

/// The log entry of a turn.
fn entry(turn: &Value) -> Value {
    let half = |c: usize| {
        let verdict = turn["v"][c].as_str().unwrap_or("OK");
        json!({"verdict": verdict, "response": turn["r"][c]})
    };
    json!({"0": half(0), "1": half(1)})
}

fn forfeited(output: &Value) -> bool {
    output["display"]["err"].as_object().is_some_and(|err| {
        err.values()
            .any(|text| !text.as_str().unwrap().starts_with("OVERFLOW"))
    })
}

/// A legal response as the rules take it.
fn read(response: &Value) -> Move {
    let place = response["seq"]
        .as_array()
        .map_or(response, |seq| &seq[seq.len() - 1]);
    let number = |value: &Value| value.as_f64().unwrap() as u8;
    Move {
        block: Piece::from_code(number(&response["block"])).unwrap(),
        placement: format!(
            "{},{},{}",
            number(&place["x"]),
            number(&place["y"]),
            number(&place["o"])
        )
        .parse::<Placement>()
        .unwrap(),
    }
}

#[test]
fn the_games_hold_every_kind_of_end() {
    let games = vectors();
    let has = |text: &str| {
        games
            .iter()
            .filter(|line| line["kind"].is_null())
            .any(|game| {
                let end = &game["turns"].as_array().unwrap().last().unwrap()["end"];
                end["err"]
                    .as_object()
                    .unwrap()
                    .values()
                    .any(|err| err == text)
            })
    };
    for text in [
        "INVALID_INPUT_VERDICT_OK",
        "BLOCK_FORMAT_ERROR",
        "BLOCK_RESTRICTION_VIOLATED",
        "SEQ_TOO_LONG",
        "BAD_SEQ",
        "SEQ_FORMAT_ERROR",
        "LAST_POS_FORMAT_ERROR",
        "LAST_POS_INVALID",
        "NO_ROUTE",
        "LAST_POS_NOT_ON_GROUND",
        "OVERFLOW",
        "OVERFLOW_LOWSCORE",
    ] {
        assert!(has(text), "no game ends with {text}");
    }
}
