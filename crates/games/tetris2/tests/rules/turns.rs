//! Single turns that random games seldom or never have.

use tetris2::{Board, Color, IllegalMove, Move, Outcome, Piece, Player, Reason, Rules, Well};

/// A player with a well of 20 rows whose lowest four lack column 10 only, which is open up to the top, and with two
/// clearing turns behind it: a vertical I clears four rows and sends five.
fn loaded(total: u32) -> Player {
    let rows = format!("{}{}", "1ff".repeat(4), "001".repeat(16));
    Player {
        well: rows.parse().unwrap(),
        combo: 2,
        total,
        ..Player::new(Piece::I)
    }
}

fn play(players: [Player; 2], moves: [&str; 2]) -> Board {
    let mut board = Board::from_players(players, Rules::Tetris2);
    board.play(moves.map(|mv| mv.parse().unwrap()));
    board
}

const CLEAR_FOUR: &str = "10,2,0:O";

#[test]
fn four_rows_and_the_combo_make_five() {
    let board = play([loaded(0), Player::new(Piece::I)], [CLEAR_FOUR, "2,2,0:O"]);
    let [zero, one] = Color::ALL.map(|color| *board.player(color));
    assert_eq!(
        (zero.combo, zero.total, zero.height, zero.sent),
        (3, 7, 16, 5)
    );
    assert_eq!(zero.well.to_string(), "001".repeat(16));
    assert_eq!((one.combo, one.total, one.height, one.sent), (0, 0, 4, 0));
    assert_eq!(
        one.well.to_string(),
        format!("{}{}", "1ff".repeat(5), "002".repeat(4))
    );
    assert_eq!(board.outcome(), None);
}

#[test]
fn the_lowest_row_is_the_one_sent_twice() {
    let sender = |combo| Player {
        well: "2ff07f".parse().unwrap(),
        combo,
        ..Player::new(Piece::T)
    };
    // T on its tip fills column 9 of row 1 and columns 8 to 10 of row 2.
    for (combo, rows) in [(1, "2ff07f"), (2, "2ff2ff07f"), (7, "2ff2ff07f")] {
        let board = play(
            [sender(combo), Player::new(Piece::T)],
            ["9,2,2:S", "2,1,0:S"],
        );
        let receiver = board.player(Color::One);
        assert_eq!(receiver.well.to_string(), format!("{rows}007002"));
        assert_eq!(board.player(Color::Zero).well, Well::new());
    }
}

#[test]
fn two_overflows_in_the_exchange_are_decided_by_the_totals() {
    for (totals, reasons, loser) in [
        ([3, 3], [Some(Reason::Overflow); 2], None),
        (
            [3, 4],
            [Some(Reason::OverflowLowScore), None],
            Some(Color::Zero),
        ),
        (
            [9, 4],
            [None, Some(Reason::OverflowLowScore)],
            Some(Color::One),
        ),
    ] {
        let board = play(totals.map(loaded), [CLEAR_FOUR; 2]);
        let outcome = board.outcome().unwrap();
        assert_eq!((outcome.reasons, outcome.loser), (reasons, loser));
        let scores = match loser {
            None => [1.0, 1.0],
            Some(Color::Zero) => [0.0, 2.0],
            Some(Color::One) => [2.0, 0.0],
        };
        assert_eq!(outcome.scores, scores);
        // The wells stay as they were before the exchange.
        for color in Color::ALL {
            assert_eq!(board.player(color).well.to_string(), "001".repeat(16));
        }
    }
}

#[test]
fn one_overflow_in_the_exchange_loses_with_a_margin() {
    let idle = Player {
        piece: Piece::O,
        ..loaded(50)
    };
    let board = play([loaded(0), idle], [CLEAR_FOUR, "6,5,0:O"]);
    assert_eq!(
        board.outcome(),
        Some(Outcome {
            loser: Some(Color::One),
            reasons: [None, Some(Reason::Overflow)],
            // (20 + 5) - (16 + 0) rows.
            scores: [2.09, 0.0],
        })
    );
}

#[test]
fn a_well_filled_to_the_top_is_no_overflow() {
    assert!(!Well::overflows(20, 0));
    assert!(!Well::overflows(16, 4));
    assert!(Well::overflows(16, 5));
    assert!(Well::overflows(20, 1));
}

#[test]
fn illegal_moves_are_named_and_change_nothing() {
    let mut board = Board::new(Piece::L);
    let before = board;
    let good: Move = "2,2,0:J".parse().unwrap();
    let bad = |text: &str| {
        let mv: Move = text.parse().unwrap();
        board.check(Color::One, mv)
    };
    assert_eq!(bad("2,2,0:J"), Ok(()));
    assert_eq!(bad("0,2,0:J"), Err(IllegalMove::Invalid));
    assert_eq!(bad("2,1,0:J"), Err(IllegalMove::Invalid));
    assert_eq!(bad("2,21,0:J"), Err(IllegalMove::Invalid));
    assert_eq!(bad("255,255,3:J"), Err(IllegalMove::Invalid));
    assert_eq!(bad("2,3,0:J"), Err(IllegalMove::NotOnGround));
    assert_eq!(
        board.try_play([good, "2,3,0:J".parse().unwrap()]),
        Err((Color::One, IllegalMove::NotOnGround))
    );
    assert_eq!(board, before);

    // The first piece counts as chosen once: chosen again it is 2 above the others.
    board.play(["2,2,0:L".parse().unwrap(), good]);
    let again: Move = "1,2,1:L".parse().unwrap();
    assert_eq!(
        board.check(Color::Zero, again),
        Err(IllegalMove::BlockRestriction)
    );
    assert_eq!(board.player(Color::Zero).given.choices().count(), 6);
    assert!(
        board
            .legal_moves(Color::Zero)
            .all(|mv| mv.block != Piece::L)
    );
    assert!(
        board
            .legal_moves(Color::Zero)
            .all(|mv| board.check(Color::Zero, mv).is_ok())
    );
}

#[test]
fn nothing_is_legal_after_the_end() {
    let mut board = play([loaded(1); 2], [CLEAR_FOUR; 2]);
    let mv: Move = "5,1,0:O".parse().unwrap();
    assert_eq!(board.check(Color::Zero, mv), Err(IllegalMove::GameOver));
    assert_eq!(
        board.try_play([mv; 2]),
        Err((Color::Zero, IllegalMove::GameOver))
    );
    assert_eq!(board.legal_moves(Color::One).count(), 0);
}

#[test]
#[should_panic(expected = "color 1 may not play 5,5,0:O: the piece would not rest on anything")]
fn play_panics_on_an_illegal_move() {
    Board::new(Piece::O).play(["5,1,0:O", "5,5,0:O"].map(|mv| mv.parse().unwrap()));
}

#[test]
fn the_ceiling_hides_what_a_low_cell_passes() {
    // Row 20 is open in columns 2 and 3, row 19 in columns 1 and 2. S fits in there, though column 1 of row 20 is
    // filled: with the center in row 20 at most, its lower cells are never lifted above row 19.
    let well: Well = format!("{}3fc3f9", "3fe".repeat(18)).parse().unwrap();
    let landings: Vec<String> = well
        .landings(Piece::S, Rules::Tetris2)
        .iter()
        .map(|landing| landing.to_string())
        .collect();
    assert_eq!(landings, ["2,20,0"]);
    let with_room: Vec<Piece> = Piece::ALL
        .iter()
        .copied()
        .filter(|&p| well.has_room(p))
        .collect();
    assert_eq!(with_room, [Piece::S]);
}
