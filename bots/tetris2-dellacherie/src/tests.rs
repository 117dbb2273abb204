//! Tests of the bot's play: legal moves always, the piece that hurts, and better than by the textbook.

use tetris2::{Board, Color};

use super::*;

fn answer(position: &str) -> Move {
    let seat: State = position.parse().unwrap();
    Dellacherie::new().choose(&seat, &Turn::of_nodes(1, 1)).mv
}

/// Two random turns in which both sides do the same.
fn opening(random: &mut fastrand::Rng) -> Board {
    let mut board = Board::new(Piece::ALL[random.usize(..7)]);
    for _ in 0..2 {
        let moves: Vec<Move> = board.legal_moves(Color::Zero).collect();
        board.play([moves[random.usize(..moves.len())]; 2]);
    }
    board
}

/// `Board::play` panics if a move is not legal.
#[test]
fn tuned_weights_beat_the_textbook() {
    let turn = Turn::of_nodes(1, 1);
    let (mut tuned, mut textbook) = (Dellacherie::new(), Textbook::new());
    let mut random = fastrand::Rng::with_seed(1);
    let mut points = 0;
    for _ in 0..200 {
        let mut board = opening(&mut random);
        while board.outcome().is_none() {
            let tuned = tuned.choose(&State::new(Color::Zero, board), &turn);
            let textbook = textbook.choose(&State::new(Color::One, board), &turn);
            board.play([tuned.mv, textbook.mv]);
        }
        points += match board.outcome().unwrap().loser {
            None => 1,
            Some(Color::Zero) => 0,
            Some(Color::One) => 2,
        };
    }
    assert!(points >= 240, "{} of 400", points);
}

/// Two positions in which the sides are equal and both play by the textbook: with either of the two weights that the
/// textbook does not have, color 0 wins at once, without them it does not.
#[test]
fn both_weights_for_two_wells_win() {
    let alone = |no_room, opponent| {
        let book = Weights::parse(include_str!("../textbook.json")).unwrap();
        Dellacherie::with(Weights {
            no_room,
            opponent,
            ..book
        })
    };
    let danger = "2ff2ff3bf3bf27f3df3ef3f33fd3fb3f33af37f1ff3fe3dd3bf16610f O 0022122 0 13 19 0";
    let attack = "33f3df0ff37f2ff2ff39e3fb2ff1fb37f36f37f37f33f27f20f007007004 T 2222202 0 7 20 0";
    for (side, mut bot) in [(danger, alone(-770, 0)), (attack, alone(0, 11))] {
        let seat: State = format!("0; {side}; {side}").parse().unwrap();
        let turn = Turn::of_nodes(1, 1);
        let book = Textbook::new().choose(&seat, &turn).mv;
        let loser = |own| {
            let mut board = *seat.board();
            board.play([own, book]);
            board.outcome().and_then(|outcome| outcome.loser)
        };
        assert_eq!(loser(book), None);
        assert_eq!(loser(bot.choose(&seat, &turn).mv), Some(Color::One));
    }
}

#[test]
fn a_full_row_is_cleared() {
    let cleared = answer("0; 1ff1ff1ff1ff I 0000010 0 0 4 0; - I 0000010 0 0 0 0");
    assert_eq!(
        (cleared.placement.x, cleared.placement.o.code() % 2),
        (10, 0)
    );
}

/// Color 1 has one free row left, and a hole in the row below: only some pieces can enter, and one that cannot
/// must be given.
#[test]
fn a_piece_without_room_is_given() {
    let high = "3be3de3ee3f63fa3fc3be3de3ee3f63fa3fc3be3de3ee3f63fa3fc3ef";
    let position = format!("0; - T 0000100 0 0 0 0; {high} I 0000100 0 0 19 0");
    let given = answer(&position);
    let mut board = *position.parse::<State>().unwrap().board();
    let theirs = Move {
        block: Piece::O,
        placement: answer(&position.replacen('0', "1", 1)).placement,
    };
    board.play([given, theirs]);
    let loser = board.outcome().and_then(|outcome| outcome.loser);
    assert_eq!(loser, Some(Color::One), "{given}");
}

#[test]
fn parameters_from_a_text_are_those_that_are_built_in() {
    let text = include_str!("../textbook.json");
    for position in Dellacherie::bench_positions() {
        let seat: State = position.parse().unwrap();
        let turn = Turn::of_nodes(1, 1);
        let read = Dellacherie::with_params(text).unwrap().choose(&seat, &turn);
        assert_eq!(read, Textbook::new().choose(&seat, &turn), "{position}");
    }
    testing::laws::parameters::<Dellacherie>(text);
}
