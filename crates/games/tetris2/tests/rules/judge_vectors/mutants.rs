//! The comparisons themselves: they take responses of every form, and notice a record that is wrong. And the crate's
//! own games end in every way there is.

use std::iter::FromIterator;

use serde_json::{Value, json};
use testing::noticed;

use super::{compare_game, compare_landings, own};

/// A game whose first turn is its last, because the move of `loser`, or both moves if there is none, is illegal. Its
/// first piece is an I, which a legal move lays down.
fn first_turn(loser: Option<usize>, verdict: &str, response: &Value, err: &str) -> Value {
    let at_fault = |c: usize| loser.is_none_or(|loser| loser == c);
    let moves = [0, 1].map(|c| match at_fault(c) {
        true => (
            verdict,
            response.clone(),
            "",
            0,
            (c.to_string(), json!(err)),
        ),
        false => {
            let good = json!({"block": 1, "x": 4, "y": 1.0, "o": 1, "data": null});
            ("OK", good, "01e", 1, (c.to_string(), Value::Null))
        }
    });
    let mut errors = serde_json::Map::from_iter(moves.clone().map(|mv| mv.4));
    errors.retain(|_, err| !err.is_null());
    let (result, score) = match loser {
        None => (-2, [1.0, 1.0]),
        Some(0) => (0, [0.0, 2.0]),
        Some(_) => (1, [2.0, 0.0]),
    };
    json!({"id": "hand-made", "game": "tetris2", "first": 5, "turns": [{
        "v": moves.clone().map(|mv| mv.0),
        "r": moves.clone().map(|mv| mv.1),
        "rows": moves.clone().map(|mv| mv.2),
        "h": moves.map(|mv| mv.3),
        "sent": [0, 0], "total": [0, 0], "combo": [0, 0],
        "end": {"result": result, "score": score, "err": errors},
    }]})
}

