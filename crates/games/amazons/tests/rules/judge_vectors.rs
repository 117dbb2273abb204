//! Replays games that Botzone's own judge refereed: what it allowed, how it ended, and what it printed.
//!
//! Reads `tests/data/amazons.jsonl`, or `amazons.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names: any games in that format.

use amazons::botzone::{self, Referee};
use amazons::{Board, Color};
use serde_json::{Value, json};
use testing::{Vectors, judge_integer, name, noticed, per_turn};

const KEYS: [&str; 6] = ["x0", "y0", "x1", "y1", "x2", "y2"];

fn games() -> Vectors {
    Vectors::read(env!("CARGO_MANIFEST_DIR"), "amazons")
}

fn own() -> Vectors {
    Vectors::own(env!("CARGO_MANIFEST_DIR"), "amazons")
}

fn moves(game: &Value) -> &Vec<Value> {
    game["moves"].as_array().unwrap()
}

/// The log entry of the player for a move of the file: six numbers, or what the entry held.
fn entry(mv: &Value) -> Value {
    let mut entry = match mv {
        Value::Array(numbers) => {
            let numbers = KEYS.iter().zip(numbers);
            let response: serde_json::Map<String, Value> = numbers
                .map(|(key, number)| ((*key).to_owned(), number.clone()))
                .collect();
            json!({"response": response})
        }
        _ => mv.clone(),
    };
    if entry["verdict"].is_null() {
        entry["verdict"] = json!("OK");
    }
    entry
}

/// What the judge takes for the answer of an entry: `content` where there is no response.
fn answer(entry: &Value) -> &Value {
    match &entry["response"] {
        Value::Null => &entry["content"],
        response => response,
    }
}

/// Whether the judge finds six numbers in an answer.
fn is_well_formed(answer: &Value) -> bool {
    let parsed: Value;
    let answer = match answer {
        Value::String(text) => match serde_json::from_str(text) {
            Ok(value) => {
                parsed = value;
                &parsed
            }
            Err(_) => return false,
        },
        _ => answer,
    };
    KEYS.iter()
        .all(|key| answer.get(key).is_some_and(|n| judge_integer(n).is_some()))
}

/// The outputs of our referee, one for the empty log and one a turn.
fn outputs(game: &Value) -> Vec<Value> {
    let mut referee = Referee::new();
    let mut outputs = vec![referee.begin(&json!(""))];
    for (k, mv) in moves(game).iter().enumerate() {
        assert_eq!(
            outputs[k]["command"],
            "request",
            "{} went on after turn {k}",
            name(game)
        );
        outputs.push(referee.turn(&json!({(k % 2).to_string(): entry(mv)})));
    }
    outputs
}

#[test]
fn results_are_the_judges() {
    games().compare("turns", compare_result);
}

fn compare_result(game: &Value) -> usize {
    let id = name(game);
    let result = &game["result"];
    let last = outputs(game).pop().unwrap();
    assert_eq!(last["command"], "finish", "{id}");
    assert_eq!(
        json!([last["content"]["0"], last["content"]["1"]]),
        result["scores"],
        "{id}"
    );
    assert_eq!(last["display"]["err"], result["err"], "{id}");
    assert_eq!(last["display"]["winner"], result["winner"], "{id}");
    assert_eq!(json!(moves(game).len()), result["turns"], "{id}: turns");
    let reason = match last["display"]["err"].as_str() {
        None => "no_move",
        Some("INVALIDMOVE") => "illegal",
        Some("INVALID_INPUT_VERDICT_OK") => "malformed",
        Some(_) => "verdict",
    };
    assert_eq!(result["reason"], reason, "{id}");
    moves(game).len()
}

#[test]
fn raw_lines_are_the_judges_byte_for_byte() {
    games().compare_where_recorded("raw lines", compare_raw_lines);
}

