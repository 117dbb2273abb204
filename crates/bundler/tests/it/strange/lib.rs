//! A bot with much that a stranger may write.

use botzone::{Answer, Bot, Turn};
use nogo::{Board, Point};
use serde::Deserialize;

#[macro_use]
mod macros;
mod data;
mod nogo_rules;
mod search;
#[allow(non_upper_case_globals)]
mod tables;

/// The parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct Params {
    #[serde(default = "ten")]
    pub depth: u32,
    pub weights: Vec<f64>,
    pub r#type: String,
}

fn ten() -> u32 {
    10
}

impl Default for Params {
    fn default() -> Self {
        Params {
            depth: 3,
            weights: vec![0.9189385332046727],
            r#type: "a".to_owned(),
        }
    }
}

trait Nine {
    const SIDE: usize;
}

struct Wide;

impl Nine for Wide {
    const SIDE: usize = 9;
}

struct Countdown(u32);

impl Iterator for Countdown {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
}

/// The bot.
pub struct Strange {
    params: Params,
}

macro_rules! one {
    ($x:expr) => {
        $x + 1
    };
}
macro_rules! each {
    ($m:ident, $x:expr) => {
        $m!($x)
    };
}

impl Bot for Strange {
    type State = Board;
    type Move = Point;

    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("bench.txt");

    fn new() -> Self {
        Strange {
            params: serde_json::from_str(include_str!("params.json"))
                .unwrap_or_else(|error| panic!("{}", error)),
        }
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Point> {
        let moves: Vec<Point> = board.legal_moves(board.to_move()).iter().collect();
        let mut sum = self.params.depth as usize + Wide::SIDE + data::TABLE[2] + tables::odd;
        sum += square!(3) + each!(one, 4) + self.params.r#type.len();
        for x in Countdown(3) {
            sum += x as usize;
        }
        let weight = (self.params.weights[0] * 1e16) as u64;
        sum += (weight % 97) as usize + self.params.weights.len();
        sum += search::think(board) + nogo_rules::count::<true>(board);
        let budget = if ::search::Budget::of_nodes(5).exhausted() { 1 } else { 0 };
        let mut random = fastrand::Rng::with_seed(turn.seed + sum as u64 + budget);
        Answer {
            debug: format!("{}", sum),
            ..Answer::of(moves[random.usize(..moves.len())])
        }
    }
}
