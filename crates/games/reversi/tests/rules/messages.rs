//! Messages of the bot's side: JSON and simple IO.

use reversi::botzone::{
    answer, fallback, request, response, simple_answer, simple_request, simple_request_line,
    simple_response, start,
};
use reversi::{Board, Move};
use serde_json::{Value, json};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

#[test]
fn both_sides_follow_a_game() {
    let first = json!({"x": -1, "y": -1});
    let (mut black, mut white) = (start(), start());
    request(&mut black, &first).unwrap();
    assert_eq!(black, Board::new());
    let opening = answer(mv("c4"));
    assert_eq!(opening, json!({"x": 2, "y": 3}));
    response(&mut black, &opening).unwrap();
    request(&mut white, &opening).unwrap();
    assert_eq!(black, white);
    let reply = answer(mv("c3"));
    response(&mut white, &reply).unwrap();
    request(&mut black, &reply).unwrap();
    assert_eq!(black, white);
    // The sign to begin is a pass later on.
    let before = black;
    let error = request(&mut black, &first).unwrap_err();
    assert!(
        error.contains("black may not play pass: there is a cell"),
        "{}",
        error
    );
    assert_eq!(black, before);
}

#[test]
fn a_pass_is_x_alone() {
    let stuck: Board =
        "XO....../......../......../......../......../......../......../......OX white"
            .parse()
            .unwrap();
    let wanted: Board = format!("{stuck:#}")
        .replace("white", "black")
        .parse()
        .unwrap();
    assert_eq!(fallback(&stuck), Some(Move::Pass));
    for y in [-1, 0, 7, i32::MAX] {
        let mut board = stuck;
        response(&mut board, &json!({"x": -1, "y": y})).unwrap();
        assert_eq!(board, wanted);
    }
    assert_eq!(answer(Move::Pass), json!({"x": -1, "y": -1}));
}

#[test]
fn errors_name_what_is_wrong() {
    for (value, why) in [
        (json!({"x": 0}), "y is missing"),
        (json!([2, 3]), "it must be an object with x, y"),
        (json!({"x": 8, "y": 3}), "(8,3) is off the board"),
        (json!({"x": -2, "y": -1}), "(-2,-1) is off the board"),
        (
            answer(mv("d4")),
            "black may not play d4: there is a disc already",
        ),
        (
            answer(mv("c3")),
            "black may not play c3: it turns no disc over",
        ),
        (
            answer(Move::Pass),
            "black may not play pass: there is a cell for a disc",
        ),
    ] {
        let mut board = start();
        let found = response(&mut board, &value).unwrap_err();
        assert!(found.contains(why), "{}", found);
        assert_eq!(board, Board::new());
    }
    let over: Board =
        "XXX...../......../......../......../......../......../......../........ white"
            .parse()
            .unwrap();
    let error = response(&mut over.clone(), &answer(Move::Pass)).unwrap_err();
    assert!(error.contains("the game is over"), "{}", error);
    assert_eq!(fallback(&over), None);
}

#[test]
fn simple_io() {
    let value = answer(mv("c4"));
    assert_eq!(simple_answer(&value), "2 3");
    assert_eq!(simple_request_line(&value), "2 3");
    assert_eq!(simple_request(" 2  3\r\n"), Ok(value.clone()));
    assert_eq!(simple_response("2 3"), Ok(value.clone()));
    assert_eq!(simple_response("2 3x 7"), Ok(value));
    assert_eq!(simple_answer(&answer(Move::Pass)), "-1 -1");
    assert_eq!(simple_response("-1 -1"), Ok(answer(Move::Pass)));
    for line in ["", "2", "2 3 4", "a 3"] {
        assert!(simple_request(line).unwrap_err().contains("2 integers"));
    }
    // Two spaces are an empty part between them.
    assert_eq!(
        simple_response("2  3").unwrap(),
        json!({"x": 2, "y": Value::Null})
    );
}

#[test]
fn a_fallback_is_legal() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..20 {
        let mut board = start();
        while let Some(first) = fallback(&board) {
            assert!(board.is_legal(first));
            let moves: Vec<Move> = board.moves().collect();
            board.play(moves[random.usize(..moves.len())]);
        }
        assert!(board.outcome().is_some());
    }
}
