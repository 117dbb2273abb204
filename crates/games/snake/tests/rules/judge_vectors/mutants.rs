//! The comparisons themselves: they take responses of every form, and notice a record that is wrong.

use serde_json::{Value, json};
use testing::noticed;

use super::{
    compare_end, compare_joint_moves, compare_legal_moves, compare_map, compare_raw_lines,
    compare_states, own,
};

fn compare_all(game: &Value) {
    compare_map(game);
    compare_joint_moves(game);
    compare_legal_moves(game);
    compare_end(game);
    compare_raw_lines(game);
    compare_states(game);
}

/// The map of seed 5, on which player 0 can only go right and player 1 only left; the game ends in its first turn.
fn first_turn(moves: [&Value; 2], scores: [u8; 2], err: &str, reason: [Option<&str>; 2]) -> Value {
    let obstacle = json!([
        [7, 7],
        [7, 4],
        [2, 1],
        [12, 10],
        [8, 10],
        [6, 1],
        [9, 3],
        [5, 8],
        [7, 9],
        [7, 2],
        [1, 4],
        [13, 7]
    ]);
    let winner = match scores {
        [2, 0] => json!("0"),
        [0, 2] => json!("1"),
        _ => Value::Null,
    };
    json!({
        "game": "Snake",
        "id": 0,
        "init": {"seed": 5, "width": 10, "height": 13, "obstacle": obstacle},
        "moves": [moves],
        "grow": "1",
        "probe": ["DDD1000.DDD1DDD1"],
        "result": {"scores": scores, "turns": 1, "err": err, "winner": winner, "reason": reason},
    })
}

/// The responses that end a game are read as the judge reads them, whatever JSON they consist of.
#[test]
fn responses_of_every_form_are_compared() {
    let malformed = Some("invalid_input");
    let refused = "INVALID_INPUT_VERDICT_OK";
    for (response, reason, err) in [
        (r#"{"direction":2147483648}"#, malformed, refused),
        (r#"{"direction":-2147483649}"#, malformed, refused),
        (r#"{"direction":18446744073709551616}"#, malformed, refused),
        (r#"{"direction":1e300}"#, malformed, refused),
        (r#"{"direction":0.5}"#, malformed, refused),
        (r#"{"direction":"1"}"#, malformed, refused),
        (r#"{"direction":true}"#, malformed, refused),
        (r#"{"direction":null}"#, malformed, refused),
        (r#"{"direction":[1]}"#, malformed, refused),
        (r#"{"Direction":1}"#, malformed, refused),
        (r#""{\"direction\":1}""#, malformed, refused),
        ("[1]", malformed, refused),
        ("1", malformed, refused),
        ("false", malformed, refused),
        ("null", malformed, refused),
        (
            r#"{"direction":2147483647}"#,
            Some("bad_direction"),
            "INVALIDMOVE",
        ),
        (
            r#"{"direction":-2147483648}"#,
            Some("bad_direction"),
            "INVALIDMOVE",
        ),
        (
            r#"{"direction":4.0,"data":null}"#,
            Some("bad_direction"),
            "INVALIDMOVE",
        ),
        (r#"{"direction":0.0}"#, None, "INVALIDMOVE"),
        (r#"{"data":null,"direction":2}"#, None, "INVALIDMOVE"),
    ] {
        let response: Value = serde_json::from_str(response).unwrap();
        let dies = json!({ "response": response });
        let good = |direction: u8| json!({"response": {"direction": direction, "data": null}});
        // Up and down of player 0 and of player 1.
        let collision = match response["direction"].as_f64() {
            Some(0.0) => [Some("border"), Some("obstacle")],
            Some(2.0) => [Some("obstacle"), Some("border")],
            _ => [reason; 2],
        };
        let [of_0, of_1] = collision;
        compare_all(&first_turn([&dies, &good(3)], [0, 2], err, [of_0, None]));
        compare_all(&first_turn([&good(1), &dies], [2, 0], err, [None, of_1]));
        compare_all(&first_turn(
            [&dies, &dies],
            [1, 1],
            "BothSnakeDie",
            collision,
        ));
        let late = json!({"verdict": "TLE", "response": null});
        let both = [malformed, of_1];
        compare_all(&first_turn([&late, &dies], [1, 1], "BothSnakeDie", both));
    }
    for verdict in ["TLE", "MLE", "OLE", "NJ", "RE"] {
        let failed = json!({"verdict": verdict, "response": null});
        let err = format!("INVALID_INPUT_VERDICT_{verdict}");
        let right = json!(1);
        compare_all(&first_turn(
            [&right, &failed],
            [2, 0],
            &err,
            [None, malformed],
        ));
        compare_all(&first_turn(
            [&failed, &right],
            [1, 1],
            "BothSnakeDie",
            [malformed, Some("border")],
        ));
    }
}

/// Moves in any form that the judge reads as the same direction make the same game; on a map whose seed was the
/// judge's clock, too.
#[test]
fn long_forms_of_directions_are_compared() {
    let own = own();
    for (game, i) in own.lines().iter().zip(0..) {
        let mut game = game.clone();
        for (t, turn) in game["moves"].as_array_mut().unwrap().iter_mut().enumerate() {
            for player in 0..2 {
                if let Some(direction) = turn[player].as_f64() {
                    turn[player] = match t % 3 {
                        0 => json!({"response": {"data": null, "direction": turn[player]}}),
                        1 => json!({"response": {"direction": direction}, "verdict": "OK"}),
                        _ => turn[player].clone(),
                    };
                }
            }
        }
        if i % 4 == 0 {
            game["init"]["seed"] = json!(2_147_483_648_u64);
        }
        compare_all(&game);
    }
}

#[test]
fn wrong_records_are_noticed() {
    let own = own();
    let mut games = own.lines().iter();
    let game = games
        .find(|game| game["raw"].is_array() && game["result"]["turns"].as_u64() > Some(5))
        .unwrap();
    compare_all(game);
    for (key, wrong) in [
        ("scores", json!([1, 2])),
        ("err", json!("other")),
        ("winner", json!("2")),
        ("turns", json!(1000)),
        ("reason", json!(["head_to_head", "head_to_head"])),
    ] {
        noticed(compare_end, game, |game| {
            game["result"][key] = wrong.clone()
        });
    }
    let pop = |game: &mut Value, key: &str| game[key].as_array_mut().unwrap().pop();
    for compare in [compare_joint_moves, compare_legal_moves] {
        noticed(compare, game, |game| {
            pop(game, "moves");
        });
        let text = noticed(compare, game, |game| {
            pop(game, "probe");
        });
        assert!(text.contains("entries of probe"), "{}", text);
        noticed(compare, game, |game| {
            game["probe"][3] = json!("DDDDDDDDDDDDDDDD")
        });
    }
    for compare in [compare_joint_moves, compare_end] {
        noticed(compare, game, |game| game["grow"] = json!("1"));
        noticed(compare, game, |game| {
            let grow = game["grow"].as_str().unwrap().replacen('1', "0", 1);
            game["grow"] = json!(grow);
        });
    }
    noticed(compare_raw_lines, game, |game| {
        pop(game, "raw");
    });
    noticed(compare_raw_lines, game, |game| {
        game["raw"][2] = game["raw"][0].clone()
    });
    noticed(compare_map, game, |game| {
        game["init"]["obstacle"].as_array_mut().unwrap().pop();
    });
}
