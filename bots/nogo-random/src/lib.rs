//! Plays a uniformly random legal move: the smallest bot there can be, and the template for the next one.

use botzone::{Answer, Bot, Turn};
use nogo::{Board, Point};

/// The bot. It remembers nothing.
pub struct Random;

impl Bot for Random {
    type State = Board;
    type Move = Point;

    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Random
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Point> {
        let moves: Vec<Point> = board.legal_moves(board.to_move()).iter().collect();
        let mut random = fastrand::Rng::with_seed(turn.seed);
        Answer::of(moves[random.usize(..moves.len())])
    }
}

botzone::bench_test!(Random, nogo::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_is_as_likely() {
        let board: Board = "4,4 4,5".parse().unwrap();
        let mut count = [0; 81];
        for seed in 0..79_000 {
            let answer = Random::new().choose(&board, &Turn::of_nodes(1, seed));
            count[answer.mv.index()] += 1;
        }
        let legal = board.legal_moves(board.to_move());
        assert_eq!(legal.len(), 79);
        // A thousand each, standard deviation 32.
        assert!(
            legal
                .iter()
                .all(|point| (840..1160).contains(&count[point.index()])),
            "{:?}",
            count
        );
    }
}
