//! Texts that are printed and read back, and the errors for texts that cannot be read.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use tetris2::botzone::State;
use tetris2::{
    Board, Color, Move, Orientation, ParseError, Piece, PieceCounts, Placement, Player, Rules, Well,
};

fn round_trips<T: FromStr<Err = ParseError> + Display + PartialEq + Debug>(text: &str) {
    let value: T = text
        .parse()
        .unwrap_or_else(|error| panic!("{}: {}", text, error));
    assert_eq!(format!("{value:#}"), text);
}

fn error<T: FromStr<Err = ParseError> + Debug>(text: &str) -> String {
    match text.parse::<T>() {
        Ok(value) => panic!("{} was read as {:?}", text, value),
        Err(error) => error.to_string(),
    }
}

#[test]
fn texts_round_trip() {
    for piece in Piece::ALL {
        round_trips::<Piece>(&piece.to_string());
        assert_eq!(piece.code().to_string().parse(), Ok(piece));
    }
    round_trips::<Placement>("10,20,3");
    round_trips::<Move>("1,2,0:Z");
    round_trips::<PieceCounts>("0120012");
    round_trips::<Well>("-");
    round_trips::<Well>("3fe001200");
    round_trips::<Player>("1ff003 T 0010000 1 3 2 1");
    round_trips::<Board>("- L 1000000 0 0 0 0; 2ff I 1000000 3 12 1 2");
    round_trips::<Board>("tetris1; - L 1000000 0 0 0 0; - I 1000000 0 12 1 2");
    round_trips::<State>("1; - L 1000000 0 0 0 0; 2ff I 1000000 3 12 1 2");
}

#[test]
fn moves_are_read_from_the_judges_line_too() {
    let mv = Move {
        block: Piece::I,
        placement: Placement {
            x: 7,
            y: 1,
            o: Orientation::ALL[2],
        },
    };
    assert_eq!("5 7 1 2".parse(), Ok(mv));
    assert_eq!(" I 7 1 2\n".parse(), Ok(mv));
    assert_eq!(" 7,1,2:I ".parse(), Ok(mv));
    assert_eq!("7,1,2:5".parse(), Ok(mv));
}

#[test]
fn a_new_game_and_its_picture() {
    let board = Board::with_rules(Piece::T, Rules::Tetris);
    assert_eq!(
        format!("{board:#}"),
        "tetris1; - T 0000100 0 0 0 0; - T 0000100 0 0 0 0"
    );
    let state: State = "1; 3fe001 L 2000000 0 4 2 0; 200 S 0000000 1 0 0 0"
        .parse()
        .unwrap();
    let picture = state.to_string();
    let lines: Vec<&str> = picture.lines().collect();
    assert_eq!(lines[0], "20 |..........| |..........|");
    assert_eq!(
        lines[17..],
        [
            " 3 |..........| |..........|",
            " 2 |#.........| |..........|",
            " 1 |.#########| |.........#|",
            "color 0: L to place, combo 0, total 4, may give J S Z T I O",
            "color 1: S to place, combo 1, total 0, may give L J S Z T I O",
            "own color: 1",
        ]
    );
    assert_eq!(state.color(), Color::One);
}

#[test]
fn errors_say_what_is_wrong() {
    assert_eq!(
        error::<Piece>("K"),
        "`K` is not a piece: one of L J S Z T I O, or a code from 0 to 6"
    );
    for text in ["", "1,2", "1,2,4", "1,2,0,0", "a,2,0", "-1,2,0", "256,1,0"] {
        assert_eq!(
            error::<Placement>(text),
            format!("`{text}` is not a placement `x,y,o` with o from 0 to 3")
        );
    }
    assert_eq!(
        error::<Move>("1,2,0"),
        "`1,2,0` is neither a move `x,y,o:B` nor a line `B x y o`"
    );
    assert_eq!(
        error::<Move>("7 1 2 0"),
        "`7` is not a piece: one of L J S Z T I O, or a code from 0 to 6"
    );
    for text in ["012001", "0300000", "1111111", "00000000"] {
        assert!(
            error::<PieceCounts>(text)
                .starts_with(&format!("`{text}` is not a count of chosen pieces"))
        );
    }
    for (text, why) in [
        ("", "three hexadecimal digits a row"),
        ("1ff2", "three hexadecimal digits a row"),
        ("1fg", "three hexadecimal digits a row"),
        ("3ff", "a row is 000 to 3fe"),
        ("400", "a row is 000 to 3fe"),
        (&"001".repeat(21), "more than 20 rows"),
    ] {
        let error = error::<Well>(text);
        assert!(
            error.starts_with(&format!("`{text}` is not a well: {why}")),
            "{}",
            error
        );
    }
    assert!(
        error::<Player>("- L 1000000 0 0 0").contains("is not a player: WELL PIECE GIVEN COMBO")
    );
    assert_eq!(
        error::<Player>("- L 1000000 0 0 21 0"),
        "height is `21`, not a number from 0 to 20"
    );
    assert_eq!(
        error::<Player>("- L 1000000 x 0 0 0"),
        "combo is `x`, not a number from 0 to 1000000"
    );
    assert!(error::<Board>("- L 1000000 0 0 0 0").contains("two players with `;` between them"));
    let blocked = format!("{} O 0000000 0 0 20 0", "2aa".repeat(20));
    assert_eq!(
        error::<Board>(&format!("{blocked}; {blocked}")),
        "color 0 has no room for its O: the game is over"
    );
    assert_eq!(
        error::<State>("2; - L 1000000 0 0 0 0; - L 1000000 0 0 0 0"),
        "a position begins with the own color `0;` or `1;`, not with `2`"
    );
    assert!(error::<State>("0").contains("two players"));
}
