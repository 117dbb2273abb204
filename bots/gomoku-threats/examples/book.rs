//! Makes `data/book.txt`: `cargo run --profile bot -p gomoku-threats --example book -- NODES [LINE...]`. A line is the stones after
//! black's in the center, the last one white's, such as `i8` or `"i8 f8 i7"`; of all white stones at most four steps from the center
//! there is a line where none is named. Every black stone within two steps of one that lies there is tried in 4 games of the bot
//! against itself with a fifth of NODES nodes a turn, then the best five in 20 games with NODES, each game with a tenth of that more
//! than the one before. Of those that win as many, that which was better before is taken. Prints the lines with black's stones;
//! progress on stderr.

use std::process::ExitCode;

use gomoku::{Board, Cell, CellSet, Move};
use gomoku_threats::book::{MIDDLE, VIEWS, seen};
use gomoku_threats::self_play;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let nodes = words.first().and_then(|word| word.parse::<u64>().ok());
    let named: Option<Vec<Vec<Cell>>> = words.iter().skip(1).map(|word| line(word)).collect();
    let (nodes, named) = match (nodes, named) {
        (Some(nodes), Some(named)) if nodes > 0 => (nodes, named),
        _ => {
            eprintln!(
                "usage: book NODES [LINE...], such as book 20000 or book 60000 i8 \"i8 f8 i7\": of a line the last stone is white's"
            );
            return ExitCode::from(2);
        }
    };
    let lines = if named.is_empty() {
        first_stones()
    } else {
        named
    };
    for line in lines {
        let stones: Vec<Cell> = Cell::new(MIDDLE, MIDDLE)
            .into_iter()
            .chain(line.iter().copied())
            .collect();
        let near = |&cell: &Cell| {
            !stones.contains(&cell) && stones.iter().any(|&stone| steps(cell, stone) <= 2)
        };
        let mut tried: Vec<(u64, Cell)> = CellSet::FULL
            .iter()
            .filter(near)
            .filter(|&cell| first_alike(&stones, cell))
            .map(|cell| (halves(&stones, cell, 4, nodes / 5), cell))
            .collect();
        tried.sort_by_key(|&(halves, _)| std::cmp::Reverse(halves));
        tried.truncate(5);
        for (count, cell) in &mut tried {
            *count = halves(&stones, *cell, 20, nodes);
            eprintln!("{} {cell}: {} of 20", text(&stones), *count as f64 / 2.0);
        }
        tried.sort_by_key(|&(halves, _)| std::cmp::Reverse(halves));
        println!("{} {}", text(&line), tried[0].1);
    }
    ExitCode::SUCCESS
}

/// The stones after the center, if they are ones that can be laid and the last is white's.
fn line(word: &str) -> Option<Vec<Cell>> {
    let center = Cell::new(MIDDLE, MIDDLE);
    let cells: Option<Vec<Cell>> = word
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect();
    let all: Vec<Cell> = center.into_iter().chain(cells.clone()?).collect();
    let once = (1..all.len()).all(|at| !all[..at].contains(&all[at]));
    cells.filter(|cells| once && cells.len() % 2 == 1)
}

/// White's first stones, one of each eight that look alike.
fn first_stones() -> Vec<Vec<Cell>> {
    let steps = (1..=4).flat_map(|dx| (0..=dx).map(move |dy| (dx, dy)));
    let cells = steps.filter_map(|(dx, dy)| Cell::new(MIDDLE + dx, MIDDLE + dy));
    cells.map(|cell| vec![cell]).collect()
}

/// Of the cells that look alike when the stones do, the one most to the right, then the uppermost.
fn first_alike(stones: &[Cell], cell: Cell) -> bool {
    let alike = |view: &u8| {
        (0..stones.len()).all(|at| {
            stones
                .iter()
                .skip(at % 2)
                .step_by(2)
                .any(|&stone| seen(stones[at], *view) == stone)
        })
    };
    (0..VIEWS)
        .filter(alike)
        .map(|view| seen(cell, view))
        .all(|other| (other.x(), other.y()) <= (cell.x(), cell.y()))
}

fn text(stones: &[Cell]) -> String {
    let words: Vec<String> = stones.iter().map(Cell::to_string).collect();
    words.join(" ")
}

fn halves(stones: &[Cell], cell: Cell, games: u64, nodes: u64) -> u64 {
    let mut board = Board::new();
    for &cell in stones.iter().chain([&cell]) {
        board.play(Move::Place(cell));
    }
    self_play::halves(&board, games, nodes)
}

fn steps(a: Cell, b: Cell) -> u8 {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}
