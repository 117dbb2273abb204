//! Replays games that Botzone's own judge refereed: its verdicts on moves, the endings, and its output.
//!
//! Reads `tests/data/nogo.jsonl`, or `nogo.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names: any games in that format.

use std::convert::TryFrom;

use nogo::botzone::Referee;
use nogo::{Board, IllegalMove, Point, PointSet};
use serde_json::{Value, json};
use testing::alternating::{Alternating, moves};
use testing::{name, noticed, per_turn};

const GAME: Alternating<Referee, Board> =
    testing::alternating!(nogo, ["x", "y"], |board, player| {
        assert_eq!(board.to_move().index(), player);
        assert_eq!(board.outcome(), None);
    });

fn point(mv: &Value) -> Option<Point> {
    let numbers = GAME.numbers(mv)?;
    Point::new(
        u8::try_from(numbers[0]).ok()?,
        u8::try_from(numbers[1]).ok()?,
    )
}

/// Plays a move that was not the last, so the judge allowed it.
fn play(board: &mut Board, mv: &Value, game: &Value) {
    let point = point(mv).unwrap_or_else(|| panic!("{}: {mv} is no move", name(game)));
    board
        .try_play(point)
        .unwrap_or_else(|error| panic!("{}: {mv}: {error}\n{board}", name(game)));
}

#[test]
fn results_raw_lines_and_views_are_the_judges() {
    GAME.compare_games();
}

#[test]
fn legal_moves_are_the_judges() {
    GAME.games()
        .compare_where_recorded("sets of legal moves", compare_legal_moves);
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
    GAME.games().compare("endings", compare_reason);
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
    if GAME.numbers(last).is_none() {
        let entry = GAME.entry(last);
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

fn compare_all(game: &Value) {
    GAME.compare_result(game);
    GAME.compare_raw_lines(game);
    GAME.compare_views(game);
    compare_legal_moves(game);
    compare_reason(game);
}

/// Black plays (4,4), then white ends the game with `last`.
fn ended_by(last: &Value, reason: &str, err: &str) -> Value {
    let result = json!({"scores": [1, 0], "turns": 2, "err": err, "winner": 0, "reason": reason});
    json!({"game": "NoGo", "id": 0, "init": null, "moves": [[4, 4], last], "result": result})
}

/// The responses that end a game are read as the judge reads them, whatever JSON they consist of.
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

#[test]
fn long_forms_of_legal_moves_are_compared() {
    GAME.compare_long_forms(compare_all);
}

#[test]
fn wrong_records_are_noticed() {
    GAME.wrong_records_are_noticed();
    let last = |game: &mut Value, key: &str| game[key].as_array_mut().unwrap().pop();
    let game = GAME.game_with("legal");
    noticed(compare_reason, &game, |game| {
        game["result"]["reason"] = json!("capture");
    });
    noticed(compare_reason, &game, |game| {
        last(game, "moves");
    });
    let text = noticed(compare_legal_moves, &game, |game| {
        last(game, "legal");
    });
    assert!(text.contains("entries of legal"), "{}", text);
    noticed(compare_legal_moves, &game, |game| {
        game["legal"][1] = game["legal"][0].clone();
    });
}
