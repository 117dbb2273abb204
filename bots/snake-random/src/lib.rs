//! Plays a uniformly random direction of those that are not certain death: the smallest Snake bot there can be, and the
//! template for the next one.

use botzone::{Answer, Bot, Turn};
use snake::Direction;
use snake::botzone::State;

/// The bot. It remembers nothing.
pub struct Random;

impl Bot for Random {
    type State = State;
    type Move = Direction;

    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Random
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Direction> {
        let directions: Vec<Direction> = seat.board().legal_moves(seat.me()).iter().collect();
        let mut random = fastrand::Rng::with_seed(turn.seed);
        // If every direction kills, one is as good as another.
        Answer::of(random.choice(directions).unwrap_or(Direction::Up))
    }
}

botzone::bench_test!(Random, snake::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_that_may_live_is_as_likely() {
        // The head in the middle of its row, the neck to the left: three ways.
        let seat: State = "map=5x5 moves=20,20,10".parse().unwrap();
        let mut count = [0; 4];
        for seed in 0..3000 {
            let answer = Random::new().choose(&seat, &Turn::of_nodes(1, seed));
            count[answer.mv.index()] += 1;
        }
        // A thousand each, standard deviation 26.
        assert!(
            count[..3].iter().all(|count| (870..1130).contains(count)),
            "{:?}",
            count
        );
        assert_eq!(count[3], 0);
    }
}
