//! Measures the exact search: `cargo run --profile bot -p reversi-endgame --example solve-reversi-endgame -- EMPTIES`.
//!
//! Solves the positions with so many empty cells of 100 games: twelve random plies, then `reversi-greedy` on both sides.
//! Prints positions and processor time, median and maximum; Linux tells the time, so other programs may run beside it.

use std::process::ExitCode;

use botzone::{Bot, Turn};
use reversi::{Board, Move};
use reversi_endgame::exact::Solver;
use reversi_greedy::Greedy;
use search::Budget;

const GAMES: usize = 100;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let empties = match arguments.as_slice() {
        [number] => number
            .parse()
            .ok()
            .filter(|number| (1..=48).contains(number)),
        _ => None,
    };
    let Some(empties) = empties else {
        eprintln!("usage: solve-reversi-endgame EMPTIES    (1 to 48; 18 takes a minute)");
        return ExitCode::from(2);
    };
    let (mut nodes, mut seconds, mut results) = (Vec::new(), Vec::new(), [0; 3]);
    for board in (0..).filter_map(|seed| position(seed, empties)).take(GAMES) {
        let start = processor_seconds();
        let mut budget = Budget::of_nodes(u64::MAX);
        if let Some((value, _)) = Solver::new().solve(&board, &mut budget) {
            results[(value + 1) as usize] += 1;
        }
        seconds.push(processor_seconds() - start);
        nodes.push(budget.nodes());
    }
    let all: u64 = nodes.iter().sum();
    println!("lost, drawn, won: {results:?}");
    println!(
        "nodes_per_second: {:.0}",
        all as f64 / seconds.iter().sum::<f64>()
    );
    nodes.sort_unstable();
    seconds.sort_unstable_by(f64::total_cmp);
    println!(
        "nodes: median {}, maximum {}",
        nodes[GAMES / 2],
        nodes[GAMES - 1]
    );
    println!(
        "seconds: median {:.3}, maximum {:.3}",
        seconds[GAMES / 2],
        seconds[GAMES - 1]
    );
    ExitCode::SUCCESS
}

/// The position of a game with so many empty cells, if it gets there.
fn position(seed: u64, empties: usize) -> Option<Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::new();
    for ply in 0.. {
        if board.empty().len() == empties || board.outcome().is_some() {
            break;
        }
        let mv = if ply < 12 {
            let moves: Vec<Move> = board.moves().collect();
            moves[random.usize(..moves.len())]
        } else {
            Greedy.choose(&board, &Turn::of_nodes(1, seed)).mv
        };
        board.play_unchecked(mv);
    }
    board.outcome().is_none().then_some(board)
}

/// What this thread has run so far; 0 where the kernel does not tell.
fn processor_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|word| word.parse().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}
