//! A Snake bot that averages over the next six joint turns, after Ke Songyu's third strategy (Botzone, August 2015).
//!
//! Both snakes go six steps in every way there is, and the position after that is worth the room that is left:
//! [`snake_open_area::room`]. The direction with the largest average value is played.
//!
//! An average is neither hope nor fear: the opponent is taken to play any direction as likely as another. So the bot
//! walks into traps with a single way to spring them, and now and then makes its opponent step into one.
//!
//! # Where the article is silent
//!
//! * A line is six turns in each of which each snake goes ahead, to the right or to the left (from its start cell in
//!   any of the four directions); a step back would be into the neck. So all lines weigh the same. A line on which we die
//!   counts 0, one on which only the opponent dies the number of free cells, both as often as there are lines that
//!   they cut off.
//! * Among equal averages a random direction.
//! * The turns are searched first one deep, then two deep, up to six: if the budget ends early, the deepest complete
//!   search decides.
//! * Only directions that do not kill for certain are played. If there is none, the bot goes up.

mod lines;

use std::cmp::Reverse;

use botzone::{Answer, Bot, Turn};
use search::Budget;
use search::tree::top_levels;
use snake::Direction;
use snake::botzone::State;

use lines::{average, branches, in_words};

/// Joint turns searched.
const PLIES: u32 = 6;

/// The bot. It remembers nothing.
pub struct SixPly;

impl Bot for SixPly {
    type State = State;
    type Move = Direction;

    const BENCH_NODES: u64 = 1_000_000;

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

    fn bench_positions() -> Vec<&'static str> {
        include_str!("../bench.txt").lines().collect()
    }
}

/// The answer, and how many turns deep it was found.
fn search(seat: &State, turn: &Turn) -> (Answer<Direction>, u32) {
    let (board, me) = (seat.board(), seat.me());
    let mut budget = Budget::new(turn.started, turn.limit, turn.nodes);
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
        debug: format!("{depth} turns deep: average {}", in_words(value)),
    };
    (answer, depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_complete_search_decides() {
        let seat: State = SixPly::bench_positions()[10].parse().unwrap();
        let depth = |nodes| search(&seat, &Turn::of_nodes(nodes, 1)).1;
        assert_eq!((depth(1), depth(100), depth(1_000_000)), (0, 2, 6));
    }

    #[test]
    fn the_bench_is_as_committed() {
        let wire = botzone::wire!(snake::botzone);
        let expected = include_str!("../bench.expected");
        botzone::assert_bench::<SixPly>(&wire, expected);
    }
}
