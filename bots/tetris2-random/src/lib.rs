//! Plays a uniformly random legal move, a landing and a piece for the opponent: the smallest Tetris2 bot there can be,
//! and the template for the next one.

use botzone::{Answer, Bot, Turn};
use tetris2::Move;
use tetris2::botzone::State;

/// The bot. It remembers nothing.
pub struct Random;

impl Bot for Random {
    type State = State;
    type Move = Move;

    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Random
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Move> {
        let moves: Vec<Move> = seat.board().legal_moves(seat.color()).collect();
        let mut random = fastrand::Rng::with_seed(turn.seed);
        Answer::of(moves[random.usize(..moves.len())])
    }
}

botzone::bench_test!(Random, tetris2::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_is_played() {
        for text in Random::bench_positions() {
            let seat: State = text.parse().unwrap();
            let count = seat.board().legal_moves(seat.color()).count();
            let moves: std::collections::BTreeSet<String> = (0..20 * count as u64)
                .map(|seed| Random::new().choose(&seat, &Turn::of_nodes(1, seed)).mv)
                .map(|mv| mv.to_string())
                .collect();
            // One in e^20 is missed.
            assert_eq!(moves.len(), count, "{text}");
        }
    }
}
