//! Makes `data/book.txt`: `cargo run --profile bot -p gomoku-threats --example book -- NODES [WHITE...]`. After the center and a
//! white stone at most four steps from it, every black one within two steps of the center or of the white one is tried in 4 games of
//! the bot against itself with a fifth of NODES nodes a turn, then the best five in 20 games with NODES, each game with a tenth of
//! that more than the one before. Of those that win as many, that which was better before is taken. Prints white's stone and
//! black's, of all white stones or of these; progress on stderr.

use std::process::ExitCode;

use gomoku::{Board, Cell, CellSet, Move};
use gomoku_threats::book::MIDDLE;
use gomoku_threats::self_play;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let nodes = words.first().and_then(|word| word.parse::<u64>().ok());
    let only: Option<Vec<Cell>> = words.iter().skip(1).map(|word| word.parse().ok()).collect();
    let (nodes, only) = match (nodes, only) {
        (Some(nodes), Some(only)) if nodes > 0 => (nodes, only),
        _ => {
            eprintln!("usage: book NODES [WHITE...], such as book 20000 or book 60000 i8 i9");
            return ExitCode::from(2);
        }
    };
    let center = Cell::new(MIDDLE, MIDDLE).into_iter();
    // One of the eight views of each stone.
    let stones = center.flat_map(|center| {
        let steps = (1..=4).flat_map(|dx| (0..=dx).map(move |dy| (dx, dy)));
        let white = steps.filter_map(|(dx, dy)| Cell::new(MIDDLE + dx, MIDDLE + dy));
        white.map(move |white| (center, white))
    });
    for (center, white) in stones {
        if !only.is_empty() && !only.contains(&white) {
            continue;
        }
        let (dx, dy) = (white.x() - MIDDLE, white.y() - MIDDLE);
        let mut tried: Vec<(u64, Cell)> = CellSet::FULL
            .iter()
            .filter(|&cell| cell != center && cell != white)
            .filter(|&cell| steps(cell, center) <= 2 || steps(cell, white) <= 2)
            // What lies on both sides of the line through the two stones is the same.
            .filter(|cell| dy != 0 || cell.y() >= MIDDLE)
            .filter(|cell| dx != dy || cell.x() >= cell.y())
            .map(|cell| (halves([center, white, cell], 4, nodes / 5), cell))
            .collect();
        tried.sort_by_key(|&(halves, _)| std::cmp::Reverse(halves));
        tried.truncate(5);
        for (count, cell) in &mut tried {
            *count = halves([center, white, *cell], 20, nodes);
            eprintln!("h8 {white} {cell}: {} of 20", *count as f64 / 2.0);
        }
        tried.sort_by_key(|&(halves, _)| std::cmp::Reverse(halves));
        println!("{white} {}", tried[0].1);
    }
    ExitCode::SUCCESS
}

fn halves(stones: [Cell; 3], games: u64, nodes: u64) -> u64 {
    let mut board = Board::new();
    for cell in stones {
        board.play(Move::Place(cell));
    }
    self_play::halves(&board, games, nodes)
}

fn steps(a: Cell, b: Cell) -> u8 {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}
