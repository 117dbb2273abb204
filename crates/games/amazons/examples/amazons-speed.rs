//! Measures the rules on one core: `cargo run --profile bot -p amazons --example amazons-speed`.
//!
//! Each figure is the best of five runs. A random game is uniformly random among the legal moves.

#[path = "amazons-perft/count.rs"]
mod count;

use std::hint::black_box;

use amazons::{Board, Move};
use count::perft;
use testing::best_of;

const GAMES: u64 = 2_000;
const SWEEPS: u32 = 100;
const PERFT_DEPTH: u32 = 3;

fn main() {
    let positions: Vec<Board> = (0..50).flat_map(random_game).collect();
    let mut plies = 0;
    let seconds = best_of(|| {
        plies = (0..GAMES).map(counted_game).sum::<usize>();
    });
    println!("plies_per_game: {:.2}", plies as f64 / GAMES as f64);
    println!(
        "random_plies_with_both_counts_per_second: {:.0}",
        plies as f64 / seconds
    );
    let seconds = best_of(|| {
        for _ in 0..SWEEPS {
            for board in black_box(&positions) {
                black_box(board.move_counts());
            }
        }
    });
    println!(
        "pairs_of_counts_per_second: {:.0}",
        f64::from(SWEEPS) * positions.len() as f64 / seconds
    );
    let mut nodes = 0;
    let seconds = best_of(|| nodes = perft(black_box(Board::new()), PERFT_DEPTH));
    println!("perft_nodes: {nodes}");
    println!("perft_seconds: {seconds:.3}");
}

/// The positions of a random game.
fn random_game(seed: u64) -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::new();
    let mut positions = Vec::new();
    while board.outcome().is_none() {
        positions.push(board);
        let moves: Vec<Move> = board.moves().collect();
        board.play_unchecked(moves[random.usize(..moves.len())]);
    }
    positions
}

/// The length of a random game in which the moves of both sides are counted before each move; the chosen one is found by
/// its number, without a list.
fn counted_game(seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::new();
    loop {
        let counts = black_box(board.move_counts());
        let count = counts[board.to_move().index()];
        if count == 0 {
            return board.ply();
        }
        if let Some(mv) = nth(&board, random.u32(..count)) {
            board.play_unchecked(mv);
        }
    }
}

/// The n-th move in the order of [`Board::moves`].
fn nth(board: &Board, n: u32) -> Option<Move> {
    let mut left = n as usize;
    for from in board.amazons(board.to_move()) {
        for to in board.steps(from) {
            let arrows = board.shots(from, to);
            if left < arrows.len() {
                let arrow = arrows.iter().nth(left)?;
                return Some(Move { from, to, arrow });
            }
            left -= arrows.len();
        }
    }
    None
}
