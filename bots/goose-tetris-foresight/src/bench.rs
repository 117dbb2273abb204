//! Boards per second.

use std::time::Instant;

use solvers::hash::hash;

use crate::beam::{Beam, Machine, Sequence, Settings};
use crate::history::History;
use crate::position::Position;
use crate::vectors::Vectors;

/// Pieces before the clock starts: the beam is full by then.
const WARM_UP: usize = 100;
const REPEATS: usize = 5;
/// Width and layers of the beams of [`signature`].
const SIGNED: [(usize, usize); 2] = [(1_000, 150), (4_000, 30)];

/// Prints `boards_per_second` (width 1,000), `boards_per_second_wide` (width 16,000) and the [`signature`].
/// A board counts once, when all its children are found, valued, merged and selected; boards looked at twice for
/// the guess of the threshold are not counted again. One thread, best of five.
pub fn bench(portable: bool) {
    let vectors = Vectors::choose(portable);
    let narrow = speed(vectors, 1_000, 400);
    let wide = speed(vectors, 16_000, 30);
    println!("vectors: {vectors:?}");
    println!("boards_per_second: {narrow:.0}");
    println!("boards_per_second_wide: {wide:.0}");
    println!("signature: {:016x}", signature(vectors));
}

/// A number over the boards that two beams end with: the same on every machine and with any vectors, as long as the
/// search is the same.
pub fn signature(vectors: Vectors) -> u64 {
    let sequence = Sequence::whole();
    let machine = Machine {
        threads: 1,
        vectors,
    };
    let mut signature = 0_u64;
    for (width, layers) in SIGNED {
        let settings = Settings::learned(width);
        let mut beam = Beam::new(&settings, machine, &sequence, Position::empty_field(0));
        while beam.position.index < layers && beam.advance() {}
        for node in &beam.position.nodes {
            let board = hash(&node.board) ^ u64::from(node.score);
            signature = signature.rotate_left(5).wrapping_add(board);
        }
    }
    signature
}

fn speed(vectors: Vectors, width: usize, layers: usize) -> f64 {
    let sequence = Sequence::whole();
    let settings = Settings::learned(width);
    let machine = Machine {
        threads: 1,
        vectors,
    };
    let begin = |position| Beam::new(&settings, machine, &sequence, position);
    let mut warm = begin(Position::empty_field(0));
    while warm.position.index < WARM_UP && warm.advance() {}
    let mut best = 0.0_f64;
    for _ in 0..REPEATS {
        let mut beam = begin(Position {
            history: History::default(),
            ..warm.position.clone()
        });
        let mut boards = 0;
        let started = Instant::now();
        for _ in 0..layers {
            boards += beam.position.nodes.len();
            beam.advance();
        }
        best = best.max(boards as f64 / started.elapsed().as_secs_f64());
    }
    best
}
