//! Moves and positions as text: parsing, and errors that name the problem; sets of cells; and the counts of positions.

use gomoku::{Board, Cell, CellSet, Color, Move, Outcome, Swap};

#[path = "../../examples/gomoku-perft/count.rs"]
mod count;

fn error<T: std::str::FromStr<Err = gomoku::ParseError>>(text: &str) -> String {
    match text.parse::<T>() {
        Ok(_) => panic!("`{}` was read", text),
        Err(error) => error.to_string(),
    }
}

#[test]
fn moves_are_read_as_printed() {
    for mv in CellSet::FULL.iter().map(Move::Place).chain([Move::Swap]) {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
    for text in ["h", "8", "h0", "h16", "h08", "p1", "H8", "h8 ", "88", "-1"] {
        let found = error::<Cell>(text);
        assert!(
            found.contains("is not a cell: a letter from a to o"),
            "{}",
            found
        );
    }
    assert!(error::<Move>("pass").contains("`h8`; or `swap`"));
}

#[test]
fn positions_are_read_as_printed() {
    let mut random = fastrand::Rng::with_seed(1);
    for game in 0..60 {
        let (mut board, mut played) = match game % 2 {
            0 => (Board::new(), String::new()),
            _ => (Board::with_swap(), "swap1".to_owned()),
        };
        while board.outcome().is_none() {
            assert_eq!(board.to_string().parse(), Ok(board));
            assert_eq!(format!("{board:#}").parse(), Ok(board));
            assert_eq!(format!("{board:?}"), format!("{board:#}"));
            let moves: Vec<Move> = board.moves().collect();
            let mv = match board.may_swap() && game % 4 == 1 {
                true => Move::Swap,
                false => moves[random.usize(..moves.len())],
            };
            board.play(mv);
            played += &format!(" {mv}");
            assert_eq!(played.parse(), Ok(board));
        }
        assert_eq!(format!("{board:#}").parse(), Ok(board));
        assert_eq!(board.swap() == Swap::Taken, game % 4 == 1);
    }
}

#[test]
fn errors_name_what_is_wrong() {
    let empty = format!("{:#}", Board::new());
    for (text, why) in [
        (
            "h8 h8".to_owned(),
            "move 2: white may not play h8: there is a stone already",
        ),
        (
            "h8 swap".to_owned(),
            "move 2: white may not play swap: only white's first turn",
        ),
        ("h8 z9".to_owned(), "move 2: `z9` is not a move"),
        ("../..".to_owned(), "has 2 rows"),
        (empty.replacen(".", "", 1), "row 0 has 14 cells, not 15"),
        (
            empty.replacen(".", "?", 1),
            "`?` in row 0, column 0 is none of the signs `.XO`",
        ),
        (empty.replacen(".", "O", 1), "0 black and 1 white stones"),
        (
            empty.replacen(".", "X", 1),
            "with these stones white is to move",
        ),
        (format!("{empty} taken"), "`taken` follows `swap1`"),
        (format!("{empty} swap1 taken"), "needs black's first stone"),
    ] {
        let found = error::<Board>(&text);
        assert!(found.contains(why), "{}", found);
    }
}

#[test]
fn a_picture_tells_the_winner() {
    let board: Board = "a1 a2 b1 b2 c1 c2 d1 d2 e1".parse().unwrap();
    assert_eq!(board.outcome(), Some(Outcome::Win(Color::Black)));
    assert_eq!(format!("{board:#}").parse(), Ok(board));
    let six: Board = "a1 a2 b1 b2 c1 c2 e1 e2 f1 f3 d1".parse().unwrap();
    assert_eq!(six.outcome(), Some(Outcome::Win(Color::Black)));
}

#[test]
fn sets_of_cells() {
    let mut random = fastrand::Rng::with_seed(2);
    let cells: Vec<Cell> = CellSet::FULL.iter().collect();
    assert_eq!(cells.len(), Cell::COUNT);
    for _ in 0..200 {
        let pick = |random: &mut fastrand::Rng| -> CellSet {
            cells.iter().copied().filter(|_| random.bool()).collect()
        };
        let (a, b) = (pick(&mut random), pick(&mut random));
        for (i, &cell) in cells.iter().enumerate() {
            assert_eq!((cell.index(), Cell::from_index(i)), (i, Some(cell)));
            let [in_a, in_b] = [a, b].map(|set| set.contains(cell));
            assert_eq!((a & b).contains(cell), in_a && in_b);
            assert_eq!((a | b).contains(cell), in_a || in_b);
            assert_eq!((a - b).contains(cell), in_a && !in_b);
            assert_eq!((!a).contains(cell), !in_a);
            assert_eq!(a.row(cell.y()) >> cell.x() & 1 == 1, in_a);
        }
        assert_eq!(a.len(), a.iter().count());
        let mut less = a;
        a.iter().for_each(|cell| less.remove(cell));
        assert!(less.is_empty() && less.first().is_none());
    }
}

#[test]
fn sequences_are_counted() {
    let counts: Vec<u64> = (1..=3)
        .map(|depth| count::perft(Board::new(), depth))
        .collect();
    assert_eq!(counts, [225, 50_400, 11_239_200]);
    assert_eq!(count::perft(Board::with_swap(), 2), 50_400 + 225);
}
