//! A NoGo bot that is [`nogo_rave`] with knowledge: it adds three things to that search.
//!
//! * **A small net.** The yardstick rates a new move by the legal points after it, and values a position only by
//!   playouts. Here a [net] looks at every position that gets into the tree: its policy predicts the share of the
//!   visits that a search would give to each move, and the [rates](knowledge) of new moves follow it; its value is the
//!   larger part of the result of a simulation, the playout the smaller one. It was learned from searches in games
//!   against itself (`examples/train`).
//! * **An exact end.** Moves that cannot be taken away are [counted](reserves), and a position of the tree in which the
//!   count decides is proven at once. If few points are open to both sides, an [exact search](exact) is tried first: a
//!   win that it finds is played.
//! * **A tree that stays.** Under a clock, a bot that is kept running continues with the tree below the position.
//!
//! The README describes the experiments and their results.

pub mod exact;
pub mod features;
pub mod knowledge;
pub mod net;
pub mod params;
pub mod reserves;

use botzone::{Answer, Bot, Turn};
use nogo::{Board, Point};
use nogo_rave::params::Params as SearchParams;
use nogo_rave::uct::{Search, Verdict};
use search::Budget;
use search::tree::{Branch, top_levels};

use crate::exact::Solver;
use crate::knowledge::Learned;
use crate::net::Net;
use crate::params::Params;

/// The bot. Under a clock it remembers its last search.
pub struct Prior {
    params: Params,
    learned: Learned,
    kept: Option<Search>,
}

impl Bot for Prior {
    type State = Board;
    type Move = Point;

    const BENCH_NODES: u64 = 4_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Prior::of(Params::own(), Net::own())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        let params = Params::parse(text)?;
        let net = match params.net.as_slice() {
            [] => Net::own(),
            lines => Net::parse(&lines.concat())?,
        };
        Ok(Prior::of(params, net))
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Point> {
        self.think(board, turn).0
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        let (answer, tree) = self.think(board, turn);
        format!("{}{answer}", top_levels(&tree))
    }
}

impl Prior {
    fn of(params: Params, net: Net) -> Self {
        Prior {
            learned: Learned::new(net, &params),
            params,
            kept: None,
        }
    }

    fn think(&mut self, board: &Board, turn: &Turn) -> (Answer<Point>, Vec<Branch>) {
        let mut budget = Budget::of(turn);
        let mut search = self.search_of(board, turn);
        let known = search.simulations();
        let mine = board.legal_moves(board.to_move());
        let end = if mine.has_two() {
            self.solve(board, &mut budget)
        } else {
            End::Open
        };
        let solved = budget.nodes();
        let (mv, verdict) = match end {
            End::Won(win) => (win, Verdict::Won),
            End::Lost | End::Open => {
                if mine.has_two() {
                    search.run(&mut self.learned, &mut budget);
                }
                // The most promising move of a lost position: the opponent has yet to find the win.
                let lost = end == End::Lost;
                let verdict = if lost {
                    Verdict::Lost
                } else {
                    search.verdict()
                };
                (search.best(), verdict)
            }
        };
        let line: Vec<String> = search.line().iter().map(Point::to_string).collect();
        let mut debug = format!(
            "{} simulations: {verdict}, {}",
            budget.nodes() - solved,
            botzone::value::text(botzone::value::of_chance(
                verdict.thousandths() as f64 / 1000.0
            ))
        );
        if known > 0 {
            debug += &format!(", {known} more from before");
        }
        if solved > 0 {
            debug += &format!(", {solved} positions of the end");
        }
        debug += &format!(", line {}", line.join(" "));
        let answer = Answer {
            mv,
            value: verdict.thousandths(),
            nodes: budget.nodes(),
            debug,
        };
        let tree = search.branches();
        self.kept = turn.nodes.is_none().then_some(search);
        (answer, tree)
    }

    /// The search of the last turn where it has come to this position, else a new one.
    fn search_of(&mut self, board: &Board, turn: &Turn) -> Search {
        if let Some(mut search) = self.kept.take() {
            if turn.nodes.is_none() && search.follow(board) {
                return search;
            }
        }
        let Params {
            exploration,
            prior_visits,
            prior_samples,
            ..
        } = self.params;
        let params = SearchParams {
            exploration,
            prior_visits,
            prior_samples,
            prior_slope: 0.0,
        };
        Search::new(params, &mut self.learned, board, turn.seed)
    }

    /// Tries the exact search where few points are open to both sides.
    fn solve(&self, board: &Board, budget: &mut Budget) -> End {
        let me = board.to_move();
        let open = board.legal_moves(me) & board.legal_moves(me.opponent());
        if open.len() > self.params.exact_points {
            return End::Open;
        }
        let mut part = budget.part(self.params.exact_share);
        let solution = Solver::new().solve(board, &mut part);
        budget.spend(part.nodes());
        match solution {
            Some(Some(win)) => End::Won(win),
            Some(None) => End::Lost,
            None => End::Open,
        }
    }
}

/// The result of the exact search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Won(Point),
    Lost,
    Open,
}

botzone::bench_test!(Prior, nogo::botzone);

#[cfg(test)]
mod tests;
