//! Plays as [`reversi_greedy`] until the end is near; then win, draw or loss are known exactly, and it plays what wins, or
//! at least draws.
//!
//! Perfect play from the start draws, and the difference of discs counts for nothing, so the [exact search](exact) looks for
//! the sign alone. Where all is lost, or the budget is spent first, one ply decides as before.

pub mod exact;
pub mod params;

use botzone::{Answer, Bot, Turn, value};
use reversi::{Board, Move};
use reversi_greedy::Greedy;
use search::Budget;

use crate::exact::Solver;
use crate::params::Params;

/// The bot. It remembers nothing.
pub struct Endgame {
    params: Params,
}

impl Bot for Endgame {
    type State = Board;
    type Move = Move;

    const BENCH_NODES: u64 = 20_000;

    fn new() -> Self {
        Endgame {
            params: Params::own(),
        }
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Params::parse(text).map(|params| Endgame { params })
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Move> {
        let mut answer = Greedy.choose(board, turn);
        if board.empty().len() > self.params.solve {
            return answer;
        }
        let mut budget = Budget::of(turn);
        let solved = Solver::new().solve(board, &mut budget);
        answer.nodes = budget.nodes();
        answer.debug = match solved {
            None => format!("not solved: {}", answer.debug),
            Some((result, mv)) => {
                if result >= 0 {
                    answer.mv = mv;
                }
                answer.value = i64::from(result);
                format!("proven, {}", value::text(f64::from(result)))
            }
        };
        answer
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        let moves = Greedy.explain(board, turn);
        let moves = moves.lines().filter(|line| !line.starts_with("move: "));
        let moves: Vec<&str> = moves.collect();
        format!("{}\n{}", moves.join("\n"), self.choose(board, turn))
    }

    fn bench_positions() -> Vec<&'static str> {
        include_str!("../bench.txt").lines().collect()
    }
}

botzone::bench_test!(Endgame, reversi::botzone);

#[cfg(test)]
mod tests;
