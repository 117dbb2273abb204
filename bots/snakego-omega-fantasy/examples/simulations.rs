//! Measures the two searches on one core: `cargo run --release -p snakego-omega-fantasy --example
//! snakego-omega-fantasy-simulations`.
//!
//! `-- global` or `-- local` measures one of them. Workload: the positions of `bench.txt`, each from an empty tree. A
//! figure is the best of five runs. A simulation is a descent of the tree and two rollouts.

use std::time::Instant;

use fastrand::Rng;
use saiblo::{Bot, Turn};
use search::Budget;
use snakego::{Board, Position};
use snakego_omega_fantasy::OmegaFantasy;
use snakego_omega_fantasy::context::SearchContext;
use snakego_omega_fantasy::params::Params;
use snakego_omega_fantasy::schedule::ItemSchedule;
use snakego_omega_fantasy::tree::Tree;

const RUNS: u32 = 5;
/// Simulations for each position and search.
const SIMULATIONS: u64 = 2000;

fn main() -> Result<(), snakego::ParseError> {
    let texts = OmegaFantasy::bench_positions();
    let positions: Result<Vec<Position>, snakego::ParseError> =
        texts.iter().map(|text| text.parse()).collect();
    let positions = positions?;
    let params = Params::own();
    println!("positions: {}", positions.len());
    let only = std::env::args().nth(1);
    for name in ["global", "local"] {
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let mut best = f64::INFINITY;
        for _ in 0..RUNS {
            let start = Instant::now();
            for position in &positions {
                let schedule = ItemSchedule::new(&position.rules, &params.items);
                let whole =
                    SearchContext::whole(&position.rules, &params, &schedule, &position.board);
                if name == "local" {
                    let (context, board) = whole.local(&position.board);
                    simulate(&context, &board);
                } else {
                    simulate(&whole, &position.board);
                }
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        let rate = SIMULATIONS as f64 * positions.len() as f64 / best;
        println!("{name}_simulations_per_second: {rate:.0}");
    }
    Ok(())
}

fn simulate(context: &SearchContext, board: &Board) {
    let turn = Turn::of_nodes(SIMULATIONS, 1);
    let mut budget = Budget::of(&turn);
    let mut random = Rng::with_seed(turn.seed);
    Tree::new(context, board).search(context, board, &mut budget, &mut random);
}
