//! Messages of the bot's side: JSON and simple IO.

use amazons::botzone::{
    answer, fallback, request, response, simple_answer, simple_request, simple_request_line,
    simple_response, start,
};
use amazons::{Board, Move};
use serde_json::{Value, json};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

#[test]
fn both_sides_follow_a_game() {
    let first = json!({"x0": -1, "y0": -1, "x1": -1, "y1": -1, "x2": -1, "y2": -1});
    let (mut black, mut white) = (start(), start());
    request(&mut black, &first).unwrap();
    let opening = answer(mv("02-03/02"));
    assert_eq!(
        opening,
        json!({"x0": 0, "y0": 2, "x1": 0, "y1": 3, "x2": 0, "y2": 2})
    );
    response(&mut black, &opening).unwrap();
    request(&mut white, &opening).unwrap();
    assert_eq!(black, white);
    let reply = answer(mv("05-04/05"));
    response(&mut white, &reply).unwrap();
    request(&mut black, &reply).unwrap();
    assert_eq!(black, white);
    // The sign to begin is no move later on.
    let before = black;
    assert!(
        request(&mut black, &first)
            .unwrap_err()
            .contains("off the board")
    );
    assert_eq!(black, before);
}

#[test]
fn errors_name_what_is_wrong() {
    for (value, why) in [
        (json!({"x0": 0}), "y0 is missing"),
        (json!([0, 2, 0, 3, 0, 2]), "it must be an object with x0"),
        (
            answer(mv("05-04/05")),
            "black may not play 05-04/05: no own amazon",
        ),
        (answer(mv("02-14/02")), "the amazon cannot step there"),
        (answer(mv("02-03/14")), "the arrow cannot get there"),
    ] {
        let mut board = start();
        let found = request(&mut board, &value);
        if why.starts_with("the arrow") {
            // (1,4) is on a line from (0,3).
            assert_eq!(found, Ok(()));
            continue;
        }
        let found = found.unwrap_err();
        assert!(found.contains(why), "{}", found);
        assert_eq!(board, Board::new());
    }
    let error = response(&mut start(), &answer(mv("02-03/24"))).unwrap_err();
    assert!(error.contains("the arrow cannot get there"), "{}", error);
}

#[test]
fn simple_io() {
    let value = answer(mv("02-03/02"));
    assert_eq!(simple_answer(&value), "0 2 0 3 0 2");
    assert_eq!(simple_request_line(&value), "0 2 0 3 0 2");
    assert_eq!(simple_request(" 0 2 0  3 0 2\r\n"), Ok(value.clone()));
    assert_eq!(simple_response("0 2 0 3 0 2"), Ok(value.clone()));
    assert_eq!(simple_response("0 2 0 3 0 2x 7"), Ok(value));
    for line in ["", "0 2 0 3 0", "0 2 0 3 0 2 1", "a 2 0 3 0 2"] {
        assert!(simple_request(line).unwrap_err().contains("6 integers"));
    }
    // Two spaces are an empty part between them.
    let odd = simple_response("0  2 0 3 0").unwrap();
    assert_eq!(odd["y0"], Value::Null);
    assert_eq!(odd["y2"], 0);
}

#[test]
fn a_fallback_is_legal() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut board = start();
    while let Some(first) = fallback(&board) {
        assert!(board.is_legal(first));
        let moves: Vec<Move> = board.moves().collect();
        board.play(moves[random.usize(..moves.len())]);
    }
    assert!(board.outcome().is_some());
}
