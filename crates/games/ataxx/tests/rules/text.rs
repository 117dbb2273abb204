//! Cells, moves and positions as text: parsing, and errors that name the problem.

use ataxx::{Board, Cell, CellSet, Color, Move, Position};

fn error<T: std::str::FromStr<Err = ataxx::ParseError>>(text: &str) -> String {
    match text.parse::<T>() {
        Ok(_) => panic!("`{}` was read", text),
        Err(error) => error.to_string(),
    }
}

#[test]
fn cells_and_moves_are_read_as_printed() {
    for cell in CellSet::FULL {
        assert_eq!(cell.to_string().parse(), Ok(cell));
        assert_eq!(Cell::new(cell.x(), cell.y()), Some(cell));
        assert_eq!(Cell::from_index(cell.index()), Some(cell));
    }
    assert_eq!(Cell::from_index(49), None);
    for mv in Board::new().moves() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
}

#[test]
fn positions_are_read_as_printed() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..100 {
        let mut position = Position::new();
        while position.outcome().is_none() {
            let board = *position.board();
            assert_eq!(board.to_string().parse(), Ok(board));
            assert_eq!(format!("{board:#}").parse(), Ok(board));
            assert_eq!(format!("{board:?}"), format!("{board:#}"));
            assert_eq!(position.to_string(), board.to_string());
            assert_eq!(format!("{position:#}").parse(), Ok(position.clone()));
            assert_eq!(format!("{position:?}"), format!("{position:#}"));
            let moves: Vec<Move> = position.moves().collect();
            position.play(moves[random.usize(..moves.len())]);
        }
    }
}

#[test]
fn lists_of_moves_are_positions() {
    let position: Position = "00-11 60-40 11-31".parse().unwrap();
    let text = "X...X../...X.../......./......./......./......./O.....X";
    assert_eq!(position.board().ply(), 3);
    assert_eq!(
        format!("{position:#}"),
        "X.....O/......./......./......./......./......./O.....X black 0 00-11 60-40 11-31"
    );
    let shown = format!("{:#}", position.board());
    assert_eq!(shown, format!("{text} white 3"));
    let board: Board = text.parse().unwrap();
    assert_eq!((board.to_move(), board.ply()), (Color::Black, 0));
    let board: Board = format!("{text} white").parse().unwrap();
    assert_eq!((board.to_move(), board.ply()), (Color::White, 1));
    let board: Board = format!("{text} 6").parse().unwrap();
    assert_eq!((board.to_move(), board.ply()), (Color::Black, 6));
    let position: Position = format!("{text} white 7 06-15").parse().unwrap();
    assert_eq!(position.board().ply(), 8);
}

#[test]
fn errors_name_what_is_wrong() {
    for (text, why) in [
        ("7", "two digits"),
        ("70", "`70`"),
        ("0x", "two digits"),
        ("123", "two digits"),
    ] {
        assert!(error::<Cell>(text).contains(why), "{}", text);
    }
    for (text, why) in [("02", "`00-11`"), ("02-77", "`77`"), ("02/03", "`00-11`")] {
        let found = error::<Move>(text);
        assert!(found.contains(why), "{}: {}", text, found);
    }
    let picture = "X.....O/......./......./......./......./......./O.....X";
    for (text, why) in [
        (
            "00-11 00-12".to_owned(),
            "move 2: white may not play 00-12: no own",
        ),
        ("00-1".to_owned(), "move 1: "),
        (
            "00-20 60-62 20-00 62-60 00-20".to_owned(),
            "move 5: black may not play 00-20: it repeats",
        ),
        (String::new(), "7 rows"),
        ("...".to_owned(), "7 rows"),
        (
            picture.replacen("X.....", "X....", 1),
            "row 0 has 6 cells, not 7",
        ),
        (picture.replacen('O', "*", 1), "`*` in row 0, column 6"),
        (format!("{picture} white 4"), "after 4 plies the other side"),
        (format!("{picture} 402"), "`402` is not a number of plies"),
    ] {
        let found = error::<Position>(&text);
        assert!(found.contains(why), "{}: {}", text, found);
    }
}
