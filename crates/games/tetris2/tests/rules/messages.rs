//! Botzone's messages: the bot's input and output, and the referee's treatment of answers.

use serde_json::{Value, json};
use tetris2::botzone::{self, Referee, State};
use tetris2::{Board, Color, Piece, Rules};

/// Color 1 of a game that begins with T, before its first answer.
fn first_state() -> State {
    let mut state = botzone::start();
    botzone::request(&mut state, &json!({"block": 4, "color": 1})).unwrap();
    state
}

#[test]
fn a_turn_is_played_when_both_moves_are_known() {
    let mut state = first_state();
    assert_eq!(
        (state.color(), *state.board()),
        (Color::One, Board::new(Piece::T))
    );
    botzone::response(&mut state, &json!({"block": 2, "x": 2, "y": 1, "o": 0})).unwrap();
    assert_eq!(*state.board(), Board::new(Piece::T));
    botzone::request(&mut state, &json!({"block": 3, "x": 9.0, "y": 2, "o": 2})).unwrap();
    let mut board = Board::new(Piece::T);
    board.play(["9,2,2:Z".parse().unwrap(), "2,1,0:S".parse().unwrap()]);
    assert_eq!(*state.board(), board);
    assert_eq!(board.player(Color::One).piece, Piece::Z);
}

#[test]
fn a_first_request_begins_anew() {
    let mut state = first_state();
    botzone::response(&mut state, &json!({"block": 2, "x": 2, "y": 1, "o": 0})).unwrap();
    botzone::request(&mut state, &json!({"block": 4, "color": 1})).unwrap();
    assert_eq!(state, first_state());
}

#[test]
fn wrong_messages_are_refused_and_change_nothing() {
    let refused = |request: Value, why: &str| {
        let mut state = first_state();
        let error = botzone::request(&mut state, &request).unwrap_err();
        assert_eq!(error, why, "{request}");
        assert_eq!(state, first_state());
    };
    refused(
        json!({"block": 4, "color": 2}),
        "the color is neither 0 nor 1",
    );
    refused(
        json!({"block": "4", "color": 1}),
        r#"block must be a number, it is the text "4""#,
    );
    refused(json!({"color": 1}), "block is missing");
    refused(json!(null), "it must be an object with block, it is null");
    refused(json!({"block": 4}), "x is missing");
    refused(
        json!({"block": 3, "x": 9, "y": 2, "o": 2}),
        "our own answer to the request before is missing",
    );

    let refused = |response: Value, why: &str| {
        let mut state = first_state();
        let error = botzone::response(&mut state, &response).unwrap_err();
        assert_eq!(error, why, "{response}");
        assert_eq!(state, first_state());
    };
    refused(
        json!({"block": 7, "x": 2, "y": 1, "o": 0}),
        "block must be from 0 to 6, it is 7",
    );
    refused(
        json!({"block": 4, "x": 2, "y": 1, "o": 4}),
        "2,1,4 is outside the well: x is from 1 to 10, y from 1 to 20, o from 0 to 3",
    );
    refused(
        json!({"block": 4, "x": -2, "y": 1, "o": 0}),
        "-2,1,0 is outside the well: x is from 1 to 10, y from 1 to 20, o from 0 to 3",
    );
    refused(
        json!({"block": 4, "x": 2, "y": true, "o": 0}),
        "y must be a number, it is true",
    );
    refused(
        json!({"block": 4, "x": 2, "y": 2, "o": 0}),
        "illegal: the piece would not rest on anything",
    );
    refused(json!({"block": 4, "seq": []}), "seq is empty");
    refused(
        json!({"block": 4, "seq": [{"x": "1", "y": 1, "o": 0}]}),
        r#"in seq: x must be a number, it is the text "1""#,
    );

    let mut state = first_state();
    let answer = json!({"block": 2, "x": 2, "y": 1, "o": 0});
    botzone::response(&mut state, &answer).unwrap();
    let before = state;
    assert!(
        botzone::response(&mut state, &answer)
            .unwrap_err()
            .ends_with("a second answer to one request")
    );
    let theirs = json!({"block": 2, "x": 2, "y": 9, "o": 0});
    assert!(
        botzone::request(&mut state, &theirs)
            .unwrap_err()
            .ends_with("illegal for color 0: the piece would not rest on anything")
    );
    assert_eq!(state, before);
}

