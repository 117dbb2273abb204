//! A NoGo bot that switches between two searches, after the bot that its author uploaded to Botzone 261 times.
//!
//! A game of NoGo has three parts, and each needs a different search.
//!
//! * **Opening.** Little is decided and the board is wide. The aim is to make eyes, points that only one side may play,
//!   and to keep the opponent from making them. Simple patterns find them ([`eye`]); an [alpha-beta search](alphabeta)
//!   of the few best moves by that evaluation keeps the bot from being outwitted by another evaluation, and beats weak
//!   opponents quickly.
//! * **Middle.** The end of the game is too far for alpha-beta, yet the number of moves left no longer predicts the
//!   winner: with equal move differences the parity of the remaining moves decides. But a [rollout](rollout) is short
//!   by now, and so [UCT](uct) plays thousands of them.
//! * **End.** Alpha-beta reaches the end of every line, proves the result and answers at once.
//!
//! The number of legal moves of the side to move selects the search: UCT if it is more than L and fewer than R
//! (`switch` in `params.json`, see [`params`]).
//!
//! A search that finds every move lost still plays the most promising one: the opponent has yet to find the win.
//!
//! # Where the article is silent
//!
//! * Numbers: all of `params.json` except L, R and C is hand-set.
//! * The random perturbation of alpha-beta is drawn once a turn for every point, so that a position has one order
//!   of moves however it was reached, and a [transposition table](transposition) can be used.
//! * When all moves of a selective list lose, the other legal moves are searched, so wins and losses are proofs.
//!   Among proven losses the longest is played, then the better rated.
//! * The known win rate that a new child of the UCT tree starts with is a logistic of the difference of legal
//!   moves after it.
//! * With a single legal move there is nothing to search.

pub mod alphabeta;
pub mod eye;
mod moves;
pub mod params;
pub mod rollout;
pub mod tables;
mod transposition;
pub mod uct;

use botzone::{Answer, Bot, Turn};
use nogo::{Board, Point};
use search::Budget;
use search::tree::{Branch, top_levels};

use crate::params::Params;
use crate::rollout::Truncation;
use crate::tables::LookupTables;

/// The bot. It remembers nothing from turn to turn.
pub struct Switcher {
    params: Params,
    tables: LookupTables,
    truncation: Option<Truncation>,
}

impl Bot for Switcher {
    type State = Board;
    type Move = Point;

    const BENCH_NODES: u64 = 100_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Switcher::with(Params::own(), None)
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Params::parse(text).map(|params| Switcher::with(params, None))
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Point> {
        self.think(board, turn, false).answer
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        let Thought { answer, tree } = self.think(board, turn, true);
        format!("{}{answer}", top_levels(&tree))
    }
}

/// An answer and, if requested, the top of the tree that it comes from.
struct Thought {
    answer: Answer<Point>,
    tree: Vec<Branch>,
}

impl Switcher {
    /// A bot with other parameters, whose rollouts are truncated as `truncation` specifies, if it is given.
    pub fn with(params: Params, truncation: Option<Truncation>) -> Switcher {
        let tables = LookupTables::new(params.uct.exploration, params.uct.prior_slope);
        Switcher {
            params,
            tables,
            truncation,
        }
    }

    /// The algorithm switcher.
    fn think(&self, board: &Board, turn: &Turn, tree: bool) -> Thought {
        let moves = board.legal_moves(board.to_move());
        let mut budget = Budget::of(turn);
        let mut random = fastrand::Rng::with_seed(turn.seed);
        let switch = self.params.switch;
        let thought = if moves.len() == 1 {
            None
        } else if switch.above < moves.len() && moves.len() < switch.below {
            self.uct(board, &mut budget, &mut random, tree)
        } else {
            self.alpha_beta(board, &mut budget, &mut random, tree)
        };
        thought.unwrap_or_else(|| only_move(board))
    }

    fn alpha_beta(
        &self,
        board: &Board,
        budget: &mut Budget,
        random: &mut fastrand::Rng,
        tree: bool,
    ) -> Option<Thought> {
        let found = alphabeta::search(board, &self.params, budget, random, tree)?;
        let debug = format!(
            "alpha-beta, depth {}, {} nodes: {}, line {}",
            found.depth,
            budget.nodes(),
            alphabeta::describe(found.value),
            joined(&found.line)
        );
        let answer = Answer {
            mv: found.best,
            value: i64::from(found.value),
            nodes: budget.nodes(),
            debug,
        };
        let tree = found.tree;
        Some(Thought { answer, tree })
    }

    fn uct(
        &self,
        board: &Board,
        budget: &mut Budget,
        random: &mut fastrand::Rng,
        tree: bool,
    ) -> Option<Thought> {
        let (tables, truncation) = (&self.tables, self.truncation.as_ref());
        let found = uct::search(
            board,
            &self.params,
            tables,
            truncation,
            budget,
            random,
            tree,
        )?;
        let debug = format!(
            "UCT, {} rollouts, {} nodes: {:.1} %, line {}",
            found.rollouts,
            budget.nodes(),
            100.0 * found.value,
            joined(&found.line)
        );
        let answer = Answer {
            mv: found.best,
            // Thousandths, rounded.
            value: (1000.0 * found.value + 0.5) as i64,
            nodes: budget.nodes(),
            debug,
        };
        let tree = found.tree;
        Some(Thought { answer, tree })
    }
}

/// The thought where there is nothing to search. A bot is only asked where it has a legal move.
fn only_move(board: &Board) -> Thought {
    let moves: Vec<Point> = board.legal_moves(board.to_move()).iter().collect();
    let answer = Answer {
        mv: moves[0],
        value: 0,
        nodes: 0,
        debug: "the only legal move".to_owned(),
    };
    Thought {
        answer,
        tree: Vec::new(),
    }
}

fn joined(line: &[Point]) -> String {
    let moves: Vec<String> = line.iter().map(Point::to_string).collect();
    moves.join(" ")
}

botzone::bench_test!(Switcher, nogo::botzone);

#[cfg(test)]
mod tests;
