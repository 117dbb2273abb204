//! The variant with the swap, as it is assumed to be.

use gomoku::botzone::Referee;
use gomoku::botzone::swap::{
    SIMPLE_IO, answer, request, response, simple_answer, simple_request, simple_response, start,
};
use gomoku::{Board, Color, IllegalMove, Move, Outcome, Swap};
use serde_json::{Value, json};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

#[test]
fn only_whites_first_turn_has_a_swap() {
    let mut board = Board::with_swap();
    assert_eq!(board.try_play(Move::Swap), Err(IllegalMove::NoSwap));
    board.play(mv("h8"));
    assert_eq!(board.moves().count(), 225);
    let mut declined = board;
    declined.play(mv("h9"));
    assert_eq!(declined.check(Move::Swap), Err(IllegalMove::NoSwap));
    assert_eq!(declined.player(Color::Black), 0);
    let stones = board.stones(Color::Black);
    board.play(Move::Swap);
    assert_eq!((board.swap(), board.to_move()), (Swap::Taken, Color::White));
    assert_eq!((board.stones(Color::Black), board.ply()), (stones, 1));
    assert_eq!(
        [Color::Black, Color::White].map(|color| board.player(color)),
        [1, 0]
    );
    assert_eq!(board.try_play(Move::Swap), Err(IllegalMove::NoSwap));
}

/// Player 1 takes black over and wins with it.
#[test]
fn the_referee_exchanges_the_players() {
    let mut referee = Referee::with_swap();
    let mut bots = [start(), start()];
    let mut output = referee.begin(&Value::Null);
    let words = "h8 swap a1 h9 a2 h10 a3 h11 a4 h12";
    for (k, word) in words.split(' ').enumerate() {
        let player = k % 2;
        assert_eq!(output["command"], "request");
        let bot = &mut bots[player];
        request(bot, &output["content"][player.to_string()]).unwrap();
        assert_eq!(
            (bot.player(bot.to_move()), &*bot),
            (player, referee.board())
        );
        let line = simple_answer(&answer(mv(word)));
        let taken = simple_response(&line).unwrap();
        assert_eq!(simple_request(&line).as_ref(), Ok(&taken));
        response(bot, &taken).unwrap();
        output = referee.turn(&json!({player.to_string(): {"response": taken}}));
        if word == "swap" {
            assert_eq!(output["display"], json!({"color": 1, "x": -1, "y": -1}));
            assert_eq!(output["content"], json!({"0": {"x": -1, "y": -1}}));
        }
    }
    assert_eq!(output["content"], json!({"0": 0, "1": 2}));
    assert_eq!(
        output["display"],
        json!({"color": 0, "x": 7, "y": 11, "winner": 1})
    );
    assert_eq!(referee.board().outcome(), Some(Outcome::Win(Color::Black)));
    const { assert!(SIMPLE_IO) };
}

/// A swap too late, and one too early, lose.
#[test]
fn other_swaps_lose() {
    for words in ["swap", "h8 h9 swap", "h8 swap swap"] {
        let mut referee = Referee::with_swap();
        let mut output = referee.begin(&Value::Null);
        for (k, word) in words.split(' ').enumerate() {
            let entry = json!({(k % 2).to_string(): {"response": answer(mv(word))}});
            output = referee.turn(&entry);
        }
        assert_eq!(output["display"]["error"], "INVALID MOVE");
        assert_eq!(output["content"], json!({"0": 0, "1": 2}), "{words}");
    }
}
