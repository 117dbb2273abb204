//! Moves and positions as text: parsing, and errors that name the problem; and the counts of positions.

use reversi::{Board, CellSet, Color, Move};

#[path = "../../examples/reversi-perft/count.rs"]
mod count;

fn error<T: std::str::FromStr<Err = reversi::ParseError>>(text: &str) -> String {
    match text.parse::<T>() {
        Ok(_) => panic!("`{}` was read", text),
        Err(error) => error.to_string(),
    }
}

#[test]
fn moves_are_read_as_printed() {
    for mv in CellSet::FULL.iter().map(Move::Place).chain([Move::Pass]) {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
}

#[test]
fn positions_are_read_as_printed() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..100 {
        let mut board = Board::new();
        let mut played = String::new();
        while board.outcome().is_none() {
            assert_eq!(board.to_string().parse(), Ok(board));
            assert_eq!(format!("{board:#}").parse(), Ok(board));
            assert_eq!(format!("{board:?}"), format!("{board:#}"));
            let moves: Vec<Move> = board.moves().collect();
            let mv = moves[random.usize(..moves.len())];
            board.play(mv);
            played += &format!("{mv} ");
            assert_eq!(played.parse(), Ok(board));
        }
    }
}

#[test]
fn without_a_side_the_discs_tell_it() {
    let board: Board = "c4 c3 f5".parse().unwrap();
    assert_eq!(board.to_move(), Color::White);
    let without_side = format!("{board:#}").replace(" white", "");
    assert_eq!(without_side.parse(), Ok(board));
    let other: Board = format!("{without_side} black").parse().unwrap();
    assert_eq!(other.to_move(), Color::Black);
}

#[test]
fn errors_name_what_is_wrong() {
    for text in [
        "d", "d9", "i3", "d0", "D3", "23", "d,3", "d33", "Pass", "é3",
    ] {
        let found = error::<Move>(text);
        assert!(
            found.contains(&format!("`{text}` is not a move")) && found.contains("`d3`; or `pass`"),
            "{}",
            found
        );
    }
    let picture = "......../......../......../..XXX.../...XO.../......../......../........";
    for (text, why) in [
        (
            "c4 c4".to_owned(),
            "move 2: white may not play c4: there is a disc",
        ),
        ("c4 pass".to_owned(), "move 2: white may not play pass"),
        ("c4 2".to_owned(), "move 2: `2` is not a move"),
        ("...".to_owned(), "8 rows"),
        (String::new(), "this has 0 rows"),
        (
            picture.replacen("...XO...", "...XO..", 1),
            "row 4 has 7 cells",
        ),
        (picture.replacen('O', "*", 1), "`*` in row 4, column 4"),
    ] {
        let found = error::<Board>(&text);
        assert!(found.contains(why), "{}: {}", text, found);
    }
}

#[test]
fn sequences_of_moves_are_counted() {
    let counts = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(count::perft(Board::new(), depth), count, "{depth}");
    }
}
