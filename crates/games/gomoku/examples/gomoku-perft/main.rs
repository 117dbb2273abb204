//! Counts move sequences from the start: `cargo run --release -p gomoku --example gomoku-perft -- DEPTH`.
//!
//! Prints one line `perft DEPTH: NODES` for each depth up to `DEPTH`.

mod count;

use std::process::ExitCode;

use count::perft;
use gomoku::Board;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let depth = match &arguments[..] {
        [depth] => match depth.parse::<u32>() {
            Ok(0) => return usage("the depth must be at least 1"),
            Ok(depth) => depth,
            Err(error) => return usage(&format!("`{depth}` is not a depth: {error}")),
        },
        [] => return usage("the depth is missing"),
        _ => return usage(&format!("one argument expected, not {}", arguments.len())),
    };
    for depth in 1..=depth {
        println!("perft {depth}: {}", perft(Board::new(), depth));
    }
    ExitCode::SUCCESS
}

fn usage(error: &str) -> ExitCode {
    eprintln!("error: {error}\nusage: gomoku-perft DEPTH    (number of plies; 5 takes a second)");
    ExitCode::from(2)
}
