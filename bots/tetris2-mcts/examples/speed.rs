//! How fast the search is, on one core, over the bench positions: best of five runs.
//!
//! Prints `name: value` lines: nodes a second (a node is a well and a piece with all its landings valued),
//! landings and simulations a second.

use std::error::Error;
use std::time::{Duration, Instant};

use botzone::Bot;
use search::Budget;
use tetris2::botzone::Seat;
use tetris2_mcts::Mcts;
use tetris2_mcts::params::Params;
use tetris2_mcts::search::{Effort, Search};

const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let seats: Vec<Seat> = Mcts::bench_positions()
        .into_iter()
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let params = Params::own();
    let mut best: Option<(Duration, Effort)> = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        let mut sum = Effort::default();
        for seat in &seats {
            let mut budget = Budget::new(start, Duration::ZERO, Some(Mcts::BENCH_NODES));
            let mut search = Search::new(seat.board(), &params, 1);
            search.run(seat.color(), &mut budget);
            sum.nodes += search.effort.nodes;
            sum.landings += search.effort.landings;
            sum.simulations += search.effort.simulations;
        }
        let time = start.elapsed();
        if best.is_none_or(|(fastest, _)| time < fastest) {
            best = Some((time, sum));
        }
    }
    if let Some((time, sum)) = best {
        let per_second = |count: u64| count as f64 / time.as_secs_f64();
        println!("nodes_per_second: {:.0}", per_second(sum.nodes));
        println!("landings_per_second: {:.0}", per_second(sum.landings));
        println!("simulations_per_second: {:.0}", per_second(sum.simulations));
    }
    Ok(())
}
