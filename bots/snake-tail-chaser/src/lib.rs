//! A Snake bot that follows its own tail, after Ke Songyu's second strategy (Botzone, August 2015).
//!
//! A snake that can follow its tail never dies: the tail makes room as it moves. So the target is
//!
//! 1. the own tail, if it is reachable;
//! 2. if not, the opponent's tail;
//! 3. if not, the segment of either body that vanishes first.
//!
//! It does not hurry there: it computes breadth-first distances from the target and goes to the neighbor of the head
//! with the **largest** distance, among equals a random one. So the snake takes its time and uses the room it has.
//!
//! A weakness that the article admits is kept: an opponent that divides the board and fills it is not noticed until it is
//! too late.
//!
//! # Where the article is silent
//!
//! * A body cell is reachable if it is a tail that leaves this turn, or next to a reachable cell; being next to the head
//!   alone is not enough. Paths go over cells that can be entered in this turn.
//! * The opponent's tail and the segments of case 3 are approached like the own tail, by the longest path. Of two
//!   segments that vanish at once, the own one is the target.
//! * If no part of a body is reachable (obstacles all around): a random direction of those that are not certain death. If
//!   there is none, the bot goes up.

use std::cmp::Reverse;

use botzone::{Answer, Bot, Turn};
use snake::botzone::State;
use snake::distance::{Distances, first_to_vanish, reachable_bodies};
use snake::{Board, Cell, Direction};

/// The bot. It remembers nothing.
pub struct TailChaser;

impl Bot for TailChaser {
    type State = State;
    type Move = Direction;

    const BENCH_NODES: u64 = 3;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        TailChaser
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Direction> {
        answer(seat, turn, target(seat.board(), seat.me()))
    }
}

/// The target; `None` if no part of a body is reachable.
fn target(board: &Board, player: usize) -> Option<Cell> {
    let opponent = 1 - player;
    let reachable = reachable_bodies(board, player);
    let tails = [board.tail(player), board.tail(opponent)];
    let tail = tails.iter().copied().find(|&tail| reachable.contains(tail));
    tail.or_else(|| {
        [player, opponent]
            .iter()
            .filter_map(|&owner| first_to_vanish(board, owner, reachable))
            .min_by_key(|segment| segment.vanishes)
            .map(|segment| segment.cell)
    })
}

/// The answer of a snake that takes the longest path to `target`, or any direction if there is none.
pub fn answer(seat: &State, turn: &Turn, target: Option<Cell>) -> Answer<Direction> {
    let (board, me) = (seat.board(), seat.me());
    let mut directions: Vec<Direction> = board.legal_moves(me).iter().collect();
    let nodes = directions.len() as u64;
    // The first of a shuffled list, or the first best one, is a random one.
    fastrand::Rng::with_seed(turn.seed).shuffle(&mut directions);
    let path = target.and_then(|target| longest_path(board, me, target, &directions));
    let target = target.map_or("nothing".to_owned(), |cell| cell.to_string());
    let (mv, value, debug) = match path {
        Some((direction, steps)) => (Some(direction), steps, format!("to {target} in {steps}")),
        None => (directions.first().copied(), 0, "anywhere".to_owned()),
    };
    Answer {
        mv: mv.unwrap_or(Direction::Up),
        value: i64::from(value),
        nodes,
        debug,
    }
}

/// Of `directions` the first after which the shortest path to `target` is longest, and its steps; `None` if there is no
/// path after any of them.
fn longest_path(
    board: &Board,
    player: usize,
    target: Cell,
    directions: &[Direction],
) -> Option<(Direction, u8)> {
    let distances = Distances::from(target, board.enterable());
    directions
        .iter()
        .filter_map(|&direction| {
            let neighbor = board.head(player).step(direction)?;
            Some((direction, distances.get(neighbor)?))
        })
        .min_by_key(|&(_, steps)| Reverse(steps))
}

botzone::bench_test!(TailChaser, snake::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(text: &str) -> State {
        text.parse().unwrap()
    }

    fn cell(x: u8, y: u8) -> Option<Cell> {
        Cell::new(x, y)
    }

    #[test]
    fn takes_the_longest_path_to_its_tail() {
        let seat = seat("map=5x5 moves=20,20,10");
        assert_eq!(
            seat.board().to_string(),
            "a....\na...B\naA..b\n....b\n....b\n"
        );
        let target = target(seat.board(), 0);
        assert_eq!(target, cell(1, 1));
        // Up 2 steps are left, to the right 4, down 6.
        let answer = answer(&seat, &Turn::of_nodes(1, 1), target);
        assert_eq!((answer.mv, answer.value), (Direction::Down, 6));
        assert_eq!(answer.debug, "to 1,1 in 6");
    }

    #[test]
    fn a_random_one_of_equal_paths() {
        let seat = seat("map=5x5:1,2 moves=20");
        let mut count = [0; 4];
        for seed in 0..100 {
            let answer = TailChaser::new().choose(&seat, &Turn::of_nodes(1, seed));
            assert_eq!(answer.value, 6);
            count[answer.mv.index()] += 1;
        }
        assert!(
            count[1] > 20 && count[2] > 20 && count[1] + count[2] == 100,
            "{:?}",
            count
        );
    }

    #[test]
    fn targets_in_their_order() {
        let target = |text| target(seat(text).board(), 0);
        // The own tail's only open neighbor is the head, so the target is the opponent's tail.
        assert_eq!(target("map=5x5:1,2 moves=20"), cell(5, 5));
        // Neither tail: the opponent's head vanishes last but can be reached.
        assert_eq!(target("map=5x5:1,2/5,4 moves=20"), cell(4, 5));
        // One cell to go to, and nothing but the own head beside it.
        let shut_in = "map=5x5:1,2/2,2/3,2/4,1 moves=20";
        assert_eq!(target(shut_in), None);
        let answer = TailChaser::new().choose(&seat(shut_in), &Turn::of_nodes(1, 1));
        assert_eq!(
            (answer.mv, answer.debug.as_str()),
            (Direction::Down, "anywhere")
        );
    }
}