fn compare_raw_lines(game: &Value) -> usize {
    let Some(raw) = per_turn(game, "raw", moves(game).len() + 1) else {
        return 0;
    };
    let ours: Vec<String> = outputs(game).iter().map(Value::to_string).collect();
    let judges: Vec<&str> = raw.iter().map(|line| line.as_str().unwrap()).collect();
    assert_eq!(ours, judges, "{}", name(game));
    ours.len()
}

#[test]
fn counts_of_moves_are_the_judges() {
    games().compare_where_recorded("pairs of counts", compare_counts);
}

fn compare_counts(game: &Value) -> usize {
    let Some(counts) = per_turn(game, "counts", moves(game).len()) else {
        return 0;
    };
    for (k, (output, counts)) in outputs(game)[1..].iter().zip(counts).enumerate() {
        let shown = &output["display"];
        let ours = json!([shown["blackCount"], shown["whiteCount"]]);
        assert_eq!(&ours, counts, "{} after move {k}", name(game));
    }
    counts.len()
}

#[test]
fn bots_see_the_referees_position() {
    games().compare("turns", compare_views);
}

/// Both bots, fed with the requests of the referee and their own answers, see the referee's position, and refuse what
/// the judge refused.
fn compare_views(game: &Value) -> usize {
    let mut referee = Referee::new();
    let mut output = referee.begin(&Value::Null);
    let mut bots = [botzone::start(), botzone::start()];
    for (k, mv) in moves(game).iter().enumerate() {
        let id = name(game);
        let player = k % 2;
        let bot = &mut bots[player];
        botzone::request(bot, &output["content"][player.to_string()]).unwrap();
        assert_eq!(bot, referee.board(), "{id} before move {k}");
        assert_eq!(bot.to_move(), [Color::Black, Color::White][player]);
        assert_eq!(bot.outcome(), None, "{id} before move {k}");
        let listed = bot.moves().count();
        assert_eq!(listed, bot.move_count(bot.to_move()) as usize, "{id}");
        let entry = entry(mv);
        let taken = botzone::response(bot, answer(&entry));
        output = referee.turn(&json!({player.to_string(): entry}));
        assert_eq!(bot, referee.board(), "{id} after move {k}");
        assert_eq!(taken.is_ok(), output["display"]["err"].is_null(), "{id}");
        let refused = output["display"]["err"].as_str().unwrap_or_default();
        assert_eq!(
            is_well_formed(answer(&entry)),
            !refused.starts_with("INVALID_INPUT"),
            "{id}"
        );
    }
    moves(game).len()
}

fn compare_all(game: &Value) {
    compare_result(game);
    compare_raw_lines(game);
    compare_counts(game);
    compare_views(game);
}

/// Black plays 02-03/02, then white ends the game with `last`.
fn ended_by(last: &Value, reason: &str, err: &str, counts: [u32; 2]) -> Value {
    let result = json!({"scores": [2, 0], "turns": 2, "err": err, "winner": 0, "reason": reason});
    let moves = [json!([0, 2, 0, 3, 0, 2]), last.clone()];
    json!({
        "game": "Amazons", "id": 0, "init": null, "moves": moves, "counts": [[1214, 1196], counts], "result": result,
    })
}

