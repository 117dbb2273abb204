//! A Snake bot that coils up; it builds on [`snake_tail_chaser`]. After Ke Songyu's final strategy (Botzone, August
//! 2015): "the longest shortest path".
//!
//! Survival is what counts in this game, and in a limited space a snake lives longest if it coils up. Going to the
//! neighbor of the head whose shortest path to a target is longest makes a snake coil, whatever the target is:
//! chasing the own tail has shown that. But a snake that circles on its own tail gets walled in. So the target is
//!
//! 1. the reachable part of the **opponent's** body that vanishes first: that is where the way will open;
//! 2. if no part is reachable, the farthest reachable cell.
//!
//! The path itself, and what is reachable, are those of the tail chaser.
//!
//! # Where the article is silent
//!
//! * Among equal paths a random one, as in the tail chaser; among equally far cells the first, row by row.

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
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Coiler
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Direction> {
        snake_tail_chaser::answer(seat, turn, Some(target(seat.board(), seat.me())))
    }
}

/// The target; the head's own cell if nothing is reachable.
fn target(board: &Board, player: usize) -> Cell {
    let opponent = 1 - player;
    match first_to_vanish(board, opponent, reachable_bodies(board, player)) {
        Some(segment) => segment.cell,
        None => Distances::from(board.head(player), board.enterable()).farthest(),
    }
}

botzone::bench_test!(Coiler, snake::botzone);

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
}
