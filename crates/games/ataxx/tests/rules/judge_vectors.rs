//! Replays games that Botzone's own judge refereed: its verdicts on moves, the endings, and its output.
//!
//! Reads `tests/data/ataxx.jsonl`, or `ataxx.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names: any games in that format.

use ataxx::botzone::{self, Referee};
use ataxx::{Color, LAST_PLY, Move, Position};
use serde_json::{Value, json};
use testing::alternating::{Alternating, answer, moves};
use testing::{name, noticed, per_turn};

const KEYS: [&str; 4] = ["x0", "y0", "x1", "y1"];

const GAME: Alternating<Referee, Position> =
    testing::alternating!(ataxx, KEYS, |position, player| {
        assert_eq!(position.to_move().index(), player);
        assert_eq!(position.outcome(), None);
        let board = position.board();
        assert_eq!(board.moves().count(), board.move_count() as usize);
        assert_eq!(format!("{position:#}").parse(), Ok(position.clone()));
    });

#[test]
fn results_raw_lines_and_views_are_the_judges() {
    GAME.compare_games();
}

#[test]
fn reasons_are_the_judges() {
    GAME.games().compare("endings", compare_reason);
}

/// The referee before the last turn, its output, and the last move if the judge could read it.
fn end(game: &Value) -> (Position, Value, Option<Move>) {
    let mut referee = Referee::new();
    referee.begin(&Value::Null);
    let mut position = Position::new();
    let mut output = Value::Null;
    for (k, mv) in moves(game).iter().enumerate() {
        position = referee.board().clone();
        output = referee.turn(&json!({(k % 2).to_string(): GAME.entry(mv)}));
    }
    let last = moves(game).last().map(|mv| GAME.entry(mv));
    let mv = last.and_then(|entry| botzone::read(answer(&entry)).ok());
    (position, output, mv)
}

fn compare_reason(game: &Value) -> usize {
    let (mut before, last, mv) = end(game);
    let reason = match last["display"]["err"].as_str() {
        Some("INVALIDMOVE") => "illegal",
        Some("CIRCULAR_MOVE") => "circular",
        Some("INVALID_INPUT_VERDICT_OK") => "malformed",
        Some(_) => "verdict",
        None => {
            before.play(mv.unwrap());
            let board = before.board();
            let can = [Color::Black, Color::White].map(|color| board.can_move(color));
            match board.both().map(|pieces| pieces.is_empty()) {
                [false, false] if board.empty().is_empty() => "full",
                [false, false] if can != [true, true] => "no_move",
                [false, false] if board.ply() == LAST_PLY => "limit",
                _ => "wiped_out",
            }
        }
    };
    assert_eq!(game["result"]["reason"], reason, "{}", name(game));
    1
}

#[test]
fn pieces_and_counts_of_moves_are_the_judges() {
    GAME.games()
        .compare_where_recorded("counts of pieces", compare_pieces);
    GAME.games()
        .compare_where_recorded("counts of moves", compare_legal);
}

fn compare_pieces(game: &Value) -> usize {
    let Some(counts) = per_turn(game, "discs", moves(game).len()) else {
        return 0;
    };
    let mut board = *Position::new().board();
    for (k, (mv, counts)) in moves(game).iter().zip(counts).enumerate() {
        // A move that loses by repetition is counted, too.
        if let Ok(mv) = botzone::read(answer(&GAME.entry(mv))) {
            board.try_play(mv).ok();
        }
        let ours = json!(board.both().map(|pieces| pieces.len()));
        assert_eq!(&ours, counts, "{} after move {k}", name(game));
    }
    counts.len()
}

fn compare_legal(game: &Value) -> usize {
    let Some(counts) = per_turn(game, "legal", moves(game).len()) else {
        return 0;
    };
    let mut position = Position::new();
    for (k, (mv, count)) in moves(game).iter().zip(counts).enumerate() {
        let ours = position.board().move_count();
        assert_eq!(&json!(ours), count, "{} before move {k}", name(game));
        botzone::response(&mut position, answer(&GAME.entry(mv))).ok();
    }
    counts.len()
}

fn compare_all(game: &Value) {
    GAME.compare_result(game);
    GAME.compare_raw_lines(game);
    GAME.compare_views(game);
    compare_reason(game);
}

/// Black plays 00-11, then white ends the game with `last`.
fn ended_by(last: &Value, reason: &str, err: &str) -> Value {
    let result = json!({"scores": [2, 0], "turns": 2, "err": err, "winner": 0, "reason": reason});
    let moves = [json!([0, 0, 1, 1]), last.clone()];
    json!({"game": "Ataxx", "id": 0, "init": null, "moves": moves, "result": result})
}

/// The responses that end a game are read as the judge reads them, whatever JSON they consist of.
#[test]
fn responses_of_every_form_are_compared() {
    let refused = "INVALID_INPUT_VERDICT_OK";
    let with = |x0: &str| format!(r#"{{"x0":{x0},"y0":0,"x1":5,"y1":1}}"#);
    for number in [
        "2147483648",
        "-2147483649",
        "1e300",
        "2.5",
        "\"6\"",
        "true",
        "null",
        "[6]",
        "{}",
    ] {
        let response: Value = serde_json::from_str(&with(number)).unwrap();
        for last in [
            json!({"response": response}),
            json!({"response": null, "content": response}),
            json!({"response": response.to_string()}),
        ] {
            compare_all(&ended_by(&last, "malformed", refused));
        }
    }
    for response in [
        "[6,0,5,1]",
        r#""6 0 5 1""#,
        "false",
        "null",
        "{}",
        r#"{"x0":6}"#,
    ] {
        let response: Value = serde_json::from_str(response).unwrap();
        let last = json!({"response": response});
        compare_all(&ended_by(&last, "malformed", refused));
    }
    // Off the board, empty cells and black's piece.
    for number in ["7", "-1", "2147483647", "-2147483648", "4.0", "0"] {
        let response: Value = serde_json::from_str(&with(number)).unwrap();
        let last = json!({"response": response});
        compare_all(&ended_by(&last, "illegal", "INVALIDMOVE"));
    }
    for numbers in [[6, 0, 6, 0], [6, 0, 3, 0], [6, 0, 6, 7], [0, 6, 1, 1]] {
        compare_all(&ended_by(&json!(numbers), "illegal", "INVALIDMOVE"));
    }
    for verdict in ["TLE", "MLE", "OLE", "NJ", "RE"] {
        let last = json!({"verdict": verdict, "response": null});
        let err = format!("INVALID_INPUT_VERDICT_{verdict}");
        compare_all(&ended_by(&last, "verdict", &err));
    }
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
    noticed(compare_pieces, &game, |game| {
        game["discs"][0] = json!([0, 0]);
    });
    noticed(compare_legal, &game, |game| game["legal"][0] = json!(17));
    let own = GAME.own();
    let is_circular = |game: &&Value| game["result"]["reason"] == "circular";
    let circular = own.lines().iter().find(is_circular).unwrap();
    let compare = |game: &Value| GAME.compare_result(game);
    noticed(compare, circular, |game| {
        game["result"]["errorturn"] = json!(0);
    });
    // Without the first two moves the step is no repetition.
    noticed(compare, circular, |game| {
        game["moves"].as_array_mut().unwrap().drain(..2);
        game["result"]["turns"] = json!(moves(game).len());
    });
}
