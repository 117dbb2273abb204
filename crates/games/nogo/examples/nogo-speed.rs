//! Measures the rules on one core: `cargo run --release -p nogo --example nogo-speed`.
//!
//! Each figure is the best of five runs. A playout is uniformly random among the legal moves, from the empty
//! board until the mover has none.

#[path = "nogo-perft/count.rs"]
mod count;

use std::hint::black_box;

use count::perft;
use nogo::{Board, Color};
use testing::best_of;

const PLAYOUTS: u32 = 20_000;
const LEGAL_SWEEPS: u32 = 500;
const PERFT_DEPTH: u32 = 4;

fn main() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut plies = 0;
    let seconds = best_of(|| {
        plies = (0..PLAYOUTS).map(|_| playout(&mut rng)).sum();
    });
    println!(
        "plies_per_playout: {:.2}",
        plies as f64 / f64::from(PLAYOUTS)
    );
    println!("playouts_per_second: {:.0}", f64::from(PLAYOUTS) / seconds);
    println!("plies_per_second: {:.0}", plies as f64 / seconds);

    let positions = random_positions(&mut rng);
    let seconds = best_of(|| {
        for _ in 0..LEGAL_SWEEPS {
            for board in black_box(&positions) {
                black_box(board.legal_moves(Color::Black));
                black_box(board.legal_moves(Color::White));
            }
        }
    });
    println!(
        "legal_sets_per_second: {:.0}",
        2.0 * f64::from(LEGAL_SWEEPS) * positions.len() as f64 / seconds
    );

    let mut nodes = 0;
    let seconds = best_of(|| nodes = perft(black_box(Board::new()), PERFT_DEPTH));
    println!("perft_nodes: {nodes}");
    println!("perft_nodes_per_second: {:.0}", nodes as f64 / seconds);
}

/// Plays one game and returns its length.
fn playout(rng: &mut fastrand::Rng) -> usize {
    let mut board = Board::new();
    loop {
        let moves = board.legal_moves(board.to_move());
        if moves.is_empty() {
            return board.ply();
        }
        if let Some(point) = moves.nth(rng.usize(..moves.len())) {
            board.play_unchecked(point);
        }
    }
}

/// The positions of a few random games.
fn random_positions(rng: &mut fastrand::Rng) -> Vec<Board> {
    let mut positions = Vec::new();
    for _ in 0..50 {
        let mut board = Board::new();
        while board.outcome().is_none() {
            positions.push(board);
            let moves = board.legal_moves(board.to_move());
            if let Some(point) = moves.nth(rng.usize(..moves.len())) {
                board.play(point);
            }
        }
    }
    positions
}
