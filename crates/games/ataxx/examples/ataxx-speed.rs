//! Measures the rules on one core: `cargo run --profile bot -p ataxx --example ataxx-speed`.
//!
//! Each figure is the best of five runs. A random game is uniformly random among the legal moves.

#[path = "ataxx-perft/count.rs"]
mod count;

use std::hint::black_box;

use ataxx::{Board, Move, Position};
use count::perft;
use testing::best_of;

const GAMES: u64 = 2_000;
const PERFT_DEPTH: u32 = 6;

fn main() {
    let mut plies = 0;
    let seconds = best_of(|| plies = (0..GAMES).map(random_game).sum::<usize>());
    println!("plies_per_game: {:.2}", plies as f64 / GAMES as f64);
    println!("random_plies_per_second: {:.0}", plies as f64 / seconds);
    for (name, distinct) in [("perft", false), ("distinct_perft", true)] {
        let mut nodes = 0;
        let seconds = best_of(|| {
            nodes = perft(&mut black_box(Position::new()), PERFT_DEPTH, distinct);
        });
        println!("{name}_nodes: {nodes}\n{name}_seconds: {seconds:.3}");
    }
}

/// The length of a random game, without the rule of repetition; the moves are found by their numbers, without a list.
fn random_game(seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::new();
    while let Some(mv) = random_move(&board, &mut random) {
        board.play_unchecked(mv);
    }
    board.ply().into()
}

fn random_move(board: &Board, random: &mut fastrand::Rng) -> Option<Move> {
    let count = board.move_count() as usize;
    board.moves().nth(random.usize(..count.max(1)))
}
