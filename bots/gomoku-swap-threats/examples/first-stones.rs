//! Makes `data/first-stones.txt`: `cargo run --profile bot -p gomoku-swap-threats --example first-stones -- GAMES NODES`. From
//! each first stone `gomoku-threats` plays GAMES games against itself, the first with NODES nodes a turn, each other one with a tenth
//! more than the one before, as turns by the clock have now more, now fewer. More nodes help black; so where it wins 20 to 60 of a
//! hundred, GAMES games with five times the nodes count instead. Prints the share of black's wins in hundredths, draws as
//! halves, the top row first; progress on stderr.

#[path = "../../gomoku-threats/examples/book/self_play.rs"]
mod self_play;

use std::process::ExitCode;

use gomoku::{Board, Cell, Move, SIZE};
use gomoku_threats::book::{MIDDLE, VIEWS, seen};

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let (games, nodes) = match numbers.as_slice() {
        [games, nodes] if *games > 0 => (*games, *nodes),
        _ => {
            eprintln!("usage: first-stones GAMES NODES");
            return ExitCode::from(2);
        }
    };
    let mut wins = [0; Cell::COUNT];
    // One of the eight views of each cell.
    for x in 0..=MIDDLE {
        for y in 0..=x {
            let first = match Cell::new(x, y) {
                Some(first) => first,
                None => continue,
            };
            let mut board = Board::new();
            board.play(Move::Place(first));
            let played = |nodes| {
                let halves = self_play::halves(&board, games, nodes);
                let won = halves as f64 / 2.0;
                eprintln!("{}: {} of {} with {} nodes", first, won, games, nodes);
                halves
            };
            let mut halves = played(nodes);
            if (20..=60).contains(&(halves * 50 / games)) {
                halves = played(nodes * 5);
            }
            for view in 0..VIEWS {
                wins[seen(first, view).index()] = halves * 50 / games;
            }
        }
    }
    for row in wins.chunks(SIZE) {
        let row: Vec<String> = row.iter().map(|count| format!("{:3}", count)).collect();
        println!("{}", row.join(" "));
    }
    ExitCode::SUCCESS
}
