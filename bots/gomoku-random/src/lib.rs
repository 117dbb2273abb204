//! Plays a uniformly random legal move: the smallest bot there can be, and the template for the next one.

use botzone::{Answer, Bot, Turn};
use gomoku::{Board, Move};

/// The bot. It remembers nothing.
pub struct Random;

impl Bot for Random {
    type State = Board;
    type Move = Move;

    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Random
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Move> {
        let moves: Vec<Move> = board.moves().collect();
        let mut random = fastrand::Rng::with_seed(turn.seed);
        Answer::of(moves[random.usize(..moves.len())])
    }
}

botzone::bench_test!(Random, gomoku::botzone);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_legal_move_is_as_likely() {
        // One row is empty.
        let rows = ["XXXXOOOOXXXXOOO", "OOOOXXXXOOOOXXX"].repeat(7);
        let board: Board = format!("{}/{}", rows.join("/"), ".".repeat(15))
            .parse()
            .unwrap();
        let mut count: BTreeMap<Move, u32> = BTreeMap::new();
        for seed in 0..15_000 {
            let answer = Random::new().choose(&board, &Turn::of_nodes(1, seed));
            *count.entry(answer.mv).or_default() += 1;
        }
        assert_eq!(count.len(), 15);
        // A thousand each, standard deviation 31.
        assert!(
            count.values().all(|count| (870..1130).contains(count)),
            "{:?}",
            count
        );
    }
}