/// What ends a game is read as the judge reads it, whatever the response is made of.
#[test]
fn responses_of_every_form_are_compared() {
    let refused = "INVALID_INPUT_VERDICT_OK";
    let before = [1214, 1196];
    let with = |x0: &str| format!(r#"{{"x0":{x0},"y0":5,"x1":0,"y1":4,"x2":0,"y2":5}}"#);
    for number in [
        "2147483648",
        "-2147483649",
        "1e300",
        "0.5",
        "\"0\"",
        "true",
        "null",
        "[0]",
        "{}",
    ] {
        let response: Value = serde_json::from_str(&with(number)).unwrap();
        for last in [
            json!({"response": response}),
            json!({"response": null, "content": response}),
            json!({"response": response.to_string()}),
        ] {
            compare_all(&ended_by(&last, "malformed", refused, before));
        }
    }
    for response in [
        "[0,5,0,4,0,5]",
        r#""0 5 0 4 0 5""#,
        "false",
        "null",
        "{}",
        r#"{"x0":0}"#,
    ] {
        let response: Value = serde_json::from_str(response).unwrap();
        let last = json!({"response": response});
        compare_all(&ended_by(&last, "malformed", refused, before));
    }
    // Off the board, an empty cell and black's amazon change nothing.
    for number in ["8", "-1", "2147483647", "1.0", "256"] {
        let response: Value = serde_json::from_str(&with(number)).unwrap();
        let last = json!({"response": response});
        compare_all(&ended_by(&last, "illegal", "INVALIDMOVE", before));
    }
    for verdict in ["TLE", "MLE", "OLE", "NJ", "RE"] {
        let last = json!({"verdict": verdict, "response": null});
        let err = format!("INVALID_INPUT_VERDICT_{verdict}");
        compare_all(&ended_by(&last, "verdict", &err, before));
    }
}

/// The counts of a half-made move from the start.
#[test]
fn an_illegal_move_is_counted_as_far_as_it_went() {
    for (numbers, counts) in [
        ([1, 1, 0, 3, 0, 2], [1232, 1232]),
        ([0, 2, 0, 3, 9, 2], [1232, 1232]),
        ([0, 2, 1, 4, 1, 5], [971, 1325]),
        ([0, 2, 0, 2, 0, 3], [971, 1325]),
        ([0, 2, 0, 3, 2, 4], [1305, 1221]),
        ([0, 2, 0, 3, 0, 3], [1305, 1221]),
    ] {
        let result = json!({
            "scores": [0, 2], "turns": 1, "err": "INVALIDMOVE", "winner": 1, "reason": "illegal",
        });
        let game = json!({
            "game": "Amazons", "id": 0, "init": null, "moves": [numbers], "counts": [counts], "result": result,
        });
        compare_all(&game);
    }
}

/// Moves in any form that the judge reads as the same numbers make the same game.
#[test]
fn long_forms_of_legal_moves_are_compared() {
    let own = own();
    for game in own.lines() {
        let mut game = game.clone();
        for (k, mv) in game["moves"].as_array_mut().unwrap().iter_mut().enumerate() {
            if !mv.is_array() {
                continue;
            }
            let mut response = entry(mv)["response"].clone();
            response["x1"] = json!(response["x1"].as_f64().unwrap());
            response["data"] = Value::Null;
            *mv = match k % 3 {
                0 => json!({"response": response, "verdict": "OK", "time": 3}),
                1 => json!({"response": response.to_string()}),
                _ => json!({"response": null, "content": response}),
            };
        }
        compare_all(&game);
    }
}

#[test]
fn wrong_records_are_noticed() {
    let own = own();
    let with = |key: &str| {
        let game = own.lines().iter().find(|game| game[key].is_array());
        game.unwrap().clone()
    };
    let game = with("raw");
    for (key, wrong) in [
        ("scores", json!([1, 1])),
        ("err", json!("other")),
        ("winner", json!(2)),
        ("turns", json!(1000)),
        ("reason", json!("luck")),
    ] {
        noticed(compare_result, &game, |game| {
            game["result"][key] = wrong.clone();
        });
    }
    noticed(compare_raw_lines, &game, |game| {
        game["raw"][1] = json!("{}");
    });
    noticed(compare_counts, &with("counts"), |game| {
        game["counts"][0] = json!([0, 0]);
    });
}

/// The rules alone tell who won.
#[test]
fn a_game_ends_when_the_opponent_cannot_move() {
    let own = own();
    for game in own
        .lines()
        .iter()
        .filter(|game| game["result"]["reason"] == "no_move")
    {
        let mut board = Board::new();
        for mv in moves(game) {
            assert_eq!(board.outcome(), None);
            assert!(board.can_move(board.to_move()));
            botzone::response(&mut board, answer(&entry(mv))).unwrap();
        }
        let winner = board.outcome().unwrap();
        assert_eq!(json!(winner.index()), game["result"]["winner"]);
        assert_eq!(board.move_count(board.to_move()), 0);
    }
}
