//! The features against hand-computed values, and against their definitions counted cell by cell.

use tetris2::Rules;

use super::*;

/// The well with these rows, written from the top, `#` for an occupied cell.
fn well(picture: &[&str]) -> Well {
    let mut rows = [0; HEIGHT];
    for (y, line) in picture.iter().rev().enumerate() {
        for (x, cell) in line.bytes().enumerate() {
            rows[y] |= u16::from(cell == b'#') << x;
        }
    }
    Well::from_rows(rows).unwrap()
}

#[test]
fn the_empty_well() {
    let shape = Shape::of(&Well::new());
    let expected = Shape {
        row_transitions: 40,
        column_transitions: 10,
        ..Shape::default()
    };
    assert_eq!(shape, expected);
}

#[test]
fn a_hole_under_two_cells() {
    let shape = Shape::of(&well(&[
        "#.........", //
        "#.........",
        ".#########",
    ]));
    let expected = Shape {
        // Two in each of 17 empty rows; wall-hole and hole-cell below; cell-gap and gap-wall in both others.
        row_transitions: 2 * 17 + 2 + 2 + 2,
        // Column 1: floor-hole, hole-cell, cell-gap; the nine others: cell-gap.
        column_transitions: 3 + 9,
        holes: 1,
        // The hole lies between the wall and a cell.
        wells: 1,
        hole_depth: 2,
        hole_rows: 1,
    };
    assert_eq!(shape, expected);
}

#[test]
fn wells_of_depth_three_and_two() {
    let shape = Shape::of(&well(&[
        "...##.....", //
        "##.##...#.",
        "##.##...#.",
        "##.######.",
    ]));
    // Column 3 is between occupied cells in its three lower rows only; column 10 beside the wall in three.
    assert_eq!(shape.wells, 6 + 6);
    assert_eq!((shape.holes, shape.hole_depth, shape.hole_rows), (0, 0, 0));
    let shape = Shape::of(&well(&[
        "#.........", //
        ".#..#.....",
        ".##.######",
    ]));
    // Column 1: two cells under a lid; column 4: the lower cell only, for the upper one is open to the left.
    assert_eq!(shape.wells, 3 + 1);
    assert_eq!((shape.holes, shape.hole_depth, shape.hole_rows), (2, 2, 2));
}

#[test]
fn landing_heights() {
    let height = |piece: &str, placement: &str| {
        twice_landing_height(piece.parse().unwrap(), placement.parse().unwrap())
    };
    // Upright I in rows 1 to 4; flat I in row 1; O in rows 1 and 2; L in rows 3 and 4.
    assert_eq!(height("I", "1,2,0"), 5);
    assert_eq!(height("I", "3,1,1"), 2);
    assert_eq!(height("O", "10,1,0"), 3);
    assert_eq!(height("L", "2,4,0"), 7);
}

/// The definitions, cell by cell.
fn counted(well: &Well) -> Shape {
    let at = |x: i32, y: i32| well.occupied(x, y);
    let mut shape = Shape::default();
    for y in 1..=20 {
        shape.row_transitions += (0..=10).filter(|&x| at(x, y) != at(x + 1, y)).count() as i32;
        shape.column_transitions += (1..=10).filter(|&x| at(x, y) != at(x, y - 1)).count() as i32;
        let mut hole_in_row = false;
        for x in 1..=10 {
            let above = (y + 1..=20).filter(|&above| at(x, above)).count() as i32;
            if !at(x, y) && above > 0 {
                shape.holes += 1;
                shape.hole_depth += above;
                hole_in_row = true;
            }
            let shaft = |y: i32| !at(x, y) && at(x - 1, y) && at(x + 1, y);
            shape.wells += (y..=20).take_while(|&y| shaft(y)).count() as i32;
        }
        shape.hole_rows += i32::from(hole_in_row);
    }
    shape
}

#[test]
fn whole_rows_and_single_cells_agree() {
    let mut random = fastrand::Rng::with_seed(1);
    for round in 0..3000 {
        let mut rows = [0; HEIGHT];
        for row in &mut rows[..round % (HEIGHT + 1)] {
            // Thin, half-full and nearly full rows.
            let (a, b) = (random.u16(..1024), random.u16(..1024));
            *row = [a & b, a, a | b][random.usize(..3)] & !(1 << random.u16(..10));
        }
        let well = Well::from_rows(rows).unwrap();
        assert_eq!(Shape::of(&well), counted(&well), "{well}");
        for piece in Piece::ALL {
            if let Some(landing) = well.landings(piece, Rules::Tetris2).iter().next() {
                let locked = well.lock(piece, landing).well;
                assert_eq!(Shape::of(&locked), counted(&locked), "{locked}");
            }
        }
    }
}
