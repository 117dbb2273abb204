//! Plays a uniformly random legal move: the smallest bot there can be, and the template for the next one.

use ataxx::{Move, Position};
use botzone::{Answer, Bot, Turn};

/// The bot. It remembers nothing.
pub struct Random;

impl Bot for Random {
    type State = Position;
    type Move = Move;

    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Random
    }

    fn choose(&mut self, position: &Position, turn: &Turn) -> Answer<Move> {
        let moves: Vec<Move> = position.moves().collect();
        let mut random = fastrand::Rng::with_seed(turn.seed);
        Answer::of(moves[random.usize(..moves.len())])
    }
}

botzone::bench_test!(Random, ataxx::botzone);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_legal_move_is_as_likely() {
        let position = Position::new();
        let mut count: BTreeMap<Move, u32> = BTreeMap::new();
        for seed in 0..1600 {
            let answer = Random::new().choose(&position, &Turn::of_nodes(1, seed));
            *count.entry(answer.mv).or_default() += 1;
        }
        assert_eq!(count.len(), 16);
        // A hundred each, standard deviation 10.
        assert!(
            count.values().all(|count| (55..150).contains(count)),
            "{:?}",
            count
        );
    }

    #[test]
    fn it_repeats_no_step() {
        let position: Position = "00-20 60-62 20-00 62-60".parse().unwrap();
        for seed in 0..200 {
            let mv = Random::new().choose(&position, &Turn::of_nodes(1, seed)).mv;
            assert!(position.is_legal(mv), "{}", mv);
        }
    }
}
