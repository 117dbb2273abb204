//! A Snake bot that coils up, after Ke Songyu's final strategy (Botzone, August 2015): "the longest shortest path".
//!
//! To survive is what counts in this game, and a snake lives longest in a limited space if it coils up. Going to the
//! neighbour of the head whose shortest way to a target is longest makes a snake coil by itself, whatever the target is:
//! the chase of the own tail showed it. But who circles on its own tail gets walled in. So the target is
//!
//! 1. the part of the **opponent's** body that vanishes first, of those that can be reached: where it
//!    vanishes the way is open;
//! 2. if none can be reached, the farthest cell that can.
//!
//! The way itself, and what can be reached, are `snake-tail-chaser`'s.
//!
//! # Where the article is silent
//!
//! * Among equal ways a random one, as in the chase of the tail; among equally far cells the first, row by row.

use botzone::{Answer, Bot, Turn};
use snake::botzone::State;
use snake::distance::{Distances, first_to_vanish, reachable_bodies};
use snake::{Board, Cell, Direction};

/// The bot. It remembers nothing.
pub struct Coiler;

impl Bot for Coiler {
    type State = State;
    type Move = Direction;

    const BENCH_NODES: u64 = 3;

    fn new() -> Self {
        Coiler
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Direction> {
        snake_tail_chaser::answer(seat, turn, Some(target(seat.board(), seat.me())))
    }

    fn bench_positions() -> Vec<&'static str> {
        include_str!("../bench.txt").lines().collect()
    }
}

/// Where to go; the head's own cell if it can go nowhere.
fn target(board: &Board, player: usize) -> Cell {
    let opponent = 1 - player;
    match first_to_vanish(board, opponent, reachable_bodies(board, player)) {
        Some(segment) => segment.cell,
        None => Distances::from(board.head(player), board.enterable()).farthest(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(text: &str) -> State {
        text.parse().unwrap()
    }

    #[test]
    fn the_part_of_the_opponent_that_vanishes_first() {
        let target = |text| target(seat(text).board(), 0);
        assert_eq!(target("map=5x5 moves=20,20,10"), Cell::new(5, 5).unwrap());
        // Its tail cannot be reached, the next segment can.
        assert_eq!(
            target("map=5x5:5,4 moves=20,20,10"),
            Cell::new(4, 5).unwrap()
        );
    }

    /// Shut in on five cells, with the opponent outside: it takes all five.
    #[test]
    fn coils_to_the_farthest_cell() {
        let mut seat = seat("map=5x5:1,4/2,3/3,1/3,2");
        assert_eq!(
            seat.board().to_string(),
            "A..#.\n..#..\n##...\n.....\n....B\n"
        );
        for opponent in [
            Direction::Up,
            Direction::Left,
            Direction::Left,
            Direction::Down,
        ] {
            let answer = Coiler::new().choose(&seat, &Turn::of_nodes(1, 1));
            assert_eq!(answer.debug, format!("to 1,3 in {}", answer.value));
            seat.try_play((answer.mv, opponent)).unwrap();
        }
        assert_eq!(
            seat.board().to_string(),
            "aaA#.\naa#..\n##...\n..bbb\n..B.b\n"
        );
    }

    #[test]
    fn the_bench_is_as_committed() {
        let wire = botzone::wire!(snake::botzone);
        let expected = include_str!("../bench.expected");
        botzone::assert_bench::<Coiler>(&wire, expected);
    }
}
