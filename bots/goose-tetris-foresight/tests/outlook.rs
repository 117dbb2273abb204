//! The outlook: its prices, and learning them.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use goose_tetris::{Board, Bound, CELLS, FULL, Piece, ROWS, SCORING_PIECES, sequence};
use goose_tetris_foresight::fit::Fit;
use goose_tetris_foresight::learn::{Layer, Sample};
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

/// A field whose first two columns are of any height.
fn uneven(random: &mut fastrand::Rng) -> Board {
    let mut board = Board::new();
    for row in &mut board.rows[10..] {
        *row = 0b11_1011_1100;
    }
    for x in 0..2 {
        for row in &mut board.rows[random.usize(6..16)..] {
            *row |= 1 << x;
        }
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
        let prices = outlook.prices(&weights, bound.row(next), &pieces, next);
        for _ in 0..20 {
            let board = board(&mut random);
            let mut numbers = vec![];
            parts_of(&board.rows, &mut numbers);
            let chosen = tables(&pieces, next).map(|table| &outlook.tables()[table]);
            let price = |number: &u32| -> i32 {
                let parts = chosen
                    .iter()
                    .filter_map(|table| table.get(*number as usize));
                parts.copied().map(i32::from).sum()
            };
            let parts: i32 = numbers.iter().map(price).sum();
            let cells = board.cells() as usize;
            let off = UNIT * (bound.value(next, board.cells()) - prices.bound[cells]);
            let shape = board_cost(&board, &prices.weights) - board_cost(&board, &weights);
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
    // The last piece goes on for ever.
    pieces[99] = Piece::I;
    assert_eq!(tables(&pieces, 100)[AHEAD + 1..], [first, first + 7 + 6]);
    assert_eq!(tables(&pieces, 41)[AHEAD + 1..], [first + 6, first + 7]);
}

#[test]
fn without_parts_nothing_changes() {
    let pieces = pieces();
    let weights = Weights::learned();
    let prices = Outlook::default().prices(&weights, &[7; CELLS], &pieces, 40);
    assert_eq!(prices.weights.to_bytes(), weights.to_bytes());
    assert_eq!(prices.bound, [7; CELLS]);
}

#[test]
fn an_outlook_survives_the_file() {
    let outlook = Outlook::learned();
    assert_eq!(Outlook::from_bytes(&outlook.to_bytes()).unwrap(), outlook);
    assert_ne!(outlook, Outlook::default());
    assert!(Outlook::from_bytes(&[0; 10]).is_none());
    assert!(Outlook::from_bytes(&[outlook.to_bytes(), vec![0; 2]].concat()).is_none());
}

#[test]
fn what_has_a_future_gets_cheap() {
    let mut random = fastrand::Rng::with_seed(13);
    let pieces = pieces();
    // Boards whose first column is the higher one live on where an O comes next, the others elsewhere.
    let mut layer = |index: usize| {
        let top = |sample: &Sample, x: u16| {
            let filled = |row: &u16| row >> x & 1 == 1;
            sample.rows.iter().position(filled).unwrap_or(ROWS)
        };
        let comes = pieces[index] == Piece::O;
        let mut samples: Vec<Sample> = (0..60)
            .map(|_| Sample {
                rows: uneven(&mut random).rows,
                value: 0.0,
                share: 0.0,
            })
            .collect();
        let future = |sample: &Sample| (top(sample, 0) < top(sample, 1)) == comes;
        let count = samples.iter().filter(|sample| future(sample)).count();
        for sample in &mut samples {
            sample.share = f32::from(u8::from(future(sample))) / count as f32;
        }
        Layer { index, samples }
    };
    let layers: Vec<Layer> = (0..1000).map(&mut layer).collect();
    let mut fit = Fit::new(pieces.clone());
    for layer in &layers[..960] {
        fit.step(layer, 1.0);
    }
    let gaps = fit.losses(&layers[960..].iter().collect::<Vec<_>>());
    let sum = |nats: &dyn Fn(usize) -> f64| (0..gaps.len()).map(nats).sum::<f64>();
    let with = sum(&|at| gaps[at].with - gaps[at].floor);
    let without = sum(&|at| gaps[at].without - gaps[at].floor);
    assert!(with < 0.5 * without, "{with} of {without}");
}
