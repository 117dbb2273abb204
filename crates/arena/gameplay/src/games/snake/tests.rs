//! The game as the judge's side knows it, against the rules.

use super::super::tests::{boards, random_game};
use super::*;

#[test]
fn short_forms() {
    assert_eq!(
        BOTZONE.logged.short(&json!({"direction": 7})),
        Some(json!(7))
    );
    for other in [
        json!({"direction": 1.0}),
        json!({"direction": 1, "z": 1}),
        json!({}),
        json!(1),
        json!(null),
    ] {
        assert_eq!(BOTZONE.logged.short(&other), None, "{other}");
    }
}

#[test]
fn a_served_referee_resumes_on_its_map() {
    let mut referee = (BOTZONE.referee)();
    let first = referee.begin(&json!({"seed": 5})).unwrap();
    let entry = json!({"0": {"verdict": "OK", "response": {"direction": 1}},
                       "1": {"verdict": "OK", "response": {"direction": 3}}});
    let second = referee.turn(&entry).unwrap();
    let mut resumed = (BOTZONE.referee)();
    resumed.resume(&first["initdata"]).unwrap();
    assert_eq!(resumed.turn(&entry).unwrap(), second);
    let Err(error) = resumed.resume(&json!({"seed": 5})) else {
        panic!("a seed is no map")
    };
    assert!(error.to_string().contains("of the first output"), "{error}");
}

#[test]
fn frames_are_the_rules() {
    for seed in 0..5 {
        let mut record = random_game("snake", seed);
        // Player 0 turns back into its neck, or out of the board.
        record
            .moves
            .push(json!([{"verdict": "TLE", "response": null}, 9]));
        let frames = boards("snake", &record);
        let mut seat = snake::botzone::start();
        let mut first = record.init.clone();
        (first["x"], first["y"]) = (json!(1), json!(1));
        snake::botzone::request(&mut seat, &first).unwrap();
        for (turn, frame) in frames.iter().enumerate().take(frames.len() - 1) {
            for player in 0..2 {
                let want: String = (seat.board().segments(player))
                    .flat_map(|cell| [cell.x(), cell.y()])
                    .map(|at| char::from_digit(at.into(), 36).unwrap())
                    .collect();
                assert_eq!(frame[&format!("p{player}")], want, "turn {turn}");
            }
            if turn + 2 < frames.len() {
                let both = [0, 1].map(|i| record.moves[turn][i].as_u64().unwrap() as usize);
                let [a, b] = both.map(|i| Direction::from_index(i).unwrap());
                seat.try_play((a, b)).unwrap();
            }
        }
        let last = frames.last().unwrap();
        assert_eq!(
            (&last["x0"], &last["x1"]),
            (&json!("invalid_input"), &json!("bad_direction"))
        );
    }
}
