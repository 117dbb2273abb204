//! Counts move sequences from the empty board: `cargo run --release -p nogo --example perft -- DEPTH`.
//!
//! Prints one line `perft DEPTH: NODES` for each depth up to `DEPTH`.

use std::process::ExitCode;

use nogo::Board;

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
    eprintln!(
        "error: {error}\nusage: perft DEPTH    (number of plies; 5 takes seconds, 6 minutes)"
    );
    ExitCode::from(2)
}

/// Number of sequences of `depth` legal moves, at least one; those of the last ply are counted without being played.
fn perft(board: Board, depth: u32) -> u64 {
    let moves = board.legal_moves(board.to_move());
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for point in moves {
        let mut next = board;
        next.play_unchecked(point);
        nodes += perft(next, depth - 1);
    }
    nodes
}
