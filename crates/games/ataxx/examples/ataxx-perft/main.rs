//! Counts move sequences from the start: `cargo run --release -p ataxx --example ataxx-perft -- DEPTH`.
//!
//! Prints one line `perft DEPTH: NODES, DISTINCT` for each depth up to `DEPTH`: all moves, and with clones to one cell counted
//! once.

mod count;

use std::process::ExitCode;

use ataxx::Position;
use count::perft;

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
        let [all, distinct] =
            [false, true].map(|distinct| perft(&mut Position::new(), depth, distinct));
        println!("perft {depth}: {all}, {distinct}");
    }
    ExitCode::SUCCESS
}

fn usage(error: &str) -> ExitCode {
    eprintln!(
        "error: {error}\nusage: ataxx-perft DEPTH    (number of plies; 6 takes a second, 7 a minute)"
    );
    ExitCode::from(2)
}
