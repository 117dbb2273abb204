//! The game as the judge's side knows it, against the rules.

use super::super::tests::{boards, random_game};
use super::*;

#[test]
fn frames_are_the_rules() {
    let colors = [Color::Black, Color::White];
    let mut passes = 0;
    for seed in 0..20 {
        let mut record = random_game("reversi", seed);
        // The last move is illegal: the first cell again.
        record.moves.push(record.moves[0].clone());
        let frames = boards("reversi", &record);
        assert_eq!(frames.len(), record.moves.len() + 1);
        let mut board = Board::new();
        for (turn, frame) in frames.iter().enumerate() {
            let cells = frame["b"].as_str().unwrap().as_bytes();
            for cell in CellSet::FULL {
                let may = colors.map(|color| board.legal_moves(color).contains(cell));
                let want = match cells[cell.index()] {
                    b'b' => board.discs(colors[0]).contains(cell),
                    b'w' => board.discs(colors[1]).contains(cell),
                    b'+' => may == [true, true],
                    b'B' => may == [true, false],
                    b'W' => may == [false, true],
                    _ => may == [false, false] && board.empty().contains(cell),
                };
                assert!(want, "turn {turn}, {cell}");
            }
            assert_eq!(frame["n"], json!(board.counts()));
            assert_eq!(frame["t"], board.to_move().index());
            if turn + 2 < frames.len() {
                let [x, y] = [0, 1].map(|i| record.moves[turn][i].as_i64().unwrap());
                let next = &frames[turn + 1];
                let Some(cell) = u8::try_from(x).ok().and_then(|x| Cell::new(x, y as u8)) else {
                    passes += 1;
                    assert_eq!((&next["m"], &next["f"]), (&json!(-1), &json!([])));
                    board.play(Move::Pass);
                    continue;
                };
                let flips: Vec<usize> = board.flips(cell).iter().map(Cell::index).collect();
                assert_eq!(
                    (&next["m"], &next["f"]),
                    (&json!(cell.index()), &json!(flips))
                );
                board.play(Move::Place(cell));
            }
        }
        let bad = frames.last().unwrap();
        assert!(bad.get("m").is_none() && bad.get("bad").is_some());
    }
    assert!(passes > 3, "{passes}");
}

#[test]
fn moves_are_letter_and_number() {
    for (written, label) in [
        (json!([2, 3]), "c4"),
        (json!([-1, 5]), "pass"),
        // Moves off the board are shown, too.
        (json!([2, 8]), "2,8"),
    ] {
        assert_eq!((GAME.label)(&written).as_deref(), Some(label));
    }
    for said in ["d3", "pass"] {
        assert_eq!(GAME.word(said), said);
    }
}
