//! The outlook: its tables and costs.

use goose_tetris::{Board, Bound, CELLS, FULL, Piece, ROWS, SCORING_PIECES, sequence};
use goose_tetris_foresight::node::board_cost;
use goose_tetris_foresight::outlook::{AHEAD, Outlook, TABLES, parts, parts_of, tables};
use goose_tetris_foresight::weights::{UNIT, Weights};

fn pieces() -> Vec<Piece> {
    sequence().take(SCORING_PIECES).collect()
}

/// Fields with an empty top, some lower than others, no row full.
fn board(random: &mut fastrand::Rng) -> Board {
    let mut board = Board::new();
    for row in &mut board.rows[random.usize(1..ROWS)..] {
        *row = random.u16(0..FULL) | random.u16(0..FULL);
        *row &= !u16::from(*row == FULL);
    }
    board
}

/// Whole points, so that filled cells cost what their parts add up to.
fn random_outlook(random: &mut fastrand::Rng) -> Outlook {
    let mut part = || random.i16(-20..20) * UNIT as i16;
    let table = |table| (0..parts(table)).map(|_| part()).collect();
    Outlook::new((0..TABLES).map(table).collect()).unwrap()
}

#[test]
fn a_board_costs_the_sum_of_its_parts_in_the_tables_of_its_future() {
    let mut random = fastrand::Rng::with_seed(11);
    let pieces = pieces();
    let bound = Bound::soft(&pieces);
    let weights = Weights::learned();
    let outlook = random_outlook(&mut random);
    for next in [0, 1, 77, 5_000, SCORING_PIECES - 2, SCORING_PIECES] {
        let costs = outlook.costs(&weights, bound.row(next), &pieces, next);
        for _ in 0..20 {
            let board = board(&mut random);
            let mut numbers = vec![];
            parts_of(&board.rows, &mut numbers);
            let chosen = tables(&pieces, next).map(|table| &outlook.tables()[table]);
            let cost = |number: &u32| -> i32 {
                let parts = chosen
                    .iter()
                    .filter_map(|table| table.get(*number as usize));
                parts.copied().map(i32::from).sum()
            };
            let parts: i32 = numbers.iter().map(cost).sum();
            let cells = board.cells() as usize;
            let off = UNIT * (bound.value(next, board.cells()) - costs.bound[cells]);
            let shape = board_cost(&board, &costs.weights) - board_cost(&board, &weights);
            assert_eq!(off + shape, parts, "{board:?}");
        }
    }
}

#[test]
fn the_tables_are_those_of_the_coming_pieces() {
    let first = 1 + 7 * AHEAD;
    let kind = |piece| Piece::ALL.iter().position(|kind| *kind == piece).unwrap();
    let mut pieces = vec![Piece::O; 100];
    pieces[12] = Piece::T;
    pieces[27] = Piece::I;
    pieces[40] = Piece::I;
    let chosen = tables(&pieces, 10);
    let wanted: Vec<usize> = (0..AHEAD)
        .map(|ahead| 1 + 7 * ahead + kind(if ahead == 2 { Piece::T } else { Piece::O }))
        .collect();
    assert_eq!((chosen[0], &chosen[1..=AHEAD]), (0, &wanted[..]));
    // After six pieces, eleven others come before the next I; it is one of two.
    assert_eq!(chosen[AHEAD + 1..], [first + 3, first + 7 + 2]);
    // After the end the last piece comes again and again.
    pieces[99] = Piece::I;
    assert_eq!(tables(&pieces, 100)[AHEAD + 1..], [first, first + 7 + 6]);
    assert_eq!(tables(&pieces, 41)[AHEAD + 1..], [first + 6, first + 7]);
}

#[test]
fn without_parts_nothing_changes() {
    let pieces = pieces();
    let weights = Weights::learned();
    let costs = Outlook::default().costs(&weights, &[7; CELLS], &pieces, 40);
    assert_eq!(costs.weights.to_bytes(), weights.to_bytes());
    assert_eq!(costs.bound, [7; CELLS]);
}

#[test]
fn an_outlook_survives_the_file() {
    let outlook = Outlook::learned();
    assert!(Outlook::from_bytes(&outlook.to_bytes()).unwrap() == outlook);
    assert!(outlook != Outlook::default());
    assert!(Outlook::from_bytes(&[0; 10]).is_none());
    assert!(Outlook::from_bytes(&[outlook.to_bytes(), vec![0; 2]].concat()).is_none());
}
