//! Replays games that Botzone's own judge refereed: its verdicts on moves, the endings, and its output.
//!
//! Reads `tests/data/amazons.jsonl`, or `amazons.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names: any games in that format.

use amazons::Board;
use amazons::botzone::{self, Referee};
use serde_json::{Value, json};
use testing::alternating::{Alternating, answer, moves};
use testing::{name, noticed, per_turn};

const KEYS: [&str; 6] = ["x0", "y0", "x1", "y1", "x2", "y2"];

const GAME: Alternating<Referee, Board> = testing::alternating!(amazons, KEYS, |board, player| {
    assert_eq!(board.to_move().index(), player);
    assert_eq!(board.outcome(), None);
    let listed = board.moves().count();
    assert_eq!(listed, board.move_count(board.to_move()) as usize);
});

#[test]
fn results_raw_lines_and_views_are_the_judges() {
    GAME.compare_games();
}

#[test]
fn reasons_are_the_judges() {
    GAME.games().compare("endings", compare_reason);
}

fn compare_reason(game: &Value) -> usize {
    let last = GAME.outputs(game).pop().unwrap();
    let reason = match last["display"]["err"].as_str() {
        None => "no_move",
        Some("INVALIDMOVE") => "illegal",
        Some("INVALID_INPUT_VERDICT_OK") => "malformed",
        Some(_) => "verdict",
    };
    assert_eq!(game["result"]["reason"], reason, "{}", name(game));
    1
}

#[test]
fn counts_of_moves_are_the_judges() {
    GAME.games()
        .compare_where_recorded("pairs of counts", compare_counts);
}

fn compare_counts(game: &Value) -> usize {
    let Some(counts) = per_turn(game, "counts", moves(game).len()) else {
        return 0;
    };
    for (k, (output, counts)) in GAME.outputs(game)[1..].iter().zip(counts).enumerate() {
        let shown = &output["display"];
        let ours = json!([shown["blackCount"], shown["whiteCount"]]);
        assert_eq!(&ours, counts, "{} after move {k}", name(game));
    }
    counts.len()
}

fn compare_all(game: &Value) {
    GAME.compare_result(game);
    GAME.compare_raw_lines(game);
    GAME.compare_views(game);
    compare_reason(game);
    compare_counts(game);
}

/// Black plays 02-03/02, then white ends the game with `last`.
fn ended_by(last: &Value, reason: &str, err: &str, counts: [u32; 2]) -> Value {
    let result = json!({"scores": [2, 0], "turns": 2, "err": err, "winner": 0, "reason": reason});
    let moves = [json!([0, 2, 0, 3, 0, 2]), last.clone()];
    json!({
        "game": "Amazons", "id": 0, "init": null, "moves": moves, "counts": [[1214, 1196], counts], "result": result,
    })
}

/// The responses that end a game are read as the judge reads them, whatever JSON they consist of.
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

#[test]
fn long_forms_of_legal_moves_are_compared() {
    GAME.compare_long_forms(compare_all);
}

#[test]
fn wrong_records_are_noticed() {
    GAME.wrong_records_are_noticed();
    let game = GAME.game_with("counts");
    noticed(compare_reason, &game, |game| {
        game["result"]["reason"] = json!("luck");
    });
    noticed(compare_counts, &game, |game| {
        game["counts"][0] = json!([0, 0]);
    });
}

/// The rules alone tell who won.
#[test]
fn a_game_ends_when_the_opponent_cannot_move() {
    let own = GAME.own();
    for game in own
        .lines()
        .iter()
        .filter(|game| game["result"]["reason"] == "no_move")
    {
        let mut board = Board::new();
        for mv in moves(game) {
            assert_eq!(board.outcome(), None);
            assert!(board.can_move(board.to_move()));
            botzone::response(&mut board, answer(&GAME.entry(mv))).unwrap();
        }
        let winner = board.outcome().unwrap();
        assert_eq!(json!(winner.index()), game["result"]["winner"]);
        assert_eq!(board.move_count(board.to_move()), 0);
    }
}
