//! A NoGo bot with a net that was trained in PyTorch; made to be copied with another net.
//!
//! * **The net** ([`net`]): three convolutions over the planes that `botarena` shows of a position, a policy and a value, in
//!   integers. Its weights are `data/net.txt`, which `train.py` of `crates/python/examples/nogo_net` writes; that folder's
//!   README goes from self-play to a file for Botzone.
//! * **The search** ([`puct`]): PUCT. Of NoGo it has the rules and the outputs of the net, and nothing else.
//!
//! For another net change `net.rs`; for another game also the types of `board` and `point`, here and in `puct.rs`.

pub mod net;
pub mod params;
pub mod puct;

use botzone::{Answer, Bot, Turn, value};
use nogo::{Board, Point};
use search::Budget;
use search::tree::{Branch, top_levels};

use crate::net::Net;
use crate::params::Params;
use crate::puct::Search;

/// The bot. It remembers nothing from turn to turn.
pub struct Network {
    params: Params,
    net: Net,
}

impl Bot for Network {
    type State = Board;
    type Move = Point;

    const BENCH_NODES: u64 = 300;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Network {
            params: Params::own(),
            net: Net::own(),
        }
    }

    fn with_params(text: &str) -> Result<Self, String> {
        let params = Params::parse(text)?;
        Ok(Network {
            params,
            net: Net::own(),
        })
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Point> {
        self.think(board, turn).0
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        let (answer, tree) = self.think(board, turn);
        format!("{}{answer}", top_levels(&tree))
    }
}

impl Network {
    fn think(&mut self, board: &Board, turn: &Turn) -> (Answer<Point>, Vec<Branch>) {
        let mut budget = Budget::of(turn);
        let mut search = Search::new(self.params, &mut self.net, board);
        if board.legal_moves(board.to_move()).has_two() {
            search.run(&mut budget);
        }
        let (mv, mean) = search.best();
        let mean = f64::from(mean.unwrap_or(0.0));
        let answer = Answer {
            mv,
            value: (1000.0 * mean) as i64,
            nodes: budget.nodes(),
            debug: format!("{} simulations: {}", budget.nodes(), value::text(mean)),
        };
        (answer, search.branches())
    }
}

botzone::bench_test!(Network, nogo::botzone);

#[cfg(test)]
mod tests;
