//! Measures the exact end: how often and how fast it answers, by the number of points that both sides may play.
//!
//! ```text
//! cargo run --profile bot -p nogo-prior --example measure-nogo-ends -- [--positions N] [--seconds S] [--seed N]
//! ```
//!
//! Positions are the first ones of random games with that number of such points. A search that has not answered within
//! S seconds is given up.

use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Parser;
use nogo::Board;
use nogo_prior::exact::Solver;
use search::Budget;

/// Measures the exact end of nogo-prior by the number of points that both sides may play
#[derive(Parser)]
struct Arguments {
    /// Positions of each kind
    #[arg(long, default_value_t = 200)]
    positions: usize,
    /// Seconds after which a search is given up
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
    /// Seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<()> {
    let Arguments {
        positions,
        seconds,
        seed,
    } = Arguments::parse();
    let limit = Duration::try_from_secs_f64(seconds)?;
    let mut random = fastrand::Rng::with_seed(seed);
    println!("| open points | answered | median, ms | maximum, ms |\n| --- | --- | --- | --- |");
    for open in (8..=24).step_by(2) {
        let mut times = Vec::new();
        let mut answered = 0;
        while times.len() < positions {
            let board = late(open, &mut random);
            if open_points(&board) == open {
                let (is_answered, time) = solve(&board, limit);
                answered += usize::from(is_answered);
                times.push(time);
            }
        }
        times.sort_unstable();
        let ms = |time: Option<&Duration>| time.map_or(0.0, |time| 1e3 * time.as_secs_f64());
        println!(
            "| {open} | {answered} of {positions} | {:.1} | {:.1} |",
            ms(times.get(times.len() / 2)),
            ms(times.last())
        );
    }
    Ok(())
}

fn solve(board: &Board, limit: Duration) -> (bool, Duration) {
    let started = Instant::now();
    // The budget of a turn keeps a margin of 60 ms, or of 10 % if that is more.
    let turn = (limit + Duration::from_millis(60)).max(limit.div_f64(0.9));
    let mut budget = Budget::new(started, turn, None);
    let is_answered = Solver::new().solve(board, &mut budget).is_some();
    (is_answered, started.elapsed())
}

fn open_points(board: &Board) -> usize {
    let me = board.to_move();
    (board.legal_moves(me) & board.legal_moves(me.opponent())).len()
}

/// The first position of a random game in which at most `most` points are open to both sides.
fn late(most: usize, random: &mut fastrand::Rng) -> Board {
    let mut board = Board::new();
    loop {
        let moves = board.legal_moves(board.to_move());
        let Some(point) = moves.nth(random.usize(..moves.len().max(1))) else {
            return board;
        };
        if open_points(&board) <= most {
            return board;
        }
        board.play(point);
    }
}
