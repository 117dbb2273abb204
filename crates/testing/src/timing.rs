//! Time measurement for the examples that print how fast something is.

use std::time::Instant;

/// The number of times that [`best_of`] runs the code it measures.
const RUNS: u32 = 5;

/// The time of the fastest of five runs, in seconds.
pub fn best_of(mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}
