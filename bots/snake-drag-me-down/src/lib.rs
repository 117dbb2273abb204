//! A Snake bot that searches five joint turns deep; it builds on [`snake_dumb_ways_to_die`]. After Yang Runzhe's
//! `Drag_Me_Down` (Botzone, August 2015; "With out your love nobody can drag me down").
//!
//! It is `Dumb_Ways_To_Die` with a search:
//!
//! 1. [`Layer`]: breadth-first over pairs of decision histories, ours and the opponent's, layer by layer, from the
//!    directions that are possible now. A state in which a snake has died is carried to the next layer unchanged.
//! 2. [`evaluate`]: every state of the last layer is worth the territory ratio of `Dumb_Ways_To_Die`, plus or minus
//!    [`WON`] if the game is over.
//! 3. [`max_min`]: both snakes move at once, so a turn is a matrix of values over (our direction, its direction). We
//!    take the row with the largest minimum, the best value that we can be sure of, from the last turn up to the first.
//!
//! The depth is fixed: five turns.
//!
//! Two weaknesses that the article admits are kept: a quick win counts no more than a slow one, so the larger ratio
//! decides; and of several losses the one with the largest ratio is chosen, not the last one, so a lost snake "dies
//! beautifully".
//!
//! # Where the article is silent
//!
//! * A snake has died as soon as it has no possible direction: each leads into an obstacle or a body, whatever the other
//!   snake does. That is checked in the last layer, too.
//! * Heads that meet in one cell, possible only on boards with an even sum of sides, are a draw.
//! * If half of the budget is used before the five turns are complete, the last complete layer counts; if its states
//!   cannot be evaluated with the rest, the answer is that of `Dumb_Ways_To_Die`.
//! * Where the game is decided by the next turn there are no states to choose from, and that answer is given, too.

mod decision;
mod layer;

use botzone::{Answer, Bot, Turn};
use search::Budget;
use search::tree::top_levels;
use snake::{Board, Direction};
use snake_dumb_ways_to_die::{best, rate};

pub use decision::{Evaluated, WON, branches, describe, evaluate, max_min};
pub use layer::{Ending, Histories, Layer, State};

/// Joint turns searched.
const DEPTH: u32 = 5;

/// The bot. It remembers nothing.
pub struct DragMeDown;

impl Bot for DragMeDown {
    type State = snake::botzone::State;
    type Move = Direction;

    const BENCH_NODES: u64 = 200_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        DragMeDown
    }

    fn choose(&mut self, seat: &snake::botzone::State, turn: &Turn) -> Answer<Direction> {
        answer(seat, turn, search).0
    }

    fn explain(&mut self, seat: &snake::botzone::State, turn: &Turn) -> String {
        explain(seat, turn, search)
    }
}

/// The states after five turns.
fn search(board: &Board, player: usize, budget: &mut Budget) -> Layer {
    let mut layer = Layer::first(board, player);
    while layer.depth() < DEPTH {
        match layer.next(budget) {
            Some(next) => layer = next,
            None => break,
        }
    }
    layer
}

/// A search for the states to evaluate, for a player on a board, within half of a budget.
pub type Search = fn(&Board, usize, &mut Budget) -> Layer;

/// Searches, evaluates and decides. Returns the answer and the states that it is based on.
pub fn answer(
    seat: &snake::botzone::State,
    turn: &Turn,
    search: Search,
) -> (Answer<Direction>, Vec<Evaluated>) {
    let (board, me) = (seat.board(), seat.me());
    let mut budget = Budget::of(turn);
    let known = best(&rate(board, me)).unwrap_or((Direction::Up, 0));
    let layer = search(board, me, &mut budget);
    let states = evaluate(&layer, &mut budget).unwrap_or_default();
    let (mv, value) = best(&max_min(&states)).unwrap_or(known);
    let answer = Answer {
        mv,
        value,
        nodes: budget.nodes(),
        debug: format!(
            "depth {}, {} states judged: {}",
            layer.depth(),
            states.len(),
            describe(value)
        ),
    };
    (answer, states)
}

/// The top three levels of the search and the answer.
pub fn explain(seat: &snake::botzone::State, turn: &Turn, search: Search) -> String {
    let (answer, states) = answer(seat, turn, search);
    let tree = top_levels(&branches(&states));
    format!(
        "{seat}our direction, the opponent's, ours; states; ratio from our side\n{tree}{answer}"
    )
}

botzone::bench_test!(DragMeDown, snake::botzone);
