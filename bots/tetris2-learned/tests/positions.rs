//! The kept positions of `positions/`: well-formed, legal, and right even with a small budget.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::fs;

use botzone::{Bot, Turn};
use tetris2::Move;
use tetris2::botzone::Seat;
use tetris2_learned::Learned;

#[test]
fn every_kept_position_is_hit() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/positions");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let mut position = String::new();
        let mut verdict = None;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some(list) = line.strip_prefix("want:") {
                verdict = Some((true, list));
            } else if let Some(list) = line.strip_prefix("avoid:") {
                verdict = Some((false, list));
            } else {
                position.push_str(line);
            }
        }
        let seat: Seat = position.parse().unwrap();
        let (wanted, list) = verdict.unwrap();
        let moves: Vec<Move> = list
            .split_whitespace()
            .map(|mv| mv.parse().unwrap())
            .collect();
        for &mv in &moves {
            assert_eq!(seat.board().check(seat.color(), mv), Ok(()), "{path:?}");
        }
        let mv = Learned::new().choose(&seat, &Turn::of_nodes(1000, 1)).mv;
        assert_eq!(moves.contains(&mv), wanted, "{path:?}: {mv}");
        count += 1;
    }
    assert!(count >= 20);
}