#[test]
fn simple_io_says_the_same() {
    for (line, request) in [
        ("4 1", json!({"block": 4, "color": 1})),
        ("3 9 2 0", json!({"block": 3, "x": 9, "y": 2, "o": 0})),
    ] {
        assert_eq!(botzone::simple_request(line), Ok(request.clone()));
        assert_eq!(botzone::simple_request_line(&request), line);
    }
    let mv = "9,2,0:Z".parse().unwrap();
    let answer = botzone::answer(mv);
    assert_eq!(answer, json!({"block": 3, "x": 9, "y": 2, "o": 0}));
    assert_eq!(botzone::simple_answer(&answer), "3 9 2 0");
    assert_eq!(botzone::simple_response(" 3 9  2 0\r\n"), Ok(answer));
    for line in ["", "1", "1 2 3", "1 2 3 4 5", "a b", "1.0 2"] {
        assert!(botzone::simple_request(line).is_err(), "{}", line);
        assert!(botzone::simple_response(line).is_err(), "{}", line);
    }
}

#[test]
fn the_fallback_is_a_legal_move() {
    let state = first_state();
    let mv = botzone::fallback(&state).unwrap();
    assert_eq!(state.board().check(Color::One, mv), Ok(()));
    assert_eq!(mv.to_string(), "2,1,0:L");
}

#[test]
fn the_first_piece_is_given_or_comes_from_a_seed() {
    let first = |initdata: Value| {
        let output = Referee::new().begin(&initdata);
        assert_eq!(
            output["initdata"]["firstBlock"],
            output["content"]["0"]["block"]
        );
        assert_eq!(
            output["content"]["0"]["block"],
            output["content"]["1"]["block"]
        );
        output["content"]["0"]["block"].as_u64().unwrap()
    };
    assert_eq!(first(json!({"firstBlock": 6})), 6);
    assert_eq!(first(json!({"firstBlock": 7})), first(json!("")));
    assert_eq!(first(json!({"seed": 0})), first(json!("")));
    let mut seen = [0; 7];
    for seed in 0..700 {
        seen[first(json!({"seed": seed})) as usize] += 1;
    }
    assert!(
        seen.iter().all(|count| (70..130).contains(count)),
        "{:?}",
        seen
    );
}

fn ok(response: Value) -> Value {
    json!({"verdict": "OK", "response": response})
}

