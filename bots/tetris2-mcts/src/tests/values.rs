//! The static values against numbers computed by hand from the published weights.

use tetris2::{Piece, Placement, Rules, Well};

use crate::node::Node;
use crate::params::Params;
use crate::value;

fn landing(well: &str, piece: Piece, placement: &str, combo: u32) -> i32 {
    let well: Well = well.parse().unwrap();
    let placement: Placement = placement.parse().unwrap();
    assert!(well.landings(piece, Rules::Tetris2).contains(placement));
    let locked = well.lock(piece, placement);
    value::landing(&Params::own().landing, piece, placement, &locked, combo)
}

#[test]
fn o_in_the_corner_of_the_empty_well() {
    // Height 1.5; 40 row transitions: two in each row; 10 column transitions; nothing else.
    let expected = -12.63 * 1.5 - 9.22 * 40.0 - 19.77 * 10.0;
    assert_eq!(
        landing("-", Piece::O, "10,1,0", 0),
        (200.0_f64 * expected).round() as i32
    );
}

#[test]
fn a_well_beside_an_upright_i() {
    // I in column 2: a well of depth 4 at the wall. Four more row transitions than the empty well has two a row.
    let expected = -12.63 * 2.5 - 9.22 * (40.0 + 8.0) - 19.77 * 10.0 - 10.49 * 10.0;
    assert_eq!(
        landing("-", Piece::I, "2,2,0", 0),
        (200.0_f64 * expected).round() as i32
    );
}

#[test]
fn eroded_cells_count_with_the_rows_sent() {
    // O clears the lowest row with two of its cells; the other two lie in column 9 and 10 of the lowest row then.
    // Height 1.5; 40 row transitions; 10 column transitions.
    let rest = -12.63 * 1.5 - 9.22 * 40.0 - 19.77 * 10.0;
    for (combo, sent) in [(0, 1.0), (1, 1.0), (2, 2.0), (3, 2.0)] {
        let expected = 200.0 * (rest + 6.60 * sent * 2.0);
        let found = landing("0ff", Piece::O, "10,1,0", combo);
        assert!(
            (f64::from(found) - expected).abs() < 1.0,
            "{} {}",
            found,
            expected
        );
    }
}

#[test]
fn a_leaf_has_the_height_of_the_well() {
    // Column 1 empty under a lid in row 2: heights 2; see the features' own tests for the counts.
    let well: Well = "3fe001".parse().unwrap();
    let params = Params::own();
    let shape = -9.22 * 40.0 - 19.77 * 12.0 - 13.08 - 10.49 - 1.61 - 24.04;
    let expected = -12.63 * 2.0 + 13.20 * 6.0 + shape;
    let found = value::leaf(&params.leaf, &well, 6);
    assert!(
        (f64::from(found) - 100.0 * expected).abs() < 1.0,
        "{}",
        found
    );
}

#[test]
fn the_candidates_are_the_best_placements_and_their_ties() {
    let seat: tetris2::botzone::State = "0; - O 0000001 0 0 0 0; - O 0000001 0 0 0 0"
        .parse()
        .unwrap();
    let player = seat.board().player(seat.color());
    let params = Params::own();
    let node = Node::new(player, 3, &params, Rules::Tetris2);
    assert_eq!(node.landings, 9);
    let mut values: Vec<i32> = player
        .well
        .landings(Piece::O, Rules::Tetris2)
        .distinct(Piece::O)
        .iter()
        .map(|placement| {
            let locked = player.well.lock(Piece::O, placement);
            value::landing(&params.landing, Piece::O, placement, &locked, 0)
        })
        .collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    let wanted = values.iter().filter(|&&value| value >= values[2]).count();
    assert_eq!(node.candidates.len(), wanted);
    assert_eq!(node.candidates[0].prior, 1.0);
    assert!(
        node.candidates
            .windows(2)
            .all(|pair| pair[0].prior >= pair[1].prior)
    );
}
