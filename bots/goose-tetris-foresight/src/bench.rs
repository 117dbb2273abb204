//! Boards per second.

use std::time::Instant;

use goose_tetris::{Bound, Piece, SCORING_PIECES, sequence};

use crate::beam::{Beam, Machine, Settings};
use crate::history::History;
use crate::node::{Node, hash};
use crate::outlook::Outlook;
use crate::vectors::Vectors;
use crate::weights::Weights;

/// Pieces before the clock starts: the beam is full by then.
const WARM_UP: usize = 100;
const REPEATS: usize = 5;
/// Width and layers of the beams of [`signature`].
const SIGNED: [(usize, usize); 2] = [(1_000, 150), (4_000, 30)];

/// Prints `boards_per_second` (width 1,000), `boards_per_second_wide` (width 16,000) and the [`signature`].
/// A board counts once, when all its children are found, valued, merged and selected; boards looked at twice for
/// the guess of the threshold are not counted again. One thread, best of five.
pub fn bench(portable: bool) {
    let vectors = if portable {
        Vectors::Portable
    } else {
        Vectors::detect()
    };
    let narrow = speed(vectors, 1_000, 400);
    let wide = speed(vectors, 16_000, 30);
    println!("vectors: {vectors:?}");
    println!("boards_per_second: {narrow:.0}");
    println!("boards_per_second_wide: {wide:.0}");
    println!("signature: {:016x}", signature(vectors));
}

/// A number over the boards that two beams end with: the same on every machine and with any vectors, as long as the
/// search is the same.
#[must_use]
pub fn signature(vectors: Vectors) -> u64 {
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let bound = Bound::soft(&pieces);
    let machine = Machine {
        threads: 1,
        vectors,
    };
    let mut signature = 0_u64;
    for (width, layers) in SIGNED {
        let (settings, start) = (settings(width), vec![Node::start()]);
        let history = History::default();
        let mut beam = Beam::new(&settings, machine, &pieces, &bound, 0, start, history);
        while beam.index < layers && beam.advance() {}
        for node in &beam.nodes {
            let board = hash(&node.board) ^ u64::from(node.score);
            signature = signature.rotate_left(5).wrapping_add(board);
        }
    }
    signature
}

fn settings(width: usize) -> Settings {
    Settings {
        width,
        quota: width / 10,
        weights: Weights::learned(),
        outlook: Some(Outlook::learned()),
    }
}

fn speed(vectors: Vectors, width: usize, layers: usize) -> f64 {
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let bound = Bound::soft(&pieces);
    let settings = settings(width);
    let machine = Machine {
        threads: 1,
        vectors,
    };
    let begin = |index, nodes| {
        Beam::new(
            &settings,
            machine,
            &pieces,
            &bound,
            index,
            nodes,
            History::default(),
        )
    };
    let mut warm = begin(0, vec![Node::start()]);
    while warm.index < WARM_UP && warm.advance() {}
    let mut best = 0.0_f64;
    for _ in 0..REPEATS {
        let mut beam = begin(warm.index, warm.nodes.clone());
        let mut boards = 0;
        let started = Instant::now();
        for _ in 0..layers {
            boards += beam.nodes.len();
            beam.advance();
        }
        best = best.max(boards as f64 / started.elapsed().as_secs_f64());
    }
    best
}
