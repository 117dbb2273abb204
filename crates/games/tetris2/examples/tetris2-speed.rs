//! The speed of the rules, on one core, over the wells of the landing vectors, best of five runs:
//! `cargo run --release -p tetris2 --example tetris2-speed`.
//!
//! Prints `name: value` lines: sets of landings a second (7 pieces in each well), landings a second (sets read
//! out one by one) and locks a second (every landing locked, rows cleared).

use std::error::Error;
use std::hint::black_box;

use testing::best_of;
use tetris2::{Landings, Piece, Placement, Rules, Well};

/// Times one run goes over the wells.
const ROUNDS: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let wells = wells()?;
    let jobs: Vec<(Well, Piece)> = wells
        .iter()
        .flat_map(|&well| Piece::ALL.map(|piece| (well, piece)))
        .collect();
    let sets: Vec<Landings> = jobs
        .iter()
        .map(|(well, piece)| well.landings(*piece, Rules::Tetris2))
        .collect();
    let locks: Vec<(Well, Piece, Placement)> = jobs
        .iter()
        .zip(&sets)
        .flat_map(|(&(well, piece), set)| set.iter().map(move |landing| (well, piece, landing)))
        .collect();
    println!("wells: {}", wells.len());
    println!(
        "landings_per_set: {:.1}",
        locks.len() as f64 / jobs.len() as f64
    );

    let per_second = best(jobs.len() * ROUNDS, || {
        for _ in 0..ROUNDS {
            for (well, piece) in black_box(&jobs) {
                black_box(&well.landings(*piece, Rules::Tetris2));
            }
        }
    });
    println!("landing_sets_per_second: {per_second:.0}");

    let per_second = best(locks.len() * ROUNDS, || {
        for _ in 0..ROUNDS {
            for set in black_box(&sets) {
                for landing in set {
                    black_box(landing);
                }
            }
        }
    });
    println!("landings_per_second: {per_second:.0}");

    let per_second = best(locks.len() * ROUNDS / 4, || {
        for _ in 0..ROUNDS / 4 {
            for (well, piece, landing) in black_box(&locks) {
                black_box(&well.lock(*piece, *landing));
            }
        }
    });
    println!("locks_per_second: {per_second:.0}");
    Ok(())
}

/// The distinct wells of the landing vectors, in their order.
fn wells() -> Result<Vec<Well>, Box<dyn Error>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tetris.jsonl");
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut wells: Vec<Well> = Vec::new();
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line)?;
        if line["kind"] == "landings" {
            wells.push(line["rows"].as_str().ok_or("rows is no text")?.parse()?);
        }
    }
    wells.dedup();
    Ok(wells)
}

/// Operations a second in the fastest run.
fn best(operations: usize, run: impl Fn()) -> f64 {
    operations as f64 / best_of(run)
}
