//! Replays games that Botzone's own judge refereed: what it allowed, how it ended, and what it printed.
//!
//! Reads `tests/data/nogo.jsonl`, or `nogo.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names: any games in that format.

use std::convert::TryFrom;

use nogo::botzone::{self, Referee};
use nogo::{Board, Color, IllegalMove, Point, PointSet};
use serde_json::{Value, json};
use testing::{Vectors, judge_integer, name, noticed, per_turn};

fn games() -> Vectors {
    Vectors::read(env!("CARGO_MANIFEST_DIR"), "nogo")
}

fn own() -> Vectors {
    Vectors::own(env!("CARGO_MANIFEST_DIR"), "nogo")
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

/// What the judge takes for the answer of an entry: `content` where there is no response.
fn answer(entry: &Value) -> &Value {
    match &entry["response"] {
        Value::Null => &entry["content"],
        response => response,
    }
}

/// The numbers in an answer that the judge does not call malformed.
fn numbers(answer: &Value) -> Option<[i32; 2]> {
    let parsed: Value;
    let answer = match answer {
        Value::String(text) => {
            parsed = serde_json::from_str(text).ok()?;
            &parsed
        }
        _ => answer,
    };
    Some([
        judge_integer(answer.get("x")?)?,
        judge_integer(answer.get("y")?)?,
    ])
}

fn point(mv: &Value) -> Option<Point> {
    let [x, y] = numbers(answer(&entry(mv)))?.map(u8::try_from);
    Point::new(x.ok()?, y.ok()?)
}

/// Plays a move that was not the last, so the judge allowed it.
fn play(board: &mut Board, mv: &Value, game: &Value) {
    let point = point(mv).unwrap_or_else(|| panic!("{}: {mv} is no move", name(game)));
    board
        .try_play(point)
        .unwrap_or_else(|error| panic!("{}: {mv}: {error}\n{board}", name(game)));
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
fn legal_moves_are_the_judges() {
    games().compare_where_recorded("sets of legal moves", compare_legal_moves);
}

fn compare_legal_moves(game: &Value) -> usize {
    let Some(legal) = per_turn(game, "legal", moves(game).len()) else {
        return 0;
    };
    let mut board = Board::new();
    for (k, mask) in legal.iter().enumerate() {
        let mask = u128::from_str_radix(mask.as_str().unwrap(), 16).unwrap();
        assert_eq!(
            board.legal_moves(board.to_move()),
            PointSet::from_bits(mask),
            "{} before move {k}:\n{board}",
            name(game)
        );
        if k + 1 < legal.len() {
            play(&mut board, &moves(game)[k], game);
        }
    }
    legal.len()
}

#[test]
fn reasons_are_the_judges() {
    games().compare("endings", compare_reason);
}

fn compare_reason(game: &Value) -> usize {
    let (last, earlier) = moves(game).split_last().unwrap();
    let mut board = Board::new();
    for mv in earlier {
        assert_eq!(board.outcome(), None, "{}", name(game));
        play(&mut board, mv, game);
    }
    assert_eq!(board.outcome(), None, "{}", name(game));
    assert_eq!(
        game["result"]["reason"],
        reason(&mut board, last),
        "{}",
        name(game)
    );
    1
}

/// The reason of the ending as the vectors name it, from the rules alone.
fn reason(board: &mut Board, last: &Value) -> String {
    let mover = board.to_move();
    let entry = entry(last);
    if numbers(answer(&entry)).is_none() {
        return format!("invalid_input:{}", entry["verdict"].as_str().unwrap());
    }
    let reason = match point(last).map(|point| board.try_play(point)) {
        None => "out_of_board",
        Some(Ok(())) if board.outcome() == Some(mover) => "no_legal_move",
        Some(Ok(())) => "none: the game goes on",
        Some(Err(IllegalMove::Occupied)) => "occupied",
        Some(Err(IllegalMove::Suicide)) => "suicide",
        Some(Err(IllegalMove::Capture)) => "capture",
        Some(Err(IllegalMove::SuicideAndCapture)) => "suicide_and_capture",
    };
    reason.to_owned()
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
        let entry = entry(mv);
        let taken = botzone::response(bot, answer(&entry));
        output = referee.turn(&json!({player.to_string(): entry}));
        assert_eq!(bot, referee.board(), "{id} after move {k}");
        assert_eq!(taken.is_ok(), output["display"]["err"].is_null(), "{id}");
    }
    moves(game).len()
}

fn compare_all(game: &Value) {
    compare_result(game);
    compare_raw_lines(game);
    compare_legal_moves(game);
    compare_reason(game);
    compare_views(game);
}

/// Black plays (4,4), then white ends the game with `last`.
fn ended_by(last: &Value, reason: &str, err: &str) -> Value {
    let result = json!({"scores": [1, 0], "turns": 2, "err": err, "winner": 0, "reason": reason});
    json!({"game": "NoGo", "id": 0, "init": null, "moves": [[4, 4], last], "result": result})
}

/// What ends a game is read as the judge reads it, whatever the response is made of.
#[test]
fn responses_of_every_form_are_compared() {
    let refused = "INVALID_INPUT_VERDICT_OK";
    let off = |x: i64, y: i64| format!("INVALID_MOVE  ({x},{y}) is forbidden position");
    let occupied = "INVALID_MOVE  (4,4) is not empty";
    for (response, reason, err) in [
        (r#"{"x":2147483648,"y":0}"#, "invalid_input:OK", refused),
        (r#"{"x":0,"y":-2147483649}"#, "invalid_input:OK", refused),
        (
            r#"{"x":18446744073709551616,"y":0}"#,
            "invalid_input:OK",
            refused,
        ),
        (r#"{"x":1e300,"y":0}"#, "invalid_input:OK", refused),
        (r#"{"x":0.5,"y":0}"#, "invalid_input:OK", refused),
        (r#"{"x":"0","y":"0"}"#, "invalid_input:OK", refused),
        (r#"{"x":true,"y":null}"#, "invalid_input:OK", refused),
        (r#"{"x":[0],"y":{}}"#, "invalid_input:OK", refused),
        (r#"{"X":0,"Y":0}"#, "invalid_input:OK", refused),
        (r#"[[0,0]]"#, "invalid_input:OK", refused),
        (r#""0 0""#, "invalid_input:OK", refused),
        ("false", "invalid_input:OK", refused),
        ("null", "invalid_input:OK", refused),
        (
            r#"{"x":2147483647,"y":0}"#,
            "out_of_board",
            &off(2_147_483_647, 0),
        ),
        (
            r#"{"x":0,"y":-2147483648}"#,
            "out_of_board",
            &off(0, -2_147_483_648),
        ),
        (r#"{"x":256,"y":0.0}"#, "out_of_board", &off(256, 0)),
        (r#"{"x":4,"y":4,"data":null}"#, "occupied", occupied),
        (r#"{"x":4.0,"y":4e0}"#, "occupied", occupied),
        (r#""{\"x\":4,\"y\":4}""#, "occupied", occupied),
    ] {
        let response: Value = serde_json::from_str(response).unwrap();
        for last in [
            json!({"response": response}),
            json!({"response": null, "content": response}),
        ] {
            let game = ended_by(&last, reason, err);
            compare_all(&game);
        }
    }
    for verdict in ["TLE", "MLE", "OLE", "NJ", "RE"] {
        let last = json!({"verdict": verdict, "response": null});
        let err = format!("INVALID_INPUT_VERDICT_{verdict}");
        let mut game = ended_by(&last, &format!("invalid_input:{verdict}"), &err);
        compare_all(&game);
        // The same in the first turn.
        game["moves"].as_array_mut().unwrap().remove(0);
        game["result"]["scores"] = json!([0, 1]);
        game["result"]["winner"] = json!(1);
        game["result"]["turns"] = json!(1);
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
            let Value::Array(xy) = &mv else { continue };
            let [x, y] = [0, 1].map(|i| xy[i].as_f64().unwrap());
            *mv = match k % 4 {
                0 => json!({"response": {"data": null, "x": xy[0], "y": xy[1]}}),
                1 => json!({"response": {"x": x, "y": y}, "verdict": "OK", "time": 3}),
                2 => json!({"response": json!({"x": x, "y": xy[1]}).to_string()}),
                _ => json!({"response": null, "content": {"x": xy[0], "y": y}}),
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
        ("scores", json!([0.5, 0.5])),
        ("err", json!("other")),
        ("winner", json!(2)),
        ("turns", json!(1000)),
    ] {
        noticed(compare_result, &game, |game| {
            game["result"][key] = wrong.clone();
        });
    }
    noticed(compare_reason, &game, |game| {
        game["result"]["reason"] = json!("capture");
    });
    let last = |game: &mut Value, key: &str| game[key].as_array_mut().unwrap().pop();
    for compare in [compare_result, compare_reason] {
        noticed(compare, &game, |game| {
            last(game, "moves");
        });
    }
    noticed(compare_raw_lines, &game, |game| {
        last(game, "raw");
    });
    noticed(compare_raw_lines, &game, |game| {
        game["raw"][1] = game["raw"][0].clone();
    });
    let game = with("legal");
    let text = noticed(compare_legal_moves, &game, |game| {
        last(game, "legal");
    });
    assert!(text.contains("entries of legal"), "{}", text);
    noticed(compare_legal_moves, &game, |game| {
        game["legal"][1] = game["legal"][0].clone();
    });
}
