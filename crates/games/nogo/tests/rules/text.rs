//! Points, board pictures and move lists as text: parsing, and errors that name the problem.

use nogo::{Board, Color, Point, PointSet};

fn point_error(text: &str) -> String {
    text.parse::<Point>().unwrap_err().to_string()
}

fn board_error(text: &str) -> String {
    text.parse::<Board>().unwrap_err().to_string()
}

/// An empty picture with some rows replaced.
fn picture(rows: &[(usize, &str)]) -> String {
    let mut picture = ["........."; 9];
    for &(x, row) in rows {
        picture[x] = row;
    }
    picture.join("/")
}

#[test]
fn points_are_read_as_printed() {
    for point in PointSet::FULL {
        assert_eq!(point.to_string().parse(), Ok(point));
        assert_eq!(Point::new(point.x(), point.y()), Some(point));
        assert_eq!(Point::from_index(point.index()), Some(point));
    }
    assert_eq!(" 4 , 7 ".parse(), Ok(Point::new(4, 7).unwrap()));
    assert_eq!(Point::new(9, 0), None);
    assert_eq!(Point::from_index(81), None);
}

#[test]
fn point_errors_name_the_coordinate() {
    assert_eq!(
        point_error("47"),
        "`47` is not a point: expected `x,y` such as `4,7`"
    );
    assert_eq!(
        point_error("9,0"),
        "`9,0` is not a point: x must be a number from 0 to 8, not `9`"
    );
    assert_eq!(
        point_error("0,-1"),
        "`0,-1` is not a point: y must be a number from 0 to 8, not `-1`"
    );
    assert_eq!(
        point_error("0,"),
        "`0,` is not a point: y must be a number from 0 to 8, not ``"
    );
    assert_eq!(
        point_error("1,2,3"),
        "`1,2,3` is not a point: y must be a number from 0 to 8, not `2,3`"
    );
}

#[test]
fn pictures_and_move_lists_give_the_same_board() {
    let from_moves: Board = "0,0 0,1 8,8".parse().unwrap();
    let from_picture: Board = picture(&[(0, "XO......."), (8, "........X")])
        .parse()
        .unwrap();
    assert_eq!(from_moves, from_picture);
    assert_eq!(from_picture.to_move(), Color::White);
    assert_eq!(
        format!("{from_moves:#}"),
        picture(&[(0, "XO......."), (8, "........X")])
    );
    assert_eq!(
        from_moves.to_string(),
        picture(&[(0, "XO......."), (8, "........X")]).replace('/', "\n")
    );
}

#[test]
fn whitespace_and_empty_rows_are_ignored() {
    let spaced = format!(
        "\n  {}\n\n",
        picture(&[(3, "X . . . . . . . O")]).replace('/', " /\r\n  ")
    );
    assert_eq!(spaced.parse::<Board>(), "3,0 3,8".parse());
    assert_eq!(picture(&[]).parse(), Ok(Board::new()));
}

#[test]
fn picture_errors_name_what_is_wrong() {
    let form =
        "a position is a picture of 9 rows or a list of moves such as `4,4 0,8`, but this has";
    assert_eq!(board_error(""), format!("{form} 0 rows"));
    assert_eq!(board_error(&picture(&[])[..80]), format!("{form} 8 rows"));
    assert_eq!(
        board_error(&picture(&[(2, "....")])),
        "row 2 has 4 cells, not 9"
    );
    assert_eq!(
        board_error(&picture(&[(5, "...x.....")])),
        "`x` in row 5, column 3 is none of the signs `.XO`"
    );
    assert_eq!(
        board_error(&picture(&[(0, "O........")])),
        "0 black and 1 white stones: black moves first, so there are as many black stones as white ones or one more"
    );
    assert_eq!(
        board_error(&picture(&[(0, "XX.......")])),
        "2 black and 0 white stones: black moves first, so there are as many black stones as white ones or one more"
    );
    assert_eq!(
        board_error(&picture(&[(0, "XO......."), (1, "OX.......")])),
        "the black group at 0,0 has no liberty"
    );
    assert_eq!(
        board_error(&picture(&[
            (0, ".X.OX...."),
            (1, "..OXO...."),
            (2, "...OX....")
        ])),
        "the black group at 1,3 has no liberty"
    );
}

#[test]
fn move_list_errors_name_the_move() {
    assert_eq!(
        board_error("4,4 4,9"),
        "move 2: `4,9` is not a point: y must be a number from 0 to 8, not `9`"
    );
    assert_eq!(
        board_error("4,4 4,4"),
        "move 2: white may not play 4,4: the point is occupied"
    );
    assert_eq!(
        board_error("0,0 0,1 5,5 1,0"),
        "move 4: white may not play 1,0: capture: a group of the opponent would lose its last liberty"
    );
    assert_eq!(
        board_error("5,5 0,1 6,6 1,0 0,0"),
        "move 5: black may not play 0,0: suicide: the stone's group would have no liberty"
    );
}

#[test]
#[should_panic(expected = "white may not play 4,4: the point is occupied")]
fn play_panics_at_an_illegal_move() {
    let mut board: Board = "4,4".parse().unwrap();
    board.play(Point::new(4, 4).unwrap());
}

#[test]
fn nth_is_the_nth_of_the_iterator() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..2_000 {
        let bits = rng.u128(..) & rng.u128(..) & if rng.bool() { u128::MAX } else { rng.u128(..) };
        let set = PointSet::from_bits(bits);
        let members: Vec<Point> = set.iter().collect();
        assert_eq!(members.len(), set.len());
        assert!(members.is_sorted());
        assert_eq!(set, members.iter().copied().collect());
        for n in 0..=members.len() {
            assert_eq!(set.nth(n), members.get(n).copied());
        }
        assert_eq!(set.has_two(), members.len() >= 2);
        assert_eq!(set.first(), members.first().copied());
        let around: PointSet = PointSet::FULL
            .iter()
            .filter(|p| !(p.neighbors() & set).is_empty())
            .collect();
        assert_eq!(set.neighbors(), around);
    }
}

#[test]
fn neighbors_are_one_step_away() {
    for a in PointSet::FULL {
        for b in PointSet::FULL {
            let steps = a.x().abs_diff(b.x()) + a.y().abs_diff(b.y());
            assert_eq!(a.neighbors().contains(b), steps == 1, "{a} and {b}");
        }
    }
}
