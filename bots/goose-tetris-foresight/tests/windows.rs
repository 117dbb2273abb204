//! Windows: their prices, the selection by them, and learning them.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use std::collections::HashMap;

use goose_tetris::{Board, Bound, FULL, Piece, ROWS, SCORING_PIECES, sequence, start_state};
use goose_tetris_foresight::beam::{Beam, Machine, Settings};
use goose_tetris_foresight::fit::Fit;
use goose_tetris_foresight::history::History;
use goose_tetris_foresight::learn::{Layer, Sample};
use goose_tetris_foresight::node::{Child, Node, Step, board_cost, child_node, finish};
use goose_tetris_foresight::vectors::Vectors;
use goose_tetris_foresight::weights::Weights;
use goose_tetris_foresight::windows::{PARTS, Windows, parts_of};

const PORTABLE: Machine = Machine {
    threads: 1,
    vectors: Vectors::Portable,
};

/// Fields with an empty top, some lower than others, no row full.
fn board(random: &mut fastrand::Rng) -> Board {
    let mut board = Board::new();
    for row in &mut board.rows[random.usize(1..ROWS)..] {
        *row = random.u16(0..FULL) | random.u16(0..FULL);
        *row &= !u16::from(*row == FULL);
    }
    board
}

fn random_windows(random: &mut fastrand::Rng) -> Windows {
    Windows::new((0..PARTS).map(|_| random.i16(-900..900)).collect()).unwrap()
}

/// The price by the list of a board's parts.
fn slow_price(windows: &Windows, board: &Board) -> i32 {
    let mut parts = vec![];
    parts_of(&board.rows, &mut parts);
    parts
        .iter()
        .map(|part| i32::from(windows.parts()[*part as usize]))
        .sum()
}

#[test]
fn prices_are_sums_of_parts_with_all_vectors() {
    let mut random = fastrand::Rng::with_seed(11);
    let windows = random_windows(&mut random);
    // More boards than are priced together, and not a multiple of that.
    let boards: Vec<Board> = (0..150).map(|_| board(&mut random)).collect();
    assert_eq!(
        windows.prices(Vectors::Portable, boards.iter().copied()),
        windows.prices(Vectors::detect(), boards.iter().copied())
    );
    for board in &boards {
        let alone = windows.prices(Vectors::Portable, std::iter::once(*board));
        assert_eq!(alone, [slow_price(&windows, board)], "{board:?}");
    }
}

#[test]
fn the_company_of_other_boards_changes_no_price() {
    let mut random = fastrand::Rng::with_seed(12);
    for windows in [Windows::learned(), random_windows(&mut random)] {
        let boards: Vec<Board> = (0..40).map(|_| board(&mut random)).collect();
        let together = windows.prices(Vectors::Portable, boards.iter().copied());
        for (board, price) in boards.iter().zip(together) {
            let alone = windows.prices(Vectors::Portable, std::iter::once(*board));
            assert_eq!(alone, [price]);
        }
    }
}

fn beam<'a>(
    settings: &'a Settings,
    machine: Machine,
    pieces: &'a [Piece],
    bound: &'a Bound,
) -> Beam<'a> {
    let start = vec![Node::new(Board::new(), 0, &settings.weights)];
    Beam::new(
        settings,
        machine,
        pieces,
        bound,
        0,
        start,
        History::default(),
    )
}

fn settings(width: usize) -> Settings {
    Settings {
        width,
        quota: (width / 10).max(1),
        weights: Weights::learned(),
        windows: Some(Windows::learned()),
    }
}

#[test]
fn threads_and_vectors_change_nothing() {
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let bound = Bound::soft(&pieces);
    let settings = settings(300);
    let mut wanted = beam(&settings, PORTABLE, &pieces, &bound);
    while wanted.index < 150 && wanted.advance() {}
    for (threads, vectors) in [(3, Vectors::Portable), (1, Vectors::detect())] {
        let mut got = beam(&settings, Machine { threads, vectors }, &pieces, &bound);
        while got.index < 150 && got.advance() {}
        assert_eq!(got.nodes, wanted.nodes);
        assert_eq!(got.history, wanted.history);
    }
}

