//! Measures the rules on one core: `cargo run --profile bot -p gomoku --example gomoku-speed`.
//!
//! Each figure is the best of five runs. A random game is uniformly random among the legal moves.

#[path = "gomoku-perft/count.rs"]
mod count;

use std::hint::black_box;

use count::perft;
use gomoku::{Board, Cell, CellSet, Move};
use testing::best_of;

const GAMES: u64 = 20_000;
const PERFT_DEPTH: u32 = 4;

fn main() {
    let mut plies = 0;
    let seconds = best_of(|| plies = (0..GAMES).map(random_game).sum::<usize>());
    println!("plies_per_game: {:.2}", plies as f64 / GAMES as f64);
    println!("random_plies_per_second: {:.0}", plies as f64 / seconds);
    let mut nodes = 0;
    let seconds = best_of(|| nodes = perft(black_box(Board::new()), PERFT_DEPTH));
    println!("perft_nodes: {nodes}");
    println!("perft_seconds: {seconds:.3}");
}

/// The length of a random game: the cells in a random order.
fn random_game(seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut cells: Vec<Cell> = CellSet::FULL.iter().collect();
    random.shuffle(&mut cells);
    let mut board = Board::new();
    for cell in cells {
        if board.outcome().is_some() {
            break;
        }
        board.play_unchecked(Move::Place(cell));
    }
    board.ply()
}
