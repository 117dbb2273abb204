//! Measures the search on one core: `cargo run --release -p snakego-showcry --example
//! snakego-showcry-positions`.
//!
//! Workload: the positions of `bench.txt`, each from an empty tree. The figure is the best of five runs. A position
//! is a descent of the tree, played again from the root, and the value of the position at the leaf.

use std::time::Instant;

use saiblo::{Bot, Turn};
use search::Budget;
use snakego::Position;
use snakego_showcry::ShowCry;
use snakego_showcry::params::Params;
use snakego_showcry::tree::Tree;

const RUNS: u32 = 5;
/// Positions visited from each position of the workload.
const POSITIONS: u64 = 10_000;

fn main() -> Result<(), snakego::ParseError> {
    let texts = ShowCry::bench_positions();
    let roots: Result<Vec<Position>, snakego::ParseError> =
        texts.iter().map(|text| text.parse()).collect();
    let roots = roots?;
    let params = Params::own();
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        for root in &roots {
            let turn = Turn::of_nodes(POSITIONS, 1);
            let mut budget = Budget::of(&turn);
            Tree::new(&params, &root.rules, &root.board).search(&mut budget);
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("roots: {}", roots.len());
    let rate = POSITIONS as f64 * roots.len() as f64 / best;
    println!("positions_per_second: {rate:.0}");
    Ok(())
}
