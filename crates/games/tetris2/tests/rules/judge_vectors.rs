//! Games and landing sets of Botzone's own judge programs, replayed.
//!
//! Reads `tests/data/tetris.jsonl`, or `tetris.jsonl` in the folder that the environment variable `JUDGE_VECTORS`
//! names: any lines in that format. A game line holds the first piece, the responses and verdicts of each turn and the
//! state after it; a landing line holds a well, a piece, its resting places in order, and the room test.

use serde_json::{Value, json};
use testing::Vectors;
use tetris2::botzone::{self, Referee, State};
use tetris2::{Color, Move, Piece, Placement, Rules, Well};

fn games() -> Vectors {
    Vectors::read(env!("CARGO_MANIFEST_DIR"), "tetris")
}

fn own() -> Vectors {
    Vectors::own(env!("CARGO_MANIFEST_DIR"), "tetris")
}

fn well(rows: &Value) -> Well {
    match rows.as_str().unwrap() {
        "" => Well::new(),
        rows => rows.parse().unwrap(),
    }
}

#[test]
fn landing_sets_are_the_judges() {
    games().compare_where_recorded("landing sets", compare_landings);
}

fn compare_landings(line: &Value) -> usize {
    match line["kind"].as_str() {
        None => return 0,
        kind => assert_eq!(kind, Some("landings")),
    }
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
    1
}

#[test]
fn games_are_the_judges() {
    games().compare_where_recorded("turns", compare_game);
}

/// Plays one game through the referee and, as long as no move is illegal, through the rules and both states too.
fn compare_game(game: &Value) -> usize {
    if game.get("kind").is_some() {
        return 0;
    }
    let id = &game["id"];
    let rules = match game["game"].as_str() {
        Some("tetris1") => Rules::Tetris,
        Some("tetris2") => Rules::Tetris2,
        other => panic!("game {} is of {:?}", id, other),
    };
    let mut referee = Referee::with_rules(rules);
    let mut output = referee.begin(&json!({"firstBlock": game["first"]}));
    let mut board = *referee.board();
    let mut states = [botzone::start(); 2];
    let turns = game["turns"].as_array().unwrap();
    for (k, turn) in turns.iter().enumerate() {
        assert_eq!(output["command"], "request", "game {id}, turn {k}");
        let entry = entry(turn);
        if rules == Rules::Tetris2 {
            for (c, state) in states.iter_mut().enumerate() {
                let request = &output["content"][c.to_string()];
                botzone::request(state, request).unwrap();
                assert_eq!(
                    *state,
                    State::new(Color::ALL[c], board),
                    "game {id}, turn {k}"
                );
                assert_eq!(format!("{state:#}").parse(), Ok(*state));
                assert!(botzone::fallback(state).is_some());
                // A fault is not ours to play.
                let _ = botzone::response(state, &turn["r"][c]);
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
    // 2 and 2.0 are the same score.
    assert_eq!(
        ["0", "1"].map(|c| output["content"][c].as_f64()),
        [0, 1].map(|c| end["score"][c].as_f64()),
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
    turns.len()
}

/// The log entry of a turn.
fn entry(turn: &Value) -> Value {
    let player = |c: usize| {
        let verdict = turn["v"][c].as_str().unwrap_or("OK");
        json!({"verdict": verdict, "response": turn["r"][c]})
    };
    json!({"0": player(0), "1": player(1)})
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

mod mutants;
