//! Monte Carlo tree search over the placements of both players and the pieces that they give each other, with a linear
//! controller at the leaves instead of rollouts; the features are those of [`tetris2_dellacherie`]. After the bot that was
//! second on Botzone's Tetris2 ladder.
//!
//! * **Node.** A [node] is one player's position: rows, piece to place, what the opponent may still give. Both players have
//!   a [table](node_table) of their own. The candidates of a node are the best placements by the static [value], eight at
//!   the two roots and four deeper (and ties), with priors from 0 to 1.
//! * **Simulation.** Four turns, and on until it has made a new node, but at most 16. In each, both players select a
//!   placement and a piece for the other by prior, visits and results; then the turn is played by the judge's rules.
//!   No rollout. See [search].
//! * **Leaf.** The difference of the static values of both wells, a dead side being worth -100,000.
//! * **Choice.** The most visited placement and piece.
//!
//! The static value is the "DU" controller of Thiery and Scherrer ("Building controllers for Tetris", 2009).
//! All weights are in `params.json`, see [`params`].
//!
//! # What is our own
//!
//! The original draws at random, with weights prior / (1 + log2 visits) + (wins + 1) / (visits + 2), and calls a
//! simulation a win if it is among the best hundred so far. Its best lines are those in which the *opponent* drew
//! badly, its draws stay close to uniform, and ten times as many simulations teach it nothing more. Built that way, the
//! bot lost seven games of eight against this one with the same number of nodes:
//!
//! * **Results.** A simulation counts by how far its end is from the mean of all, from 0 to 1 (`scale` in the
//!   parameters), for both sides.
//! * **Selection.** By the largest mean result + exploration, as in PUCT, see `select.rs`. Both players select at once,
//!   each without knowing the other's choice, as in the game. The most visited is played.
//! * **Whose pieces.** What a piece is worth depends on the well that gets it. So the pieces that can be given are in the
//!   receiver's node, which is looked up by what was given to it before: a node is a small game between its owner, who
//!   places, and the giver. At the roots, pieces have [priors](piece_priors), too: the piece whose best landing is worst is
//!   tried first.
//! * **[Immediate threats](threats).** All pairs of moves of the coming turn are tried first. A move that wins against
//!   every reply is played at once, and placements after which a reply can win at once are no candidates if there are
//!   others.
//! * Rules are the judge's own: entry from above, and if both sides overflow in one turn, totals decide. Orientations that
//!   look the same are one placement. The combo is part of the position as far as it matters.
//! * The eroded cells of DU are multiplied by the rows *sent*, so that the combo's extra row counts; at a leaf the
//!   product is summed over the turns of the simulation, with twice the weight, and the height of the well replaces that of
//!   the landing.
//! * A node has eight candidates at the roots and four deeper, instead of five and three. A simulation that stops early
//!   because a side is dead is evaluated like any other.

pub mod node;
pub mod node_table;
pub mod params;
pub mod piece_priors;
pub mod search;
mod select;
mod side;
pub mod threats;
mod tree;
pub mod value;

use ::search::Budget;
use ::search::tree::top_levels;
use botzone::{Answer, Bot, Turn};
use tetris2::Move;
use tetris2::botzone::State;

use crate::params::Params;
use crate::search::Search;

/// The bot. It remembers nothing from turn to turn.
pub struct Mcts {
    params: Params,
    /// The last search. Freeing it takes up to 8 ms, which must not be spent between a search and its answer.
    last: Option<Search>,
}

impl Bot for Mcts {
    type State = State;
    type Move = Move;

    const BENCH_NODES: u64 = 10_000;

    fn new() -> Self {
        Self::with(Params::own())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Params::parse(text).map(Self::with)
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Move> {
        answer(self.search(seat, turn), seat)
    }

    fn explain(&mut self, seat: &State, turn: &Turn) -> String {
        let search = self.search(seat, turn);
        let placements = top_levels(&tree::placements(search, seat.color()));
        let pieces = top_levels(&tree::pieces(search, seat.color()));
        let answer = answer(search, seat);
        format!("placements, then the next piece\n{placements}pieces to give\n{pieces}{answer}")
    }

    fn counted(&self) -> Option<(&'static str, u64)> {
        let landings = self.last.as_ref()?.effort.landings;
        Some(("landings", landings))
    }

    fn bench_positions() -> Vec<&'static str> {
        include_str!("../bench.txt").lines().collect()
    }
}

impl Mcts {
    /// A bot with other parameters.
    pub fn with(params: Params) -> Self {
        Self { params, last: None }
    }

    fn search(&mut self, seat: &State, turn: &Turn) -> &Search {
        // Freed before the next one is made, so that there are never two in memory.
        self.last = None;
        let mut budget = Budget::of(turn);
        let mut search = Search::new(seat.board(), &self.params, turn.seed);
        search.run(seat.color(), &mut budget);
        self.last.insert(search)
    }
}

/// The answer's value is the mean result of the placement, in millionths.
fn answer(search: &Search, seat: &State) -> Answer<Move> {
    let color = seat.color();
    let Some(mv) = search.best(color) else {
        panic!("no legal move");
    };
    let mut candidates = search.root(color).candidates.iter();
    let mean = candidates
        .find(|candidate| candidate.placement == mv.placement)
        .and_then(|candidate| candidate.tally.mean())
        .unwrap_or(0.0);
    let effort = search.effort;
    Answer {
        mv,
        value: (1e6 * mean) as i64,
        nodes: effort.nodes,
        debug: format!(
            "{} simulations, {} nodes, {} landings",
            effort.simulations, effort.nodes, effort.landings
        ),
    }
}

botzone::bench_test!(Mcts, tetris2::botzone);

#[cfg(test)]
mod tests;
