//! A NoGo bot that plays the whole game with one search: UCT with RAVE.
//!
//! A game of NoGo is lost by the side that runs out of moves, dozens of plies after the shape of the board has settled,
//! so a static value of a position is of little use. Random games are of use, if three things help them:
//!
//! * **RAVE.** Nothing is ever captured, so a point that is good for a side is mostly good whenever it is played. The
//!   [search](uct) counts a playout not only for the move that began it but for every move that the same side made later in
//!   it: each move of a position gets some thirty samples a simulation instead of one in eighty.
//! * **Priors.** A new move starts with [a few samples](mobility) at the win rate that the legal moves of both sides
//!   after it promise, so that the first thousand simulations are not spent on all moves alike.
//! * **Playouts through the shared points.** The fight is about the points that both sides may still play; a point that
//!   only one side may play is a move in reserve. A [playout] first goes through the shared points in random order,
//!   then both sides use up their reserves, to the very end: counting the reserves instead errs too often, because a
//!   reserve may be spoiled by the next.
//!
//! When the tree reaches the end of the game, its results are proofs, and [proofs climb](uct): a move to a lost
//! position of the opponent wins, and a position in which every move loses is lost. The search stops when the root is
//! decided. The most visited move is played, or a proven win; among proven losses the one that looked best for longest.

pub mod mobility;
pub mod params;
pub mod playout;
pub mod tree;
pub mod uct;

use botzone::{Answer, Bot, Turn};
use nogo::{Board, Point};
use search::Budget;
use search::tree::{Branch, top_levels};

use crate::mobility::Mobility;
use crate::params::Params;
use crate::uct::Search;

/// The bot. It remembers nothing from turn to turn.
pub struct Rave {
    params: Params,
}

impl Bot for Rave {
    type State = Board;
    type Move = Point;

    const BENCH_NODES: u64 = 4_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Rave {
            params: Params::own(),
        }
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Params::parse(text).map(|params| Rave { params })
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Point> {
        self.think(board, turn).0
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        let (answer, tree) = self.think(board, turn);
        format!("{}{answer}", top_levels(&tree))
    }
}

impl Rave {
    fn think(&self, board: &Board, turn: &Turn) -> (Answer<Point>, Vec<Branch>) {
        let mut budget = Budget::of(turn);
        let mut knowledge = Mobility::new(self.params.prior_slope);
        let mut search = Search::new(self.params, &mut knowledge, board, turn.seed);
        if board.legal_moves(board.to_move()).has_two() {
            search.run(&mut knowledge, &mut budget);
        }
        let line: Vec<String> = search.line().iter().map(Point::to_string).collect();
        let verdict = search.verdict();
        let answer = Answer {
            mv: search.best(),
            value: verdict.thousandths(),
            nodes: budget.nodes(),
            debug: format!(
                "{} simulations: {verdict}, line {}",
                budget.nodes(),
                line.join(" ")
            ),
        };
        (answer, search.branches())
    }
}

botzone::bench_test!(Rave, nogo::botzone);

#[cfg(test)]
mod tests;
