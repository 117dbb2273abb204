//! Messages of the bot's side: JSON and simple IO.

use ataxx::botzone::{
    answer, fallback, request, response, simple_answer, simple_request, simple_request_line,
    simple_response, start,
};
use ataxx::{Move, Position};
use serde_json::{Value, json};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

#[test]
fn both_sides_follow_a_game() {
    let first = json!({"x0": -1, "y0": -1, "x1": -1, "y1": -1});
    let (mut black, mut white) = (start(), start());
    request(&mut black, &first).unwrap();
    let opening = answer(mv("00-12"));
    assert_eq!(opening, json!({"x0": 0, "y0": 0, "x1": 1, "y1": 2}));
    response(&mut black, &opening).unwrap();
    request(&mut white, &opening).unwrap();
    assert_eq!(black, white);
    let reply = answer(mv("60-51"));
    response(&mut white, &reply).unwrap();
    request(&mut black, &reply).unwrap();
    assert_eq!(black, white);
    // The sign to begin is no move later on.
    let before = black.clone();
    let error = request(&mut black, &first).unwrap_err();
    assert!(error.contains("off the board"), "{}", error);
    assert_eq!(black, before);
}

#[test]
fn errors_name_what_is_wrong() {
    for (value, why) in [
        (json!({"x0": 0}), "y0 is missing"),
        (json!([0, 0, 1, 1]), "it must be an object with x0"),
        (
            answer(mv("60-51")),
            "black may not play 60-51: no own piece",
        ),
        (answer(mv("00-00")), "the target is not empty"),
        (answer(mv("00-03")), "more than two steps away"),
    ] {
        let mut position = start();
        let found = request(&mut position, &value).unwrap_err();
        assert!(found.contains(why), "{}", found);
        assert_eq!(position, Position::new());
    }
    let mut position: Position = "00-20 60-62 20-00 62-60".parse().unwrap();
    let error = response(&mut position, &answer(mv("00-20"))).unwrap_err();
    assert!(error.contains("it repeats a step"), "{}", error);
}

#[test]
fn simple_io() {
    let value = answer(mv("00-12"));
    assert_eq!(simple_answer(&value), "0 0 1 2");
    assert_eq!(simple_request_line(&value), "0 0 1 2");
    assert_eq!(simple_request(" 0 0  1 2\r\n"), Ok(value.clone()));
    assert_eq!(simple_response("0 0 1 2"), Ok(value.clone()));
    assert_eq!(simple_response("0 0 1 2x 7"), Ok(value));
    for line in ["", "0 0 1", "0 0 1 2 1", "a 0 1 2"] {
        assert!(simple_request(line).unwrap_err().contains("4 integers"));
    }
    // Two spaces are an empty part between them.
    let odd = simple_response("0  1 2").unwrap();
    assert_eq!((&odd["y0"], &odd["y1"]), (&Value::Null, &json!(2)));
}

#[test]
fn a_fallback_is_legal() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut position = start();
    while let Some(first) = fallback(&position) {
        assert!(position.is_legal(first));
        let moves: Vec<Move> = position.moves().collect();
        position.play(moves[random.usize(..moves.len())]);
    }
    assert!(position.outcome().is_some());
}
