//! Makes `data/first-stones.txt`: `cargo run --profile bot -p gomoku-swap-threats --example first-stones -- GAMES NODES [CELL...]`.
//! From each first stone `gomoku-threats` plays GAMES games against itself, the first with NODES nodes a turn, each other one with a
//! tenth more than the one before, as turns by the clock have now more, now fewer. Prints the share of black's wins in hundredths,
//! draws as halves, the top row first: of each cell the mean of its own and of those around it, for the games after one stone are much
//! alike, and their result says little about another opponent's. Where cells are named, prints a line with its own share for each of
//! them. Progress on stderr. A thread a processor, which changes no number.

#[path = "../../gomoku-threats/examples/book/self_play.rs"]
mod self_play;

use std::process::ExitCode;

use gomoku::{Board, Cell, Move, SIZE};
use gomoku_threats::book::{MIDDLE, VIEWS, seen};
use rayon::prelude::*;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = words
        .iter()
        .take(2)
        .filter_map(|word| word.parse().ok())
        .collect();
    let named: Result<Vec<Cell>, _> = words.iter().skip(2).map(|word| word.parse()).collect();
    let (games, nodes, named) = match (numbers.as_slice(), named) {
        ([games, nodes], Ok(named)) if *games > 0 => (*games, *nodes, named),
        _ => {
            eprintln!(
                "usage: first-stones GAMES NODES [CELL...], such as first-stones 12 150000 c2 e2"
            );
            return ExitCode::from(2);
        }
    };
    let share = |&first: &Cell| {
        let mut board = Board::new();
        board.play(Move::Place(first));
        let halves = self_play::halves(&board, games, nodes);
        eprintln!("{}: {} of {}", first, halves as f64 / 2.0, games);
        (first, halves * 50 / games)
    };
    if !named.is_empty() {
        let shares: Vec<(Cell, u64)> = named.par_iter().map(share).collect();
        for (first, hundredths) in shares {
            println!("{} {}", first, hundredths);
        }
        return ExitCode::SUCCESS;
    }
    // One of the eight views of each cell.
    let firsts: Vec<Cell> = (0..=MIDDLE)
        .flat_map(|x| (0..=x).filter_map(move |y| Cell::new(x, y)))
        .collect();
    let shares: Vec<(Cell, u64)> = firsts.par_iter().map(share).collect();
    let mut wins = [0; Cell::COUNT];
    for (first, hundredths) in shares {
        for view in 0..VIEWS {
            wins[seen(first, view).index()] = hundredths;
        }
    }
    let wins: Vec<u64> = (0..Cell::COUNT)
        .filter_map(Cell::from_index)
        .map(|cell| smoothed(cell, &wins))
        .collect();
    for row in wins.chunks(SIZE) {
        let row: Vec<String> = row.iter().map(|count| format!("{:3}", count)).collect();
        println!("{}", row.join(" "));
    }
    ExitCode::SUCCESS
}

/// The mean of a cell's number and of the mean of those around it.
fn smoothed(cell: Cell, wins: &[u64]) -> u64 {
    let near = |other: &Cell| {
        other.x().abs_diff(cell.x()) <= 1 && other.y().abs_diff(cell.y()) <= 1 && *other != cell
    };
    let around: Vec<u64> = (0..Cell::COUNT)
        .filter_map(Cell::from_index)
        .filter(near)
        .map(|other| wins[other.index()])
        .collect();
    let count = around.len() as u64;
    (wins[cell.index()] * count + around.iter().sum::<u64>() + count) / (2 * count)
}
