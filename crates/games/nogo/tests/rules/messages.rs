//! Botzone's messages: the value rules of the judge, its error texts, and simple IO.

use nogo::botzone::{self, Referee};
use nogo::{Board, Point};
use serde_json::{Value, json};

/// The referee's output for black's first answer, given as the whole entry of the player.
fn first(entry: Value) -> String {
    let mut referee = Referee::new();
    referee.begin(&json!(""));
    referee.turn(&json!({"0": entry})).to_string()
}

const ACCEPTED: &str =
    r#"{"command":"request","content":{"1":{"x":2,"y":3}},"display":{"color":0,"x":2,"y":3}}"#;

fn lost(err: &str) -> String {
    format!(
        r#"{{"command":"finish","content":{{"0":0,"1":1}},"display":{{"err":"{err}","winner":1}}}}"#
    )
}

#[test]
fn whole_numbers_are_accepted_in_any_form() {
    for response in [
        json!({"x": 2, "y": 3}),
        json!({"x": 2.0, "y": 3}),
        json!({"y": 3, "x": 2, "z": [1]}),
        json!(r#"{"x":2,"y":3}"#),
        json!(r#" {"y":3.0, "x":2} "#),
        json!(r#"{"x":9,"z":{"x":[{}]},"y":3,"x":2}"#),
    ] {
        assert_eq!(
            first(json!({"verdict": "OK", "response": response})),
            ACCEPTED
        );
    }
    assert_eq!(
        first(json!({"verdict": "OK", "response": null, "content": {"x": 2, "y": 3}})),
        ACCEPTED
    );
    assert_eq!(
        first(json!({"verdict": "OK", "content": {"x": 2, "y": 3}})),
        ACCEPTED
    );
}

#[test]
fn anything_else_is_malformed() {
    for response in [
        json!({"x": 2.5, "y": 3}),
        json!({"x": "2", "y": 3}),
        json!({"x": null, "y": 3}),
        json!({"x": true, "y": 3}),
        json!({"x": 2_147_483_648_i64, "y": 3}),
        json!({"x": -2_147_483_649_i64, "y": 3}),
        json!({"x": u64::MAX, "y": 3}),
        json!({"x": 1e300, "y": 3}),
        json!({"x": 2}),
        json!([2, 3]),
        json!(2),
        json!("[1]"),
        json!("2 3"),
        json!(""),
        json!(r#""{\"x\":2,\"y\":3}""#),
        Value::Null,
    ] {
        let output = first(json!({"verdict": "OK", "response": response}));
        assert_eq!(output, lost("INVALID_INPUT_VERDICT_OK"), "{response}");
    }
    assert_eq!(
        first(json!({"verdict": "TLE", "response": null})),
        lost("INVALID_INPUT_VERDICT_TLE")
    );
    assert_eq!(first(Value::Null), lost("INVALID_INPUT_VERDICT_"));
}

#[test]
fn illegal_moves_have_the_judges_texts() {
    for (x, y) in [(-1, -1), (9, 0), (0, 9), (i32::MAX, i32::MIN)] {
        let output = first(json!({"verdict": "OK", "response": {"x": x, "y": y}}));
        assert_eq!(
            output,
            lost(&format!("INVALID_MOVE  ({x},{y}) is forbidden position"))
        );
    }
    let mut referee = Referee::new();
    referee.begin(&Value::Null);
    let mut output = Value::Null;
    for (k, (x, y)) in [(0, 0), (0, 1), (5, 5), (1, 0)].iter().copied().enumerate() {
        output = referee
            .turn(&json!({(k % 2).to_string(): {"verdict": "OK", "response": {"x": x, "y": y}}}));
    }
    assert_eq!(
        output.to_string(),
        r#"{"command":"finish","content":{"0":1,"1":0},"display":{"err":"INVALID_MOVE  (1,0) is forbidden position","winner":0}}"#
    );
}

#[test]
fn bot_refuses_requests_that_cannot_be() {
    let mut state = botzone::start();
    let refused =
        |state: &mut Board, request: Value| botzone::request(state, &request).unwrap_err();
    assert_eq!(
        refused(&mut state, json!([4, 4])),
        "it must be an object with x, y, it is a list"
    );
    assert_eq!(
        refused(&mut state, json!({"x": 4, "y": 9})),
        "(4,9) is off the board"
    );
    botzone::request(&mut state, &json!({"x": 4, "y": 4})).unwrap();
    assert_eq!(
        refused(&mut state, json!({"x": 4, "y": 4})),
        "white may not play 4,4: the point is occupied"
    );
    assert_eq!(
        refused(&mut state, json!({"x": -1, "y": -1})),
        "(-1,-1) is off the board"
    );
    assert_eq!(state, "4,4".parse().unwrap());
}

#[test]
fn fallback_is_legal_as_long_as_there_is_a_move() {
    let mut board = Board::new();
    while let Some(point) = botzone::fallback(&board) {
        board.play(point);
    }
    assert_eq!(board.outcome(), Some(board.to_move().opponent()));
}

#[test]
fn simple_io_lines() {
    const { assert!(botzone::SIMPLE_IO) };
    assert_eq!(
        botzone::simple_request("-1 -1\n"),
        Ok(json!({"x": -1, "y": -1}))
    );
    assert_eq!(
        botzone::simple_request(" 4  8\r\n"),
        Ok(json!({"x": 4, "y": 8}))
    );
    for line in ["", "4", "4 x", "4 8 1"] {
        assert_eq!(
            botzone::simple_request(line),
            Err(format!("`{line}` is not a line of 2 integers, `X Y`"))
        );
    }
    let answer = botzone::answer(Point::new(4, 8).unwrap());
    assert_eq!(answer, json!({"x": 4, "y": 8}));
    assert_eq!(botzone::simple_answer(&answer), "4 8");
    assert_eq!(botzone::simple_response("4 8"), Ok(answer));
    assert_eq!(
        botzone::simple_request_line(&json!({"x": -1, "y": -1})),
        "-1 -1"
    );
}

#[test]
fn simple_answers_are_read_like_parse_int() {
    let read = |line: &str| botzone::simple_response(line).unwrap();
    assert_eq!(read("4 8 junk\r\n"), json!({"x": 4, "y": 8}));
    assert_eq!(read("+4.7 8x"), json!({"x": 4, "y": 8}));
    assert_eq!(read("-0 \t8\r"), json!({"x": 0, "y": 8}));
    assert_eq!(read("4  8"), json!({"x": 4, "y": null}));
    assert_eq!(read("x 8"), json!({"x": null, "y": 8}));
    assert_eq!(read("4"), json!({"x": 4, "y": null}));
    assert_eq!(read("é -"), json!({"x": null, "y": null}));
    assert_eq!(read("99999999999999999999 8"), json!({"x": null, "y": 8}));
}
