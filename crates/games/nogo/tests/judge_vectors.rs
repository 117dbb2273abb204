//! Replays games that Botzone's own judge refereed: what it allowed, how it ended, and what it printed.
//!
//! Reads `tests/data/nogo.jsonl`, or `nogo.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use std::path::PathBuf;

use nogo::botzone::{self, Referee};
use nogo::{Board, Color, IllegalMove, Point, PointSet};
use serde_json::{Value, json};

fn games() -> Vec<Value> {
    let folder = std::env::var_os("JUDGE_VECTORS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data"),
        PathBuf::from,
    );
    let path = folder.join("nogo.jsonl");
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

fn moves(game: &Value) -> &Vec<Value> {
    game["moves"].as_array().unwrap()
}

/// The log entry of the player for a move of the file: `[x,y]`, or what the entry held.
fn entry(mv: &Value) -> Value {
    let mut entry = match mv {
        Value::Array(_) => json!({"response": {"x": mv[0], "y": mv[1]}}),
        _ => mv.clone(),
    };
    if entry["verdict"].is_null() {
        entry["verdict"] = json!("OK");
    }
    entry
}

/// The outputs of our referee, one for the empty log and one a turn.
fn outputs(game: &Value) -> Vec<Value> {
    let mut referee = Referee::new();
    let mut outputs = vec![referee.begin(&json!(""))];
    for (k, mv) in moves(game).iter().enumerate() {
        assert_eq!(
            outputs[k]["command"], "request",
            "game {} went on after turn {k}",
            game["id"]
        );
        outputs.push(referee.turn(&json!({(k % 2).to_string(): entry(mv)})));
    }
    outputs
}

/// The point of a move of short form.
fn point(mv: &Value) -> Point {
    let coordinate = |i: usize| mv[i].as_u64().unwrap() as u8;
    Point::new(coordinate(0), coordinate(1)).unwrap()
}

#[test]
fn results_are_the_judges() {
    for game in games() {
        let id = &game["id"];
        let result = &game["result"];
        let last = outputs(&game).pop().unwrap();
        assert_eq!(last["command"], "finish", "game {id}");
        assert_eq!(
            json!([last["content"]["0"], last["content"]["1"]]),
            result["scores"],
            "game {id}"
        );
        assert_eq!(last["display"]["err"], result["err"], "game {id}");
        assert_eq!(last["display"]["winner"], result["winner"], "game {id}");
        assert_eq!(json!(moves(&game).len()), result["turns"], "game {id}");
    }
}

#[test]
fn raw_lines_are_the_judges_byte_for_byte() {
    let mut compared = 0;
    for game in games() {
        let Some(raw) = game["raw"].as_array() else {
            continue;
        };
        let ours: Vec<String> = outputs(&game).iter().map(Value::to_string).collect();
        let judges: Vec<&str> = raw.iter().map(|line| line.as_str().unwrap()).collect();
        assert_eq!(ours, judges, "game {}", game["id"]);
        compared += ours.len();
    }
    assert!(compared > 0, "no game has raw lines");
}

#[test]
fn legal_moves_are_the_judges() {
    let mut compared = 0;
    for game in games() {
        let Some(legal) = game["legal"].as_array() else {
            continue;
        };
        let mut board = Board::new();
        for (k, (mask, mv)) in legal.iter().zip(moves(&game)).enumerate() {
            let mask = u128::from_str_radix(mask.as_str().unwrap(), 16).unwrap();
            assert_eq!(
                board.legal_moves(board.to_move()),
                PointSet::from_bits(mask),
                "game {} before move {k}:\n{board}",
                game["id"]
            );
            compared += 1;
            if k + 1 < legal.len() {
                board.play(point(mv));
            }
        }
    }
    assert!(compared > 0, "no game has legality masks");
}

#[test]
fn reasons_are_the_judges() {
    for game in games() {
        let id = &game["id"];
        let (last, earlier) = moves(&game).split_last().unwrap();
        let mut board = Board::new();
        for mv in earlier {
            assert_eq!(board.outcome(), None, "game {id}");
            board.play(point(mv));
        }
        assert_eq!(board.outcome(), None, "game {id}");
        assert_eq!(
            game["result"]["reason"],
            reason(&mut board, last),
            "game {id}"
        );
    }
}

/// The reason of the ending as the vectors name it, from the rules alone.
fn reason(board: &mut Board, last: &Value) -> String {
    let mover = board.to_move();
    let entry = entry(last);
    let number = |name: &str| entry["response"][name].as_i64();
    let (Some(x), Some(y)) = (number("x"), number("y")) else {
        return format!("invalid_input:{}", entry["verdict"].as_str().unwrap());
    };
    let on_board = u8::try_from(x)
        .ok()
        .zip(u8::try_from(y).ok())
        .and_then(|(x, y)| Point::new(x, y));
    let reason = match on_board.map(|point| board.try_play(point)) {
        None => "out_of_board",
        Some(Ok(())) => {
            assert_eq!(board.outcome(), Some(mover));
            "no_legal_move"
        }
        Some(Err(IllegalMove::Occupied)) => "occupied",
        Some(Err(IllegalMove::Suicide)) => "suicide",
        Some(Err(IllegalMove::Capture)) => "capture",
        Some(Err(IllegalMove::SuicideAndCapture)) => "suicide_and_capture",
    };
    reason.to_owned()
}

/// Both bots, fed with the requests of the referee and their own answers, see the referee's position.
#[test]
fn bots_see_the_referees_position() {
    for game in games()
        .iter()
        .filter(|game| game["result"]["reason"] == "no_legal_move")
    {
        let mut referee = Referee::new();
        let mut output = referee.begin(&Value::Null);
        let mut bots = [botzone::start(), botzone::start()];
        for (k, mv) in moves(game).iter().enumerate() {
            let player = k % 2;
            let bot = &mut bots[player];
            botzone::request(bot, &output["content"][player.to_string()]).unwrap();
            assert_eq!(bot, referee.board());
            assert_eq!(bot.to_move(), [Color::Black, Color::White][player]);
            let answer = botzone::answer(point(mv));
            botzone::response(bot, &answer).unwrap();
            output =
                referee.turn(&json!({player.to_string(): {"verdict": "OK", "response": answer}}));
            assert_eq!(bot, referee.board());
        }
    }
}
