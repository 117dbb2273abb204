//! Monte Carlo tree search over the placements of both players and the pieces that they give each other, with a linear
//! controller at the leaves instead of rollouts; the features are those of [`tetris2_dellacherie`]. The bot that was second
//! on Botzone's Tetris2 ladder, as its author built it.
//!
//! * **Node.** A [node] is one player's position: rows, piece to place, what it has given so far. Both players have a table
//!   of their own. A node has the best placements by the static [value], five at the two roots and three deeper (and
//!   ties), with priors from 0 to 1.
//! * **Simulation.** Four turns. In each, both players draw a placement with the weight
//!   prior / (1 + log2 visits) + (wins + 1) / (visits + 2) and a piece for the other with the weight
//!   (wins + 1) / (visits + 2); then the turn is played. No rollout. See [search].
//! * **Leaf.** The difference of the static values of both wells, a dead side being worth -100,000. The simulation is a
//!   win for a side if the difference, as this side sees it, is among its best hundred so far.
//! * **Choice.** The placement with the largest prior / (1 + log2(visits / 2)) + wins / visits, and the piece with the
//!   largest wins / visits.
//!
//! The static value is the "DU" controller of Thiery and Scherrer ("Building controllers for Tetris", 2009). What clears
//! rows counts with the rows sent, the combo's extra row included, and twice at a leaf, where the height of the well
//! replaces that of the landing. All weights are in `params.json`, see [`params`].
//!
//! # What is our own
//!
//! * Rules are the judge's own: entry from above, and if both sides overflow in one turn, totals decide. Orientations that
//!   look the same are one placement. The combo is part of the position as far as it matters.
//! * Bitboards: a node is made about ten times as fast.
//!
//! # What it cannot do
//!
//! A win is a place among the best hundred, so the best lines are those in which the *opponent* drew badly. The draws stay
//! close to uniform, and ten times as many simulations teach the bot nothing more. `tetris2-learned` selects by mean
//! results and visits instead.

pub mod node;
pub mod params;
pub mod search;
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
    /// Landings valued by the last search.
    landings: Option<u64>,
}

impl Bot for Mcts {
    type State = State;
    type Move = Move;

    const BENCH_NODES: u64 = 10_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Self::with(Params::own())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Params::parse(text).map(Self::with)
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Move> {
        answer(&self.search(seat, turn), seat)
    }

    fn explain(&mut self, seat: &State, turn: &Turn) -> String {
        let search = self.search(seat, turn);
        let placements = top_levels(&tree::placements(&search, seat.color()));
        let pieces = top_levels(&tree::pieces(&search, seat.color()));
        let answer = answer(&search, seat);
        format!("placements, then the next piece\n{placements}pieces to give\n{pieces}{answer}")
    }

    fn counted(&self) -> Option<(&'static str, u64)> {
        self.landings.map(|landings| ("landings", landings))
    }
}

impl Mcts {
    /// A bot with other parameters.
    pub fn with(params: Params) -> Self {
        Self {
            params,
            landings: None,
        }
    }

    fn search(&mut self, seat: &State, turn: &Turn) -> Search {
        let mut budget = Budget::of(turn);
        let mut search = Search::new(seat.board(), &self.params, turn.seed);
        search.run(&mut budget);
        self.landings = Some(search.effort.landings);
        search
    }
}

/// The answer's value is the part of wins of the placement, in millionths.
fn answer(search: &Search, seat: &State) -> Answer<Move> {
    let color = seat.color();
    let Some(mv) = search.best(color) else {
        unreachable!("a bot is asked where it has a legal move");
    };
    let mut candidates = search.root(color).candidates.iter();
    let wins = candidates
        .find(|candidate| candidate.placement == mv.placement)
        .map_or(0.0, |candidate| candidate.tally.rate());
    let effort = search.effort;
    Answer {
        mv,
        value: (1e6 * wins) as i64,
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
