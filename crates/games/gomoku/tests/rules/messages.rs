//! Messages of the bot's side.

use gomoku::botzone::{SIMPLE_IO, answer, fallback, request, response, start};
use gomoku::{Board, Move};
use serde_json::json;

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

#[test]
fn both_sides_follow_a_game() {
    let first = json!({"x": -1, "y": -1});
    let (mut black, mut white) = (start(), start());
    request(&mut black, &first).unwrap();
    assert_eq!(black, Board::new());
    let opening = answer(mv("h5"));
    assert_eq!(opening, json!({"x": 7, "y": 4}));
    response(&mut black, &opening).unwrap();
    request(&mut white, &opening).unwrap();
    assert_eq!(black, white);
    let error = request(&mut black, &first).unwrap_err();
    assert!(error.contains("white may not play swap: only"), "{}", error);
    assert_eq!(black, white);
    const { assert!(!SIMPLE_IO) };
}

#[test]
fn errors_name_what_is_wrong() {
    for (value, why) in [
        (json!({"x": 0}), "y is missing"),
        (json!("{\"x\":0,\"y\":0}"), "it must be an object with x, y"),
        (json!({"x": 15, "y": 3}), "(15,3) is off the board"),
        (json!({"x": -1, "y": 3}), "(-1,3) is off the board"),
        (answer(Move::Swap), "black may not play swap"),
    ] {
        let mut board = start();
        let found = response(&mut board, &value).unwrap_err();
        assert!(found.contains(why), "{}", found);
        assert_eq!(board, Board::new());
    }
    let mut board: Board = "a1 a2 b1 b2 c1 c2 d1 d2 e1".parse().unwrap();
    let error = response(&mut board, &answer(mv("h8"))).unwrap_err();
    assert!(error.contains("the game is over"), "{}", error);
    assert_eq!(fallback(&board), None);
}

#[test]
fn a_fallback_is_legal() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut board = start();
    assert_eq!(fallback(&board), Some(mv("h8")));
    while board.outcome().is_none() {
        assert!(board.is_legal(fallback(&board).unwrap()), "{}", board);
        let moves: Vec<Move> = board.moves().collect();
        board.play(moves[random.usize(..moves.len())]);
    }
}