/// The definition: of all children, those among the best four times `width` before windows are priced; equal boards
/// merged; then by all prices a quota for each bucket and the best `width`.
fn slow_layer(beam: &Beam, step: &Step, settings: &Settings, windows: &Windows) -> Vec<Node> {
    let (mut candidates, mut children) = (vec![], vec![]);
    Vectors::Portable.expand(step, &beam.nodes, 0, i32::MIN, &mut candidates);
    finish(step, &beam.nodes, &candidates, i32::MIN, &mut children);
    let mut values: Vec<i32> = children.iter().map(|child| child.value).collect();
    values.sort_unstable_by_key(|value| std::cmp::Reverse(*value));
    let pool = 4 * settings.width;
    if values.len() > pool {
        children.retain(|child| child.value >= values[pool - 1]);
    }
    let mut best: HashMap<u64, Child> = HashMap::new();
    for child in &children {
        let entry = best.entry(child.hash).or_insert(*child);
        if child.value > entry.value {
            *entry = *child;
        }
    }
    let mut sorted: Vec<Child> = best.into_values().collect();
    for child in &mut sorted {
        let built = child_node(step, &beam.nodes[child.parent as usize], child);
        child.windows = slow_price(windows, &built.board);
        child.value -= child.windows;
    }
    sorted.sort_by_key(|child| std::cmp::Reverse((child.value, child.hash)));
    let mut counts: HashMap<u16, usize> = HashMap::new();
    sorted.retain(|child| {
        let count = counts.entry(child.bucket).or_default();
        *count += 1;
        *count <= settings.quota
    });
    sorted.truncate(settings.width);
    sorted
        .iter()
        .map(|child| child_node(step, &beam.nodes[child.parent as usize], child))
        .collect()
}

#[test]
fn a_layer_is_its_definition() {
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let bound = Bound::soft(&pieces);
    let settings = settings(120);
    let windows = settings.windows.as_ref().unwrap();
    let mut beam = beam(&settings, PORTABLE, &pieces, &bound);
    let mut filled = 0;
    while beam.index < 80 {
        let step = Step {
            piece: pieces[beam.index],
            start: start_state(beam.index),
            bound: bound.row(beam.index + 1),
            weights: &settings.weights,
        };
        let mut wanted = slow_layer(&beam, &step, &settings, windows);
        assert!(beam.advance());
        // Where the quotas leave fewer, worse children are looked at, too.
        if wanted.len() == settings.width {
            let order = |node: &Node| (node.board.rows, node.score);
            let mut got = beam.nodes.clone();
            got.sort_by_key(order);
            wanted.sort_by_key(order);
            assert_eq!(got, wanted, "after {} pieces", beam.index);
            filled += 1;
        }
        for node in &beam.nodes {
            assert_eq!(node.cost, board_cost(&node.board, &settings.weights));
        }
    }
    assert!(filled > 40, "{filled}");
}

#[test]
fn windows_survive_the_file() {
    let windows = Windows::learned();
    assert_eq!(Windows::from_bytes(&windows.to_bytes()).unwrap(), windows);
    assert_ne!(windows, Windows::default());
    assert!(Windows::from_bytes(&[0; 10]).is_none());
}

#[test]
fn what_has_a_future_gets_cheap() {
    let mut random = fastrand::Rng::with_seed(13);
    // Boards with an empty cell in the corner live on, the others do not.
    let mut layer = |index| {
        let samples: Vec<Sample> = (0..60)
            .map(|_| Sample {
                rows: board(&mut random).rows,
                value: 0.0,
                share: 0.0,
            })
            .collect();
        let mut layer = Layer { index, samples };
        let future = |sample: &Sample| sample.rows[ROWS - 1] & 1 == 0;
        let count = layer.samples.iter().filter(|sample| future(sample)).count();
        for sample in &mut layer.samples {
            sample.share = f32::from(u8::from(future(sample))) / count as f32;
        }
        layer
    };
    let layers: Vec<Layer> = (0..320).map(&mut layer).collect();
    let mut fit = Fit::default();
    for layer in &layers[..300] {
        fit.step(layer, 0.5);
    }
    for loss in fit.losses(&layers[300..].iter().collect::<Vec<_>>()) {
        let gap = |nats: f64| nats - loss.floor;
        assert!(gap(loss.windows) < 0.5 * gap(loss.rows), "{loss:?}");
    }
}
