//! The game as the judge's side knows it, against the rules.

use super::super::tests::{boards, random_game};
use super::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

#[test]
fn openings_are_portable_and_alternate() {
    let open = GAME.botzone().unwrap().opening;
    let turns = open(&json!(""), &mut Xoshiro256PlusPlus::seed_from_u64(1), 3);
    let text = json!(turns).to_string();
    assert_eq!(
        text,
        r#"[[[0,{"x":7,"y":2}]],[[1,{"x":6,"y":5}]],[[0,{"x":0,"y":7}]]]"#
    );
}

#[test]
fn frames_are_the_rules() {
    for seed in 0..5 {
        let mut record = random_game("nogo", seed);
        // The last move is illegal: the first point again.
        record.moves.push(record.moves[0].clone());
        let frames = boards("nogo", &record);
        assert_eq!(frames.len(), record.moves.len() + 1);
        let mut board = Board::new();
        for (turn, frame) in frames.iter().enumerate() {
            let cells = frame["b"].as_str().unwrap().as_bytes();
            for point in PointSet::FULL {
                let [x, y] = [point.x(), point.y()].map(usize::from);
                let may = [Black, White].map(|color| board.legal_moves(color).contains(point));
                let want = match cells[9 * x + y] {
                    b'b' => board.stones(Black).contains(point),
                    b'w' => board.stones(White).contains(point),
                    b'.' => may == [true, true],
                    b'B' => may == [true, false],
                    b'W' => may == [false, true],
                    _ => may == [false, false] && board.empty().contains(point),
                };
                assert!(want, "turn {turn}, {point}");
            }
            if turn + 2 < frames.len() {
                let [x, y] = [0, 1].map(|i| record.moves[turn][i].as_u64().unwrap());
                board.play(Point::new(x as u8, y as u8).unwrap());
                assert_eq!(frames[turn + 1]["m"], 9 * x + y);
            }
        }
        let bad = frames.last().unwrap();
        assert!(bad.get("m").is_none() && bad.get("bad").is_some());
    }
}
