//! A Snake bot that averages over the next six joint turns; it builds on [`snake_open_area`]. After Ke Songyu's third
//! strategy (Botzone, August 2015).
//!
//! Both snakes move six steps in all possible ways, and the position after that is worth the room that is left:
//! [`snake_open_area::room`]. The direction with the largest average value is played.
//!
//! An average is neither optimistic nor pessimistic: the opponent is assumed to play all directions with equal
//! probability. So the bot walks into traps that only one reply springs, and now and then its opponent walks into one.
//!
//! # Where the article is silent
//!
//! * A line is six turns in each of which each snake goes ahead, to the right or to the left (from its start cell in
//!   any of the four directions); a step back would be into the neck. So all lines weigh the same. A line on which we die
//!   counts 0, one on which only the opponent dies the number of free cells, both weighted by the number of lines that
//!   they cut short.
//! * Among equal averages a random direction is played.
//! * Iterative deepening, from one turn to six: if the budget ends early, the deepest complete search decides.
//! * Only directions that are not certain death are played. If there is none, the bot goes up.

mod lines;

use std::cmp::Reverse;

use botzone::{Answer, Bot, Turn};
use search::Budget;
use search::tree::top_levels;
use snake::Direction;
use snake::botzone::State;

use lines::{average, branches, decimal};

/// Joint turns searched.
const PLIES: u32 = 6;

/// The bot. It remembers nothing.
pub struct SixPly;

impl Bot for SixPly {
    type State = State;
    type Move = Direction;

    const BENCH_NODES: u64 = 1_000_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        SixPly
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Direction> {
        search(seat, turn).0
    }

    fn explain(&mut self, seat: &State, turn: &Turn) -> String {
        let (answer, plies) = search(seat, turn);
        let tree = top_levels(&branches(seat.board(), seat.me(), plies));
        format!(
            "{seat}our direction, the opponent's, ours; lines; average from our side\n{tree}{answer}"
        )
    }
}

/// The answer, and the depth in turns at which it was found.
fn search(seat: &State, turn: &Turn) -> (Answer<Direction>, u32) {
    let (board, me) = (seat.board(), seat.me());
    let mut budget = Budget::of(turn);
    let mut directions: Vec<Direction> = board.legal_moves(me).iter().collect();
    // The first of a shuffled list, or the first best one, is a random one.
    fastrand::Rng::with_seed(turn.seed).shuffle(&mut directions);
    let mut best = (directions.first().copied(), 0);
    let mut depth = 0;
    for plies in 1..=PLIES {
        let averages = directions.iter().map(|&direction| {
            let average = average(board, me, direction, plies, &mut budget)?;
            Some((Some(direction), average))
        });
        let averages: Option<Vec<_>> = averages.collect();
        let Some(averages) = averages else {
            break;
        };
        depth = plies;
        best = averages
            .into_iter()
            .min_by_key(|&(_, average)| Reverse(average))
            .unwrap_or(best);
    }
    let (mv, value) = best;
    let answer = Answer {
        mv: mv.unwrap_or(Direction::Up),
        value: value.cast_signed(),
        nodes: budget.nodes(),
        debug: format!("{depth} turns deep: average {}", decimal(value)),
    };
    (answer, depth)
}

botzone::bench_test!(SixPly, snake::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_complete_search_decides() {
        let seat: State = SixPly::bench_positions()[10].parse().unwrap();
        let depth = |nodes| search(&seat, &Turn::of_nodes(nodes, 1)).1;
        assert_eq!((depth(1), depth(100), depth(1_000_000)), (0, 2, 6));
    }
}
