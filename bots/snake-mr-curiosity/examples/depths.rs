//! Measures the depth and the time of the bot over whole games: `cargo run --release -p snake-mr-curiosity --example
//! snake-mr-curiosity-depths [-- MAPS]`.
//!
//! On each of the judge's maps of the seeds 1 to MAPS (default 20) it plays itself, and `snake-drag-me-down` from both
//! seats. A turn is decided if every line of play ends before the last layer; the depth is 12 then. The time of a
//! turn is that of its whole answer, the best of three: first pass, values, decision.

use std::time::{Duration, Instant};

use botzone::{Bot, Turn};
use search::Budget;
use snake::Map;
use snake_drag_me_down::{DragMeDown, State};
use snake_mr_curiosity::{MAX_DEPTH, MAX_STATES, MrCuriosity, deepest_layer};

/// Enough for every turn, so that the clock is never read.
const NODES: u64 = 1_000_000;

/// The measurements.
#[derive(Default)]
struct Measured {
    /// Number of turns by depth.
    depths: [u32; MAX_DEPTH as usize + 1],
    /// Turns in which every line of play ends before the last layer.
    decided: u32,
    /// Turns with more than half of the most states.
    full: u32,
    full_states: usize,
    full_time: Duration,
    time: Duration,
    longest: Duration,
}

fn main() {
    let maps = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(20);
    let mut measured = Measured::default();
    for seed in 1..=maps {
        let map = Map::generate(seed, None, None);
        for curious in [[true, true], [true, false], [false, true]] {
            play(&map, curious, &mut measured);
        }
    }
    let turns: u32 = measured.depths.iter().sum();
    println!("turns: {turns}");
    for (depth, &count) in measured.depths.iter().enumerate() {
        if count > 0 {
            let percent = 100.0 * f64::from(count) / f64::from(turns);
            println!("depth {depth:>2}: {count:>6} {percent:>5.1} %");
        }
    }
    println!("decided: {}", measured.decided);
    let milliseconds = |time: Duration| 1000.0 * time.as_secs_f64();
    println!(
        "mean_ms: {:.2}",
        milliseconds(measured.time) / f64::from(turns)
    );
    println!("longest_ms: {:.2}", milliseconds(measured.longest));
    println!("turns_above_{}_states: {}", MAX_STATES / 2, measured.full);
    println!(
        "ms_for_{MAX_STATES}_states: {:.2}",
        milliseconds(measured.full_time) * MAX_STATES as f64 / measured.full_states as f64
    );
}

/// Plays a game; `curious` says which player is the bot that is measured.
fn play(map: &Map, curious: [bool; 2], measured: &mut Measured) {
    let mut seats = [0, 1].map(|me| snake::botzone::State::new(map.clone(), me));
    while seats[0].board().outcome().is_none() {
        let directions = [0, 1].map(|me| {
            let turn = Turn::of_nodes(NODES, 1);
            if curious[me] {
                measured.measure(&seats[me]);
                MrCuriosity::new().choose(&seats[me], &turn).mv
            } else {
                DragMeDown::new().choose(&seats[me], &turn).mv
            }
        });
        for seat in &mut seats {
            // The game is not over.
            let _ = seat.try_play((directions[0], directions[1]));
        }
    }
}

impl Measured {
    fn measure(&mut self, seat: &snake::botzone::State) {
        let turn = Turn::of_nodes(NODES, 1);
        let time = || {
            let started = Instant::now();
            MrCuriosity::new().choose(seat, &turn);
            started.elapsed()
        };
        let time = time().min(time()).min(time());
        let mut budget = Budget::of(&turn);
        let layer = deepest_layer(seat.board(), seat.me(), &mut budget);
        self.depths[layer.depth() as usize] += 1;
        let ends_before = |state: &State| state.histories.turns() < layer.depth() as usize;
        self.decided += u32::from(layer.states().iter().all(ends_before));
        self.time += time;
        self.longest = self.longest.max(time);
        if layer.states().len() > MAX_STATES / 2 {
            self.full += 1;
            self.full_states += layer.states().len();
            self.full_time += time;
        }
    }
}
