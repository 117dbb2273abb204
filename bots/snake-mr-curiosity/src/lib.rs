//! A Snake bot that searches as deep as 40,000 states allow; it builds on [`snake_drag_me_down`]. After `Mr_Curiosity`
//! (Botzone, August 2015; "Is it true what they've been saying about you?"), the last of Yang Runzhe's three bots.
//!
//! It is `Drag_Me_Down` with a depth that depends on the position: on a small or narrow board fewer directions are
//! possible, and the same work reaches deeper.
//!
//! 1. A first pass without any evaluation continues layer by layer, as long as the next layer has at most
//!    [`MAX_STATES`] states, those in which a snake has died included, and at most to [`MAX_DEPTH`] turns.
//! 2. The states of that layer are evaluated, and the decision is made from them as in `Drag_Me_Down`.
//!
//! Finite depth, a pessimistic decision, and a value that looks on where the search ends: the flood fill is "a not very
//! exact search to the end of the game".
//!
//! # How it differs from the original
//!
//! In speed only. The original threw the states of its first pass away and generated them again, restoring each board
//! from the two histories. Here a state carries its board, a layer is counted before it is generated, and the last layer
//! is the one to evaluate: same depth, same states, same decision. `README.md` says what that saves and how deep it gets.

use botzone::{Answer, Bot, Turn};
use search::Budget;
use snake::botzone::State;
use snake::{Board, Direction};
use snake_drag_me_down::{Layer, answer, explain};

/// Most states of a layer: the article's `STATUS_SUP`.
pub const MAX_STATES: usize = 40_000;

/// Most joint turns searched: the article's `SearchDepthSup`.
pub const MAX_DEPTH: u32 = 12;

/// The bot. It remembers nothing.
pub struct MrCuriosity;

impl Bot for MrCuriosity {
    type State = State;
    type Move = Direction;

    const BENCH_NODES: u64 = 200_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        MrCuriosity
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Direction> {
        answer(seat, turn, deepest_layer).0
    }

    fn explain(&mut self, seat: &State, turn: &Turn) -> String {
        explain(seat, turn, deepest_layer)
    }
}

/// The first pass: the deepest layer within [`MAX_STATES`] and [`MAX_DEPTH`]; less deep if half of the budget is used.
pub fn deepest_layer(board: &Board, player: usize, budget: &mut Budget) -> Layer {
    let mut layer = Layer::first(board, player);
    while layer.depth() < MAX_DEPTH && layer.next_len() <= MAX_STATES {
        match layer.next(budget) {
            Some(next) => layer = next,
            None => break,
        }
    }
    layer
}

botzone::bench_test!(MrCuriosity, snake::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(text: &str, nodes: u64) -> Layer {
        let seat: State = text.parse().unwrap();
        deepest_layer(seat.board(), seat.me(), &mut Budget::of_nodes(nodes))
    }

    #[test]
    fn the_deepest_layer_within_the_limits() {
        let mut depths = Vec::new();
        for text in MrCuriosity::bench_positions() {
            let layer = layer(text, u64::MAX);
            assert!(layer.states().len() <= MAX_STATES);
            assert!(layer.depth() == MAX_DEPTH || layer.next_len() > MAX_STATES);
            depths.push(layer.depth());
        }
        depths.sort_unstable();
        assert_eq!((depths[0], depths[23]), (5, 12), "{depths:?}");
    }

    #[test]
    fn a_small_budget_is_a_smaller_depth() {
        let text = MrCuriosity::bench_positions()[9];
        let depths = [0, 10, 1000, 100_000].map(|nodes| layer(text, nodes).depth());
        assert!(depths.is_sorted() && depths[0] == 0, "{:?}", depths);
        assert_eq!(depths, [0, 1, 3, 6]);
    }
}
