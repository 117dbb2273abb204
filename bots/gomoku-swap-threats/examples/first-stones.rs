//! Makes `data/first-stones.txt`: `cargo run --profile bot -p gomoku-swap-threats --example first-stones -- GAMES NODES`. From
//! each first stone `gomoku-threats` plays GAMES games against itself, the first with NODES nodes a turn, each other one with a tenth
//! more than the one before, as turns by the clock have now more, now fewer. Prints the share of black's wins in hundredths, draws as
//! halves, the top row first; progress on stderr.

use std::process::ExitCode;

use botzone::{Bot, Turn};
use gomoku::{Board, Cell, Color, Move, Outcome, SIZE};
use gomoku_threats::Threat;

/// The last column and row.
const LAST: u8 = SIZE as u8 - 1;

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
    for x in 0..=LAST / 2 {
        for y in 0..=x {
            let first = match Cell::new(x, y) {
                Some(first) => first,
                None => continue,
            };
            let halves: u64 = (0..games)
                .map(|game| play(first, nodes + nodes * game / 10))
                .sum();
            eprintln!("{}: {} of {}", first, halves as f64 / 2.0, games);
            for &(x, y) in &[(x, y), (y, x)] {
                for &x in &[x, LAST - x] {
                    for &y in &[y, LAST - y] {
                        if let Some(cell) = Cell::new(x, y) {
                            wins[cell.index()] = halves * 50 / games;
                        }
                    }
                }
            }
        }
    }
    for row in wins.chunks(SIZE) {
        let row: Vec<String> = row.iter().map(|count| format!("{:3}", count)).collect();
        println!("{}", row.join(" "));
    }
    ExitCode::SUCCESS
}

/// Two if black wins, one for a draw.
fn play(first: Cell, nodes: u64) -> u64 {
    let mut bot = Threat::new();
    let mut board = Board::new();
    board.play(Move::Place(first));
    loop {
        match board.outcome() {
            Some(Outcome::Win(Color::Black)) => return 2,
            Some(Outcome::Win(Color::White)) => return 0,
            Some(Outcome::Draw) => return 1,
            None => board.play(bot.choose(&board, &Turn::of_nodes(nodes, 1)).mv),
        }
    }
}
