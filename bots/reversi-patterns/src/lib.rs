//! A search by a learned value, and win, draw or loss exactly once the end is near.
//!
//! * **Value.** Patterns of edges, corners, lines and diagonals, by [stage of the game](patterns); learned from games
//!   of the search against itself (`examples/train`).
//! * **Search.** Principal variation search ([`search::alphabeta`]) with the game's moves (`game.rs`). A leaf looks one ply on; if a
//!   shallow search makes it likely enough that a deep one would be cut, the node is cut.
//! * **End.** Perfect play from the start draws, and the difference of discs does not count, so the [exact
//!   search](exact) finds the sign alone. A move that is proven to win, or at least to draw, is played. If all moves
//!   are lost, or the exact search does not end in its share of the turn, the search decides.

pub mod exact;
pub mod game;
mod node;
pub mod params;
pub mod patterns;

use botzone::{Answer, Bot, Turn};
use reversi::{Board, Move};
use search::Budget;
use search::alphabeta::{Found, Memory, RootMove, WIN, tree};

use crate::exact::Solver;
use crate::params::Params;
use crate::patterns::{MOST, Patterns, UNIT};

/// Most entries of the search's table: 2^20, 16 MiB.
const TABLE_BITS: u32 = 20;

/// The bot. It remembers nothing.
pub struct Champion {
    params: Params,
    value: Patterns,
    memory: Memory,
}

impl Bot for Champion {
    type State = Board;
    type Move = Move;

    const BENCH_NODES: u64 = 100_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Champion {
            params: Params::own(),
            value: Patterns::own(),
            memory: Memory::new(TABLE_BITS),
        }
    }

    fn with_params(text: &str) -> Result<Self, String> {
        let params = Params::parse(text)?;
        let value = params.value()?;
        Ok(Champion {
            params,
            value,
            memory: Memory::new(TABLE_BITS),
        })
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Move> {
        self.think(board, turn).0
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        let (answer, moves) = self.think(board, turn);
        format!("{}{}", tree(&moves), answer)
    }
}

impl Champion {
    /// The answer, and the moves that were searched, best first.
    fn think(&mut self, board: &Board, turn: &Turn) -> (Answer<Move>, Vec<RootMove<Move>>) {
        let mut budget = Budget::of(turn);
        let mut proven = None;
        if board.empty().len() <= self.params.solve {
            let mut part = budget.part(self.params.share);
            proven = Solver::new(exact::TABLE_BITS, &self.value).solve(board, &mut part);
            budget.spend(part.nodes());
        }
        let solving = budget.nodes();
        let word = |[least, most]: [i8; 2]| {
            let known = if least == most { "proven" } else { "at least" };
            format!("{}, {}", known, botzone::value::text(least.into()))
        };
        if let Some((value, mv)) = proven.filter(|&([least, _], _)| least >= 0) {
            let answer = Answer {
                mv,
                value: i64::from(value[0]) * i64::from(WIN),
                nodes: solving,
                debug: format!("{} nodes, {}", solving, word(value)),
            };
            return (answer, Vec::new());
        }
        let Found {
            moves,
            depth,
            nodes,
        } = game::search(board, budget, &self.value, &mut self.memory);
        let best = moves[0];
        let (value, told) = match proven {
            Some((value, _)) => (i32::from(value[0]) * WIN, word(value)),
            // Without an iteration no move has a value.
            None if depth == 0 => (0, botzone::value::text(0.0)),
            None => (best.value, botzone::value::text(share(best.value))),
        };
        let answer = Answer {
            mv: best.mv,
            value: i64::from(value),
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
