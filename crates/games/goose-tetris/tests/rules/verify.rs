//! The results for a program that checks records.

use goose_tetris::{
    Bound, Game, InvalidRecord, Move, Outcome, Piece, SCORING_PIECES, game_record, sequence, verify,
};
use serde_json::Value;

#[test]
fn the_bound_is_the_one_of_the_rules() {
    let pieces: Vec<_> = sequence().take(SCORING_PIECES).collect();
    assert_eq!(Bound::hard(&pieces).value(0, 0), 1_482_704);
    // The values that goose-tetris-wells finds for a well at the left wall.
    let at_the_wall = |piece: Piece| match piece {
        Piece::L => 2,
        Piece::S => 1,
        _ => piece.most_rows(),
    };
    let left = Bound::with_most_rows(&pieces, at_the_wall);
    assert_eq!(left.value(0, 0), 1_455_240);
    assert_eq!(
        Bound::with_most_rows(&pieces, |_| 0).value(40, 170),
        -100_000_000
    );
}

/// Games that the contest's own program replayed, with its score every 50 pieces.
#[test]
fn the_curve_has_every_thousandth_piece_and_the_last() {
    let games: Vec<Value> = include_str!("../data/goose-tetris.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for (name, end) in [
        ("beam_full_9999", None),
        ("beam_full_then_10000th", Some(Outcome::RoundLimit)),
        ("prefix_then_stack2", Some(Outcome::TopTouched)),
        ("beam_w5", None),
    ] {
        let game = games.iter().find(|game| game["name"] == name).unwrap();
        let verdict = verify(&format!(" {}\n", game["record"].as_str().unwrap())).unwrap();
        let score = game["score"].as_u64().unwrap() as u32;
        let locks = game["locks"].as_u64().unwrap() as usize;
        assert_eq!(
            (verdict.score, verdict.pieces, verdict.end),
            (score, locks, end)
        );
        let checks = game["checks"].as_array().unwrap().iter().map(|check| {
            let pieces = check["k"].as_u64().unwrap() as usize;
            (pieces, check["score"].as_u64().unwrap() as u32)
        });
        let mut wanted: Vec<_> = checks.filter(|mark| mark.0 % 1_000 == 0).collect();
        if wanted.last().is_none_or(|mark| mark.0 != locks) {
            wanted.push((locks, score));
        }
        assert_eq!(verdict.curve, wanted, "{name}");
    }
}

#[test]
fn games_become_records() {
    let mut game = Game::new();
    let mut moves: Vec<Move> = Vec::new();
    for _ in 0..15 {
        let mv = game.landings().into_iter().max().unwrap();
        game.play(mv);
        moves.push(mv);
    }
    let verdict = verify(&game_record(moves.iter().copied()).unwrap()).unwrap();
    assert_eq!((verdict.score, verdict.pieces), (game.score, 15));
    // Nothing can be moved below the stack.
    let buried = Move {
        y: 19,
        state: 0,
        x: moves[0].x,
    };
    let wrong = game_record(moves.into_iter().chain([buried]));
    assert_eq!(wrong.unwrap_err().piece, 15);
}

#[test]
fn invalid_records_are_not_played() {
    assert_eq!(verify(""), Err(InvalidRecord::StepsPerPiece(0)));
    assert_eq!(verify("N,D101"), Err(InvalidRecord::StepsPerPiece(0)));
}
