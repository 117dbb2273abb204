//! Makes `data/book.txt`: `cargo run --profile bot -p gomoku-threats --example book -- NODES [LINE...]`. A line is the stones after
//! black's in the center, the last one white's, such as `i8` or `"i8 f8 i7"`; of all white stones at most four steps from the center
//! there is a line where none is named. Every black stone within two steps of one that lies there is tried in 4 games of the bot
//! against itself with a fifth of NODES nodes a turn, then the best five in 20 games with NODES, each game with a tenth of that more
//! than the one before. Of those that win as many, that which was better before is taken. Prints the lines with black's stones;
//! progress on stderr.

mod self_play;

use std::process::ExitCode;

use gomoku::{Board, Cell, Color, Move};
use gomoku_threats::book::{MIDDLE, VIEWS, seen};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let nodes = words.first().and_then(|word| word.parse::<u64>().ok());
    let nodes = match nodes {
        Some(nodes) if nodes > 0 => nodes,
        _ => {
            eprintln!(
                "usage: book NODES [LINE...], such as book 20000 or book 60000 i8 \"i8 f8 i7\""
            );
            return ExitCode::from(2);
        }
    };
    let lines = match words.len() {
        1 => first_stones(),
        _ => words[1..].to_vec(),
    };
    let mut boards = Vec::new();
    for line in &lines {
        match format!("h8 {line}").parse::<Board>() {
            Ok(board) if board.ply() > 1 && board.to_move() == Color::Black => boards.push(board),
            Ok(_) => {
                eprintln!(
                    "{line}: the last stone of a line is white's, such as i8 or \"i8 f8 i7\""
                );
                return ExitCode::from(2);
            }
            Err(error) => {
                eprintln!("{line}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    for (line, board) in lines.iter().zip(&boards) {
        let stones = !board.empty();
        let mut tried: Vec<(u64, Cell)> = board
            .empty()
            .iter()
            .filter(|&cell| stones.iter().any(|stone| steps(cell, stone) <= 2))
            .filter(|&cell| is_first_alike(board, cell))
            .map(|cell| (halves(board, cell, 4, nodes / 5), cell))
            .collect();
        tried.sort_by_key(|&(halves, _)| std::cmp::Reverse(halves));
        tried.truncate(5);
        for (count, cell) in &mut tried {
            *count = halves(board, *cell, 20, nodes);
            eprintln!("h8 {line} {cell}: {} of 20", *count as f64 / 2.0);
        }
        tried.sort_by_key(|&(halves, _)| std::cmp::Reverse(halves));
        println!("{line} {}", tried[0].1);
    }
    ExitCode::SUCCESS
}

/// White's first stones, one of each eight that look alike.
fn first_stones() -> Vec<String> {
    let steps = (1..=4).flat_map(|dx| (0..=dx).map(move |dy| (dx, dy)));
    let cells = steps.filter_map(|(dx, dy)| Cell::new(MIDDLE + dx, MIDDLE + dy));
    cells.map(|cell| cell.to_string()).collect()
}

/// Returns `true` for the cell most to the right, then the uppermost, of those that look alike when the stones do.
fn is_first_alike(board: &Board, cell: Cell) -> bool {
    let alike = |&view: &u8| {
        [Color::Black, Color::White].iter().all(|&color| {
            let stones = board.stones(color);
            stones
                .iter()
                .all(|stone| stones.contains(seen(stone, view)))
        })
    };
    (0..VIEWS)
        .filter(alike)
        .map(|view| seen(cell, view))
        .all(|other| (other.x(), other.y()) <= (cell.x(), cell.y()))
}

fn halves(board: &Board, cell: Cell, games: u64, nodes: u64) -> u64 {
    let mut board = *board;
    board.play(Move::Place(cell));
    self_play::halves(&board, games, nodes)
}

fn steps(a: Cell, b: Cell) -> u8 {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}