#[test]
fn outputs_of_a_match() {
    let mut referee = Referee::new();
    assert_eq!(
        referee.begin(&json!({"firstBlock": 5})).to_string(),
        "{\"command\":\"request\",\"content\":{\"0\":{\"block\":5,\"color\":0},\"1\":{\"block\":5,\"color\":1}},\
         \"display\":{\"block\":[5,5],\"combo\":[0,0],\"height\":[0,0],\"placed\":[null,null],\"rows\":[\"-\",\"-\"],\
         \"sent\":[0,0],\"total\":[0,0]},\"initdata\":{\"firstBlock\":5}}"
    );
    let next = referee.turn(&json!({
        "0": ok(json!({"block": 0, "seq": [{"x": 1, "y": 9, "o": 0}, {"x": 1, "y": 2.0, "o": 0}]})),
        "1": ok(json!({"block": 1, "x": 4, "y": 1, "o": 1, "seq": null})),
    }));
    assert_eq!(
        next.to_string(),
        "{\"command\":\"request\",\"content\":{\"0\":{\"block\":1,\"o\":1,\"x\":4,\"y\":1},\
         \"1\":{\"block\":0,\"o\":0,\"x\":1,\"y\":2}},\
         \"display\":{\"block\":[1,0],\"combo\":[0,0],\"height\":[4,1],\
         \"placed\":[{\"o\":0,\"x\":1,\"y\":2},{\"o\":1,\"x\":4,\"y\":1}],\
         \"rows\":[\"001001001001\",\"01e\"],\"sent\":[0,0],\"total\":[0,0]}}"
    );
    let last = referee.turn(&json!({
        "0": {"verdict": "TLE", "response": null},
        "1": ok(json!({"block": 5, "x": 8, "y": 2, "o": 0})),
    }));
    assert_eq!(last["command"], "finish");
    assert_eq!(last["content"].to_string(), "{\"0\":0,\"1\":2.02}");
    assert_eq!(
        last["display"]["err"],
        json!({"0": "INVALID_INPUT_VERDICT_TLE"})
    );
    assert_eq!(last["display"]["result"], 0);
    assert_eq!(
        last["display"]["placed"],
        json!([null, {"x": 8, "y": 2, "o": 0}])
    );
}

#[test]
fn two_faults_are_a_draw() {
    for rules in [Rules::Tetris2, Rules::Tetris] {
        let mut referee = Referee::with_rules(rules);
        referee.begin(&json!({"firstBlock": 5}));
        let last = referee.turn(&json!({"0": {"verdict": "NJ"}}));
        assert_eq!(last["content"].to_string(), "{\"0\":1,\"1\":1}");
        assert_eq!(
            last["display"]["err"],
            json!({"0": "INVALID_INPUT_VERDICT_NJ", "1": "INVALID_INPUT_VERDICT_"})
        );
        assert_eq!(last["display"]["result"], -2);
    }
}

/// The judge looks at the choice before the place, and at the numbers before the well.
#[test]
fn the_first_objection_counts() {
    for (response, err) in [
        (json!({"x": 99}), "BLOCK_FORMAT_ERROR"),
        (json!({"block": true, "x": 99}), "BLOCK_FORMAT_ERROR"),
        (json!({"block": 4294967296_u64}), "BLOCK_FORMAT_ERROR"),
        (json!({"block": 5, "x": 1, "y": 2}), "LAST_POS_FORMAT_ERROR"),
        (
            json!({"block": 5, "x": 1, "y": 2, "o": null}),
            "LAST_POS_FORMAT_ERROR",
        ),
        (
            json!({"block": 5, "x": 1.5, "y": 2, "o": 0}),
            "LAST_POS_FORMAT_ERROR",
        ),
        (
            json!({"block": 5, "x": -1, "y": 2, "o": 0}),
            "LAST_POS_INVALID",
        ),
        (
            json!({"block": 5, "x": 1, "y": 2, "o": 4}),
            "LAST_POS_INVALID",
        ),
        (
            json!({"block": 5, "x": 1, "y": 3, "o": 0}),
            "LAST_POS_NOT_ON_GROUND",
        ),
        (json!({"block": 5, "seq": [{}]}), "SEQ_FORMAT_ERROR"),
        (
            json!({"block": 5, "seq": vec![json!({}); 21]}),
            "SEQ_TOO_LONG",
        ),
        (
            json!({"block": 5, "seq": {"x": 1}, "x": 1, "y": 3, "o": 0}),
            "LAST_POS_NOT_ON_GROUND",
        ),
        (json!([1, 2, 0]), "INVALID_INPUT_VERDICT_OK"),
    ] {
        let mut referee = Referee::new();
        referee.begin(&json!({"firstBlock": 5}));
        let good = json!({"block": 1, "x": 4, "y": 1, "o": 1});
        let last = referee.turn(&json!({"0": ok(response.clone()), "1": ok(good)}));
        assert_eq!(last["display"]["err"], json!({"0": err}), "{response}");
    }
}
