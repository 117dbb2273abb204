//! The game as the judge's side knows it, against the rules.

use super::super::tests::{boards, random_game};
use super::*;

#[test]
fn short_forms() {
    let response = json!({"block": 1, "x": 2, "y": 3, "o": 0});
    assert_eq!(BOTZONE.logged.short(&response), Some(response));
    for other in [
        json!({"block": 1, "x": 2, "y": 3}),
        json!({"block": 1, "x": 2, "y": 3, "o": 0.0}),
        json!({"block": 1, "x": 2, "y": 3, "seq": []}),
        json!({"response": 1}),
        json!(null),
    ] {
        assert_eq!(BOTZONE.logged.short(&other), None, "{other}");
    }
}

#[test]
fn both_players_have_the_same_opening() {
    let mut random = rand::SeedableRng::seed_from_u64(1);
    for turn in opening(&json!({"firstBlock": 3}), &mut random, 4) {
        assert_eq!(turn[0].1, turn[1].1);
    }
}

#[test]
fn frames_are_the_rules() {
    let mut colors = 0;
    for seed in 0..30 {
        let record = random_game("tetris2", seed);
        let frames = boards("tetris2", &record);
        let mut referee = tetris2::botzone::Referee::new();
        referee.begin(&record.init);
        for (turn, frame) in frames.iter().enumerate() {
            for color in Color::ALL {
                let player = referee.board().player(color);
                let cells = frame[&format!("w{color}")].as_str().unwrap();
                for (place, cell) in cells.bytes().enumerate() {
                    let (x, y) = (place as i32 % 10 + 1, 20 - place as i32 / 10);
                    assert_eq!(cell != b'.', player.well.occupied(x, y), "turn {turn}");
                    colors += usize::from(cell.is_ascii_uppercase());
                }
                let piece = frame["n"].as_str().unwrap().as_bytes()[color.index()];
                assert_eq!(char::from(piece).to_string(), player.piece.to_string());
                assert_eq!(frame["t"][color.index()], player.total);
                assert_eq!(frame[&format!("g{color}")], player.given.to_string());
            }
            if let Some(moves) = record.moves.get(turn) {
                let half = |i: usize| json!({"verdict": "OK", "response": moves[i]});
                referee.turn(&json!({"0": half(0), "1": half(1)}));
            }
        }
    }
    assert!(
        colors > 1000,
        "{colors} cells of pieces that have just come"
    );
}
