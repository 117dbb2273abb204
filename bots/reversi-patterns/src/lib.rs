//! A search by a learned value, and win, draw or loss exactly once the end is near.
//!
//! * **Value.** Patterns of edges, corners, lines and diagonals, by [stage of the game](patterns); learned from games
//!   of the search against itself (`examples/train`).
//! * **Search.** Principal variation search with iterative deepening and a hash table; if a shallow search makes it
//!   likely enough that a deep one would be cut, the node is cut (`search_tree.rs`).
//! * **End.** Perfect play from the start draws, and the difference of discs does not count, so the [exact
//!   search](exact) finds the sign alone. A move that is proven to win, or at least to draw, is played. If all moves
//!   are lost, or the exact search does not end in its share of the turn, the search decides.

pub mod exact;
pub mod params;
pub mod patterns;
pub mod search_tree;
mod table;
pub mod value;

use botzone::{Answer, Bot, Turn};
use reversi::{Board, Move};
use search::Budget;
use search::tree::{Branch, top_levels};

use crate::exact::Solver;
use crate::params::Params;
use crate::patterns::{MOST, UNIT};
use crate::search_tree::{Found, RootMove, Search};
use crate::value::Value;

/// Entries of the search's table: 2^18, 4 MiB.
const TABLE_BITS: u32 = 18;

/// The bot. It remembers nothing.
pub struct Champion {
    params: Params,
    value: Value,
}

impl Bot for Champion {
    type State = Board;
    type Move = Move;

    const BENCH_NODES: u64 = 100_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Champion {
            params: Params::own(),
            value: Value::Patterns(patterns::Patterns::own()),
        }
    }

    fn with_params(text: &str) -> Result<Self, String> {
        let params = Params::parse(text)?;
        let value = params.value()?;
        Ok(Champion { params, value })
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Move> {
        self.think(board, turn).0
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        let (answer, moves) = self.think(board, turn);
        let branch = |(i, root): (usize, &RootMove)| Branch {
            mv: root.mv.to_string(),
            visits: root.nodes,
            value: match i {
                0 => format!("{:+}", root.value),
                _ => format!("at most {:+}", root.value),
            },
            replies: Vec::new(),
        };
        let branches: Vec<Branch> = moves.iter().enumerate().map(branch).collect();
        format!("{}{}", top_levels(&branches), answer)
    }
}

impl Champion {
    /// The answer, and the moves that were searched, best first.
    fn think(&self, board: &Board, turn: &Turn) -> (Answer<Move>, Vec<RootMove>) {
        let mut budget = Budget::of(turn);
        let mut proven = None;
        if board.empty().len() <= self.params.solve {
            let mut part = budget.part(self.params.share);
            proven = Solver::new(exact::TABLE_BITS, &self.value).solve(board, &mut part);
            budget.spend(part.nodes());
        }
        let solving = budget.nodes();
        let word = |value: i8| format!("proven, {}", botzone::value::text(value.into()));
        if let Some((value, mv)) = proven.filter(|&(value, _)| value >= 0) {
            let answer = Answer {
                mv,
                value: i64::from(value) * i64::from(search_tree::WIN),
                nodes: solving,
                debug: format!("{} nodes, {}", solving, word(value)),
            };
            return (answer, Vec::new());
        }
        let mut search = Search::new(&self.value, TABLE_BITS, true, budget);
        let Found {
            moves,
            depth,
            nodes,
        } = search.run(board, u8::MAX, true);
        let best = moves[0];
        let told = match proven {
            Some((value, _)) => word(value),
            None => botzone::value::text(share(best.value)),
        };
        let nodes = solving + nodes;
        let answer = Answer {
            mv: best.mv,
            value: i64::from(best.value),
            nodes,
            debug: format!("depth {}, {} nodes, {}", depth, nodes, told),
        };
        (answer, moves)
    }
}

/// A value from -1 to 1.
fn share(value: i32) -> f64 {
    if value.abs() >= MOST {
        return f64::from(value.signum());
    }
    let logit = f64::from(value) / UNIT;
    botzone::value::of_chance(1.0 / (1.0 + libm::exp(-logit)))
}

botzone::bench_test!(Champion, reversi::botzone);

#[cfg(test)]
mod tests;