/// The responses that end a game are read as the judge reads them, whatever JSON they consist of.
#[test]
fn responses_of_every_form_are_compared() {
    let no_input = "INVALID_INPUT_VERDICT_OK";
    let no_block = "BLOCK_FORMAT_ERROR";
    let no_place = "LAST_POS_FORMAT_ERROR";
    let no_steps = "SEQ_FORMAT_ERROR";
    let invalid = "LAST_POS_INVALID";
    for (response, err) in [
        ("null", no_input),
        ("[]", no_input),
        ("7", no_input),
        (r#""{\"block\":1,\"x\":4,\"y\":1,\"o\":1}""#, no_input),
        (r#"{"x":4,"y":1,"o":1}"#, no_block),
        (r#"{"block":2147483648,"x":4,"y":1,"o":1}"#, no_block),
        (r#"{"block":1e300,"x":4,"y":1,"o":1}"#, no_block),
        (r#"{"block":1.5,"x":4,"y":1,"o":1}"#, no_block),
        (r#"{"block":"1","x":4,"y":1,"o":1}"#, no_block),
        (r#"{"block":true,"x":4,"y":1,"o":1}"#, no_block),
        (r#"{"block":-1,"x":4,"y":1,"o":1}"#, no_block),
        (r#"{"block":7,"x":4,"y":1,"o":1}"#, no_block),
        (r#"{"block":1}"#, no_place),
        (r#"{"block":1,"x":2147483648,"y":1,"o":1}"#, no_place),
        (r#"{"block":1,"x":4,"y":-2147483649,"o":1}"#, no_place),
        (
            r#"{"block":1,"x":4,"y":18446744073709551616,"o":1}"#,
            no_place,
        ),
        (r#"{"block":1,"x":4,"y":1,"o":0.5}"#, no_place),
        (r#"{"block":1,"x":"4","y":1,"o":1}"#, no_place),
        (r#"{"block":1,"x":4,"y":null,"o":1,"seq":{}}"#, no_place),
        (r#"{"block":1,"x":2147483647,"y":1,"o":1}"#, invalid),
        (r#"{"block":1,"x":4,"y":-2147483648,"o":1}"#, invalid),
        (r#"{"block":1,"x":4,"y":1,"o":4}"#, invalid),
        (r#"{"block":1,"x":260,"y":1,"o":1}"#, invalid),
        (r#"{"block":1,"x":4,"y":1,"o":1,"seq":[]}"#, "BAD_SEQ"),
        (r#"{"block":1,"seq":[{"x":4,"y":1}]}"#, no_steps),
        (
            r#"{"block":1,"seq":[{"x":4,"y":1,"o":"1"},{"x":4,"y":1,"o":1}]}"#,
            no_steps,
        ),
        (
            r#"{"block":1,"seq":[{"x":2147483648,"y":1,"o":1}]}"#,
            no_steps,
        ),
        (r#"{"block":1,"seq":[{"x":4,"y":0,"o":1}]}"#, invalid),
        (
            r#"{"block":1,"x":4,"y":2.0,"o":1}"#,
            "LAST_POS_NOT_ON_GROUND",
        ),
    ] {
        let response: Value = serde_json::from_str(response).unwrap();
        for loser in [Some(0), Some(1), None] {
            compare_game(&first_turn(loser, "OK", &response, err));
        }
    }
    for verdict in ["TLE", "MLE", "OLE", "NJ", "RE"] {
        let err = format!("INVALID_INPUT_VERDICT_{verdict}");
        let legal = json!({"block": 1, "x": 4, "y": 1, "o": 1});
        for loser in [Some(0), Some(1), None] {
            compare_game(&first_turn(loser, verdict, &Value::Null, &err));
            compare_game(&first_turn(loser, verdict, &legal, &err));
        }
    }
}

/// Responses in any form that the judge reads as the same numbers make the same game.
#[test]
fn long_forms_of_responses_are_compared() {
    for game in own().lines().iter().filter(|line| line["kind"].is_null()) {
        let mut game = game.clone();
        for (k, turn) in game["turns"].as_array_mut().unwrap().iter_mut().enumerate() {
            for response in turn["r"].as_array_mut().unwrap() {
                let keys = ["block", "x", "y", "o"];
                let plain = response.as_object().is_some_and(|object| object.len() == 4);
                let numbers = keys.map(|key| response[key].as_f64());
                let ([Some(block), Some(x), Some(y), Some(o)], true) = (numbers, plain) else {
                    continue;
                };
                match k % 3 {
                    0 => response["data"] = Value::Null,
                    1 => *response = json!({"block": block, "x": x, "y": y, "o": o, "seq": 7}),
                    _ => {
                        let first = json!({"x": 0, "y": -5, "o": 9, "data": null});
                        let steps = json!([first, {"x": x, "y": y, "o": o}]);
                        *response = json!({"block": block, "x": true, "seq": steps});
                    }
                }
            }
        }
        compare_game(&game);
    }
}

#[test]
fn wrong_records_are_noticed() {
    let own = own();
    let first = |kind: Option<&str>| {
        let mut lines = own.lines().iter();
        lines.find(|line| line["kind"].as_str() == kind).unwrap()
    };
    let game = first(None);
    let last = game["turns"].as_array().unwrap().len() - 1;
    for (key, wrong) in [
        ("result", json!(-2)),
        ("score", json!([1.5, 1.5])),
        ("err", json!({})),
    ] {
        noticed(compare_game, game, |game| {
            game["turns"][last]["end"][key] = wrong.clone();
        });
    }
    for key in ["h", "sent", "total", "combo"] {
        noticed(compare_game, game, |game| {
            game["turns"][1][key][1] = json!(17);
        });
    }
    noticed(compare_game, game, |game| {
        game["turns"][1]["rows"][0] = json!("");
    });
    noticed(compare_game, game, |game| game["first"] = json!(1));
    noticed(compare_game, game, |game| game["game"] = json!("tetris3"));
    noticed(compare_game, game, |game| {
        game["turns"].as_array_mut().unwrap().pop();
    });
    let landings = first(Some("landings"));
    for key in ["can_put", "land", "rows", "kind"] {
        noticed(compare_landings, landings, |line| line[key] = json!("7"));
    }
    noticed(compare_landings, landings, |line| {
        line["land"].as_array_mut().unwrap().pop();
    });
}

#[test]
fn the_games_hold_every_kind_of_end() {
    let own = own();
    let has = |text: &str| {
        let mut games = own.lines().iter().filter(|line| line["kind"].is_null());
        games.any(|game| {
            let end = &game["turns"].as_array().unwrap().last().unwrap()["end"];
            let mut errors = end["err"].as_object().unwrap().values();
            errors.any(|err| err == text)
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
        assert!(has(text), "no game ends with {}", text);
    }
}
