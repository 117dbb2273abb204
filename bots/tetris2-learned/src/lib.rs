//! A tree search with a policy learned from the visits of its searches and with values learned from self-play.
//!
//! * **Policy.** The choices that searches settle on, learned from their visits: linear functions of the [landings] of
//!   each piece, and of the well that each piece to be given meets ([policy]).
//! * **Leaves.** A small net over both sides ([leaf], [inputs]): the chance to win. A side that is dead has lost.
//! * **Node.** A [node] is one player's position: rows, piece to place, and the pieces that the opponent may still
//!   give. Each player has a [table](node_table). The candidates of a node are the likeliest placements. The pieces
//!   that can be given next are in the receiver's node: their worth depends on that well.
//! * **Simulation.** Four turns, and on until it has made a new node. In each, both players select a placement and a
//!   piece for the other by mean result + exploration, as in PUCT (`select.rs`), without knowing the other's choice;
//!   then the turn is played by the judge's rules. No playout. See [search].
//! * **Choice.** The most visited placement and piece.
//! * **[Immediate threats](threats).** All pairs of moves of the coming turn are tried first. A move that wins against
//!   every reply is played at once, and placements after which a reply can win at once are not candidates if there are
//!   others.
//!
//! The learned numbers are in `params.json`; learning began with a linear [value] of one side. `examples/train.rs` is
//! the recipe, and README.md has the measurements. The search began as a stronger form of the tree search of
//! `tetris2-mcts`.

pub mod features;
pub mod inputs;
pub mod landings;
pub mod leaf;
pub mod node;
pub mod node_table;
pub mod params;
pub mod policy;
pub mod search;
mod select;
mod shapes;
mod side;
pub mod states;
pub mod threats;
mod tree;
pub mod value;

use ::search::Budget;
use ::search::tree::top_levels;
use botzone::{Answer, Bot, Turn};
use tetris2::Move;
use tetris2::botzone::State;

use crate::params::Params;
use crate::search::Search;
use crate::value::Value;

/// The bot. It remembers nothing from turn to turn.
pub struct Learned {
    params: Params,
    value: Value,
    /// The last search. Freeing it takes up to 8 ms, which must not be spent between a search and its answer.
    last: Option<Search>,
}

impl Bot for Learned {
    type State = State;
    type Move = Move;

    const BENCH_NODES: u64 = 2_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        let (params, value) = params::own();
        Self::with(params, value)
    }

    fn with_params(text: &str) -> Result<Self, String> {
        let file = params::File::parse(text)?;
        Ok(Self::with(file.search, file.learned()?))
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Move> {
        answer(self.search(seat, turn), seat)
    }

    fn explain(&mut self, seat: &State, turn: &Turn) -> String {
        let search = self.search(seat, turn);
        let placements = top_levels(&tree::placements(search, seat.color()));
        let pieces = top_levels(&tree::pieces(search, seat.color()));
        let answer = answer(search, seat);
        format!("placements, then the next piece\n{placements}pieces to give\n{pieces}{answer}")
    }

    fn counted(&self) -> Option<(&'static str, u64)> {
        let landings = self.last.as_ref()?.effort.landings;
        Some(("landings", landings))
    }
}

impl Learned {
    /// A bot with other parameters.
    pub fn with(params: Params, value: Value) -> Self {
        Self {
            params,
            value,
            last: None,
        }
    }

    fn search(&mut self, seat: &State, turn: &Turn) -> &Search {
        // Freed before the next one is made, so that there are never two in memory.
        self.last = None;
        let mut budget = Budget::of(turn);
        let mut search = Search::new(seat.board(), &self.params, &self.value, turn.seed);
        search.run(seat.color(), &mut budget);
        self.last.insert(search)
    }
}

/// The answer's value is the chance to win, in millionths.
fn answer(search: &Search, seat: &State) -> Answer<Move> {
    let color = seat.color();
    let Some(mv) = search.best(color) else {
        unreachable!("a bot is asked where it has a legal move");
    };
    let (chance, effort) = (search.chance(color), search.effort);
    Answer {
        mv,
        value: (1e6 * chance) as i64,
        nodes: effort.nodes,
        debug: format!(
            "{}, {} simulations, {} nodes, {} landings",
            botzone::value::text(botzone::value::of_chance(chance)),
            effort.simulations,
            effort.nodes,
            effort.landings
        ),
    }
}

botzone::bench_test!(Learned, tetris2::botzone);

#[cfg(test)]
mod tests;
