//! A best-first tree search whose leaves are valued by territory: the side that gets to more of the board first is
//! ahead.
//!
//! 1. [Fill](fill): both sides' amazons spread over the board at the same pace, once in steps of a queen and once in steps
//!    of a king, all amazons of a side and all eight directions at once.
//! 2. [Value](value): cells that one side reaches first, cells within one, two and three steps, and how free each amazon is,
//!    weighted by the stage of the game: the chance to win.
//! 3. [Net](net): the correction of a small net to that value for the best moves of a node. Its inputs are the steps in
//!    which each side gets to each cell, and how free each amazon is.
//! 4. [Search](search): a node is expanded by valuing all its moves and keeping the best. The way down takes the move
//!    with the largest mean value + exploration, as in PUCT, where the value of a move after no search is its static
//!    one. Proven wins and losses are backed up. The most visited move is played. Under a clock, a bot that is kept
//!    running continues with the tree of its last turn.
//! 5. [Regions](regions): if no region of the board is open to both sides, the moves that each has left are counted,
//!    and that proves the node.
//!
//! The weights of the value and the numbers of the search are in `params.json`, those of the net in `data/net.txt`.

pub mod fill;
pub mod net;
pub mod node;
pub mod params;
pub mod regions;
pub mod search;
pub mod value;

use std::sync::Arc;

use ::search::Budget;
use ::search::tree::top_levels;
use amazons::{Board, Move};
use botzone::{Answer, Bot, Turn};

use crate::net::Net;
use crate::params::Params;
use crate::search::Search;

/// The bot. Under a clock it remembers its last search.
pub struct Territory {
    params: Params,
    net: Arc<Net>,
    /// The last search, whose memory the next one takes.
    last: Option<Search>,
}

impl Bot for Territory {
    type State = Board;
    type Move = Move;

    const BENCH_NODES: u64 = 20_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Self::with(Params::own())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Params::parse(text).map(Self::with)
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Move> {
        answer(self.search(board, turn))
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        let search = self.search(board, turn);
        format!("{}{}", top_levels(&search.branches()), answer(search))
    }
}

impl Territory {
    /// A bot with other parameters.
    pub fn with(params: Params) -> Self {
        Self {
            params,
            net: Arc::new(Net::own()),
            last: None,
        }
    }

    fn search(&mut self, board: &Board, turn: &Turn) -> &Search {
        let search = match self.last.take() {
            Some(mut search) => {
                if turn.nodes.is_some() || !search.follow(board) {
                    search.restart(board);
                }
                search
            }
            None => Search::new(board, &self.params, &self.net),
        };
        let search = self.last.insert(search);
        search.run(&mut Budget::of(turn));
        search
    }
}

/// Most moves of the expected line that are shown.
const SHOWN: usize = 6;

/// The answer's value is the chance to win, in millionths.
fn answer(search: &Search) -> Answer<Move> {
    let Some((mv, chance)) = search.best() else {
        unreachable!("a bot is asked where it has a legal move");
    };
    let (verdict, worth) = match (search.is_proven(), chance > 0.5) {
        (true, true) => ("proven win".to_owned(), 1.0),
        (true, false) => ("proven loss".to_owned(), -1.0),
        (false, _) => {
            let worth = botzone::value::of_chance(f64::from(chance));
            (format!("{:.1} %", 100.0 * chance), worth)
        }
    };
    let effort = search.effort;
    let line: Vec<String> = search
        .line()
        .iter()
        .take(SHOWN)
        .map(Move::to_string)
        .collect();
    Answer {
        mv,
        value: (1e6 * chance) as i64,
        nodes: effort.valued,
        debug: format!(
            "{verdict}, {}: {} expanded, {} valued, {} refined, {} counted, line {}",
            botzone::value::text(worth),
            effort.expanded,
            effort.valued,
            effort.refined,
            effort.counted,
            line.join(" ")
        ),
    }
}

botzone::bench_test!(Territory, amazons::botzone);

#[cfg(test)]
mod tests;
