//! Cells, moves and positions as text: parsing, and errors that name the problem.

use amazons::{Board, Cell, CellSet, Color, Move};

fn error<T: std::str::FromStr<Err = amazons::ParseError>>(text: &str) -> String {
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
    assert_eq!(Cell::from_index(64), None);
    for mv in Board::new().moves() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
}

#[test]
fn positions_are_read_as_printed() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..100 {
        let mut board = Board::new();
        while board.outcome().is_none() {
            assert_eq!(board.to_string().parse(), Ok(board));
            assert_eq!(format!("{board:#}").parse(), Ok(board));
            assert_eq!(format!("{board:?}"), format!("{board:#}"));
            let moves: Vec<Move> = board.moves().collect();
            board.play(moves[random.usize(..moves.len())]);
        }
    }
}

#[test]
fn lists_of_moves_are_positions() {
    let board: Board = "02-03/02 05-04/05".parse().unwrap();
    assert_eq!(board.ply(), 2);
    assert_eq!(
        format!("{board:#}"),
        "..X..X../......../#......X/X......./O......./#......O/......../..O..O.. black"
    );
    let without_side = format!("{board:#}").replace(" black", "");
    assert_eq!(without_side.parse(), Ok(board));
    let other: Board = format!("{without_side} white").parse().unwrap();
    assert_eq!(other.to_move(), Color::White);
}

#[test]
fn errors_name_what_is_wrong() {
    for (text, why) in [
        ("8", "two digits"),
        ("80", "`80`"),
        ("0x", "two digits"),
        ("123", "two digits"),
    ] {
        assert!(error::<Cell>(text).contains(why), "{}", text);
    }
    for (text, why) in [
        ("02", "`20-23/20`"),
        ("02-03", "`20-23/20`"),
        ("02-03/99", "`99`"),
        ("02/03-02", "`20-23/20`"),
    ] {
        assert!(
            error::<Move>(text).contains(why),
            "{text}: {}",
            error::<Move>(text)
        );
    }
    let picture = "..X..X../......../#......X/X......./O......./#......O/......../..O..O..";
    for (text, why) in [
        ("02-03/02 02-03/02".to_owned(), "move 2: white may not play"),
        ("02-03/0".to_owned(), "move 1: "),
        ("...".to_owned(), "8 rows"),
        (
            picture.replacen("X.......", "X......", 1),
            "row 3 has 7 cells",
        ),
        (picture.replacen('#', "*", 1), "`*` in row 2, column 0"),
        (picture.replacen('O', ".", 1), "4 black and 3 white"),
    ] {
        let found = error::<Board>(&text);
        assert!(found.contains(why), "{}: {}", text, found);
    }
}
