//! Measures the rules on one core: `cargo run --profile bot -p reversi --example reversi-speed`.
//!
//! Each figure is the best of five runs. A random game is uniformly random among the legal moves.

#[path = "reversi-perft/count.rs"]
mod count;

use std::hint::black_box;

use count::perft;
use reversi::{Board, Move};
use testing::best_of;

const GAMES: u64 = 20_000;
const PERFT_DEPTH: u32 = 9;

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

/// The length of a random game, passes included.
fn random_game(seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::new();
    for ply in 0.. {
        let places = board.legal_moves(board.to_move());
        let mv = match places.len() {
            0 if !board.can_move(board.to_move().opponent()) => return ply,
            0 => Some(Move::Pass),
            count => places.iter().nth(random.usize(..count)).map(Move::Place),
        };
        if let Some(mv) = mv {
            board.play_unchecked(mv);
        }
    }
    0
}
