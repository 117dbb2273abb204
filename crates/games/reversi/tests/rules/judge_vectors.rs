//! Replays games that Botzone's own judge refereed: its verdicts on moves, the endings, and its output.
//!
//! Reads `tests/data/reversi.jsonl`, or `reversi.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names: any games in that format.

use reversi::botzone::{self, Referee};
use reversi::{Board, Color, Outcome};
use serde_json::{Value, json};
use testing::alternating::{Alternating, answer, moves};
use testing::{name, noticed, per_turn};

const FALSE_PASS: &str = "HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN";

const GAME: Alternating<Referee, Board> =
    testing::alternating!(reversi, ["x", "y"], |board, player| {
        assert_eq!(board.to_move().index(), player);
        assert_eq!(board.outcome(), None);
        let places = board.legal_moves(board.to_move()).len();
        assert_eq!(board.moves().count(), places.max(1));
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
    let board = played(game);
    let reason = match last["display"]["err"].as_str() {
        None if board.empty().is_empty() => "full",
        None if board.counts().contains(&0) => "wiped_out",
        None => "both_stuck",
        Some("INVALID_MOVE") => "illegal",
        Some(FALSE_PASS) => "false_pass",
        Some("INVALID_INPUT_VERDICT_OK") => "malformed",
        Some(_) => "verdict",
    };
    assert_eq!(game["result"]["reason"], reason, "{}", name(game));
    1
}

/// The position after the legal moves of a game.
fn played(game: &Value) -> Board {
    let mut board = Board::new();
    for mv in moves(game) {
        if botzone::response(&mut board, answer(&GAME.entry(mv))).is_err() {
            break;
        }
    }
    board
}

#[test]
fn discs_and_legal_moves_are_the_records() {
    let games = GAME.games();
    games.compare_where_recorded("pairs of discs", compare_discs);
    games.compare_where_recorded("counts of legal moves", compare_legal);
}

fn compare_discs(game: &Value) -> usize {
    let Some(discs) = per_turn(game, "discs", moves(game).len()) else {
        return 0;
    };
    let mut board = Board::new();
    for (k, (mv, discs)) in moves(game).iter().zip(discs).enumerate() {
        // A move that the judge refuses turns nothing over.
        let _ = botzone::response(&mut board, answer(&GAME.entry(mv)));
        assert_eq!(
            &json!(board.counts()),
            discs,
            "{} after move {k}",
            name(game)
        );
    }
    discs.len()
}

fn compare_legal(game: &Value) -> usize {
    let Some(legal) = per_turn(game, "legal", moves(game).len()) else {
        return 0;
    };
    let mut board = Board::new();
    for (k, (mv, legal)) in moves(game).iter().zip(legal).enumerate() {
        let places = board.legal_moves(board.to_move()).len();
        assert_eq!(&json!(places), legal, "{} before move {k}", name(game));
        let _ = botzone::response(&mut board, answer(&GAME.entry(mv)));
    }
    legal.len()
}

fn compare_all(game: &Value) {
    GAME.compare_result(game);
    GAME.compare_raw_lines(game);
    GAME.compare_views(game);
    compare_reason(game);
    compare_discs(game);
    compare_legal(game);
}

/// Black plays 23, then white ends the game with `last`.
fn ended_by(last: &Value, reason: &str, err: &str) -> Value {
    let result = json!({"scores": [2, 0], "turns": 2, "err": err, "winner": 0, "reason": reason});
    json!({
        "game": "Reversi", "id": 0, "init": null, "moves": [[2, 3], last],
        "discs": [[4, 1], [4, 1]], "legal": [4, 3], "result": result,
    })
}

/// The responses that end a game are read as the judge reads them, whatever JSON they consist of.
#[test]
fn responses_of_every_form_are_compared() {
    let refused = "INVALID_INPUT_VERDICT_OK";
    let with = |x: &str, y: &str| -> Value {
        serde_json::from_str(&format!(r#"{{"x":{x},"y":{y}}}"#)).unwrap()
    };
    for number in [
        "2147483648",
        "-2147483649",
        "1e300",
        "0.5",
        "\"2\"",
        "true",
        "null",
        "[2]",
        "{}",
    ] {
        for response in [with(number, "2"), with("2", number), with("-1", number)] {
            for last in [
                json!({"response": response}),
                json!({"response": null, "content": response}),
                json!({"response": response.to_string()}),
            ] {
                compare_all(&ended_by(&last, "malformed", refused));
            }
        }
    }
    for response in [
        "[2,2]",
        r#""2 2""#,
        "false",
        "null",
        "{}",
        r#"{"x":2}"#,
        r#"{"x":-1}"#,
    ] {
        let response: Value = serde_json::from_str(response).unwrap();
        let last = json!({"response": response});
        compare_all(&ended_by(&last, "malformed", refused));
    }
    // Off the board, an empty cell that turns nothing over, and a disc.
    for (x, y) in [
        ("8", "2"),
        ("2", "-1"),
        ("-2", "-1"),
        ("2147483647", "2"),
        ("-2147483648", "2"),
        ("0.0", "-0.0"),
        ("256", "2"),
        ("3", "3.0"),
    ] {
        let last = json!({"response": with(x, y)});
        compare_all(&ended_by(&last, "illegal", "INVALID_MOVE"));
    }
    for y in ["-1", "0", "2147483647", "-1.0"] {
        let last = json!({"response": with("-1", y)});
        compare_all(&ended_by(&last, "false_pass", FALSE_PASS));
    }
    for verdict in ["TLE", "MLE", "OLE", "NJ", "RE"] {
        let last = json!({"verdict": verdict, "response": null});
        let err = format!("INVALID_INPUT_VERDICT_{verdict}");
        compare_all(&ended_by(&last, "verdict", &err));
    }
}

/// The requests do not repeat what a passer wrote as y.
#[test]
fn a_pass_is_told_as_two_ones() {
    let mut passes = 0;
    for game in GAME.own().lines() {
        let outputs = GAME.outputs(game);
        for (k, mv) in moves(game).iter().enumerate() {
            if GAME.numbers(mv).is_some_and(|numbers| numbers[0] == -1)
                && outputs[k + 1]["command"] == "request"
            {
                passes += 1;
                let told = json!({"x": -1, "y": -1});
                assert_eq!(outputs[k + 1]["content"][((k + 1) % 2).to_string()], told);
                assert_eq!(outputs[k + 1]["display"], told);
            }
        }
    }
    assert!(passes > 50, "{}", passes);
}

#[test]
fn long_forms_of_legal_moves_are_compared() {
    GAME.compare_long_forms(compare_all);
}

#[test]
fn wrong_records_are_noticed() {
    GAME.wrong_records_are_noticed();
    let game = GAME.game_with("raw");
    noticed(compare_reason, &game, |game| {
        game["result"]["reason"] = json!("luck");
    });
    noticed(compare_discs, &game, |game| {
        game["discs"][0] = json!([3, 2])
    });
    noticed(compare_legal, &game, |game| game["legal"][1] = json!(4));
}

/// The rules alone tell who won.
#[test]
fn a_game_ends_when_neither_can_move() {
    let own = GAME.own();
    let mut draws = 0;
    for game in own
        .lines()
        .iter()
        .filter(|game| game["result"]["err"].is_null())
    {
        let outcome = played(game).outcome().unwrap();
        let winner = outcome.winner().map(Color::index);
        assert_eq!(json!(winner), game["result"]["winner"]);
        draws += usize::from(outcome == Outcome::Draw);
    }
    assert!(draws >= 10, "{}", draws);
}
