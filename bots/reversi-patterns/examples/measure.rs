//! Measures the bot: `cargo run --profile bot -p reversi-patterns --example measure-reversi-patterns -- WHAT`.
//!
//! The positions are those of games with twelve random plies, then `reversi-greedy` on both sides; for `cuts` of games with eight
//! random plies, then the bot itself with 2,000 nodes, and one move in four by chance. Linux tells the processor time,
//! so other programs may run beside it.
//!
//! * `solve EMPTIES`: solves a position of each of 100 games; positions looked at and processor time, median and maximum.
//! * `cuts`: by depth, how far a search is from the shallow one that may stand for it: mean and standard deviation in logits.
//! * `starts COUNT NODES`: so many even starts in the form of a log's lines: eight random plies, after which a search of a fiftieth of
//!   the nodes gives both sides a chance of 40 to 60 %, and one of all nodes 46 to 54 %. Those of the arena's Reversi are from here.
//! * `depth NODES`: the depths that are reached with so many nodes, nodes a second, and the time to read the weights.

use std::process::ExitCode;

use botzone::{Bot, Turn};
use fastrand::Rng;
use reversi::{Board, Move};
use reversi_greedy::Greedy;
use reversi_patterns::exact::{Solver, TABLE_BITS};
use reversi_patterns::game::{self, CUT_FROM, SHALLOW};
use reversi_patterns::patterns::{MOST, Patterns, UNIT};
use search::Budget;
use search::alphabeta::Memory;
use serde_json::json;
use train::starts;

const GAMES: usize = 100;
/// Games for the cuts at each number of empty cells ...
const CUT_GAMES: usize = 80;
/// ... and the deepest searches of their positions.
const DEEPEST: i32 = 11;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<usize>().ok();
    match *words.as_slice() {
        ["solve", empties] => match number(empties) {
            Some(empties) if (1..=48).contains(&empties) => solve(empties),
            _ => return usage(),
        },
        ["depth", nodes] => match number(nodes) {
            Some(nodes) => depth(nodes as u64),
            None => return usage(),
        },
        ["cuts"] => cuts(),
        ["starts", count, nodes] => match (number(count), number(nodes)) {
            (Some(count), Some(nodes)) => starts(count, nodes as u64),
            _ => return usage(),
        },
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!(
        "usage: measure-reversi-patterns solve EMPTIES (1 to 48) | cuts | starts COUNT NODES | depth NODES"
    );
    ExitCode::from(2)
}

fn solve(empties: usize) {
    let value = Patterns::own();
    let (mut nodes, mut seconds, mut results) = (Vec::new(), Vec::new(), [0; 3]);
    for board in positions(empties) {
        let start = processor_seconds();
        let mut budget = Budget::of_nodes(u64::MAX);
        if let Some(([value, _], _)) = Solver::new(TABLE_BITS, &value).solve(&board, &mut budget) {
            results[(value + 1) as usize] += 1;
        }
        seconds.push(processor_seconds() - start);
        nodes.push(budget.nodes());
    }
    println!("lost, drawn, won: {:?}", results);
    per_second(nodes.iter().sum(), seconds.iter().sum());
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
}

fn depth(nodes: u64) {
    let start = processor_seconds();
    let value = Patterns::own();
    println!(
        "seconds to read the weights: {:.4}",
        processor_seconds() - start
    );
    let (mut depths, mut all) = (Vec::new(), 0);
    let mut memory = Memory::new(20);
    let start = processor_seconds();
    for empties in (24..50).step_by(5) {
        for board in positions(empties).take(10) {
            let found = game::search(&board, Budget::of_nodes(nodes), &value, &mut memory);
            depths.push(found.depth);
            all += found.nodes;
        }
    }
    per_second(all, processor_seconds() - start);
    depths.sort_unstable();
    println!(
        "depth: median {}, all {:?}",
        depths[depths.len() / 2],
        depths
    );
}

fn cuts() {
    let value = Patterns::own();
    for empties in [24, 32, 42] {
        let boards = (0..).filter_map(|seed| contested(seed, empties, &value));
        let values = |board: Board| {
            let values = (0..=DEEPEST).map(|depth| game::value(&board, depth, &value, depth > 7));
            let values: Vec<i32> = values.collect();
            let is_open = values.iter().all(|value| value.abs() < MOST);
            Some(values).filter(|_| is_open)
        };
        let values: Vec<Vec<i32>> = boards.take(CUT_GAMES).filter_map(values).collect();
        let count = values.len() as f64;
        println!("{empties} empty cells, {count} positions");
        for (deep, &shallow) in (CUT_FROM as usize..=DEEPEST as usize).zip(&SHALLOW) {
            let differences = values.iter().map(|of| of[deep] - of[shallow as usize]);
            let differences = differences.map(|difference| f64::from(difference) / UNIT);
            let mean = differences.clone().sum::<f64>() / count;
            let square: f64 = differences.map(|x| (x - mean) * (x - mean)).sum();
            let deviation = (square / count).sqrt();
            println!("  {deep} by {shallow}: {mean:+.2}, {deviation:.2}");
        }
    }
}

fn starts(count: usize, nodes: u64) {
    let value = Patterns::own();
    let mut memory = Memory::new(20);
    let lines = starts::lines(|random| {
        let (mut board, mut moves) = (Board::new(), Vec::new());
        while moves.len() < 8 {
            let Move::Place(cell) = drawn(&board, random) else {
                return None;
            };
            board.play(Move::Place(cell));
            moves.push([cell.x(), cell.y()]);
        }
        let mut is_even = |nodes: u64, logit: f64| {
            let best = game::search(&board, Budget::of_nodes(nodes), &value, &mut memory).moves[0];
            f64::from(best.value).abs() <= logit * UNIT
        };
        let are_even = is_even(nodes / 50, 0.4) && is_even(nodes, 0.16);
        are_even.then(|| (board, json!(moves)))
    });
    lines.take(count).for_each(|line| println!("{line}"));
}

/// The position of a game of the bot with `empties` empty cells, if it gets there and has a move.
fn contested(seed: u64, empties: usize, value: &Patterns) -> Option<Board> {
    let mut memory = Memory::new(12);
    let board = played(seed, empties, |board, ply, random| {
        match ply < 8 || random.u8(..4) == 0 {
            true => drawn(board, random),
            false => game::search(board, Budget::of_nodes(2_000), value, &mut memory).moves[0].mv,
        }
    });
    Some(board).filter(|board| board.can_move(board.to_move()))
}

fn per_second(nodes: u64, seconds: f64) {
    println!("nodes_per_second: {:.0}", nodes as f64 / seconds);
}

/// A position of each game with `empties` empty cells.
fn positions(empties: usize) -> impl Iterator<Item = Board> {
    let all = (0..).filter_map(move |seed| position(seed, empties));
    all.take(GAMES)
}

/// The position of a game with `empties` empty cells, if it gets there.
fn position(seed: u64, empties: usize) -> Option<Board> {
    let board = played(seed, empties, |board, ply, random| match ply < 12 {
        true => drawn(board, random),
        false => Greedy.choose(board, &Turn::of_nodes(1, seed)).mv,
    });
    board.outcome().is_none().then_some(board)
}

/// The position of a game of these moves with `empties` empty cells, or its end.
fn played(
    seed: u64,
    empties: usize,
    mut choose: impl FnMut(&Board, usize, &mut Rng) -> Move,
) -> Board {
    let mut random = Rng::with_seed(seed);
    let mut board = Board::new();
    for ply in 0.. {
        if board.empty().len() == empties || board.outcome().is_some() {
            break;
        }
        board.play_unchecked(choose(&board, ply, &mut random));
    }
    board
}

/// A legal move by chance.
fn drawn(board: &Board, random: &mut Rng) -> Move {
    let moves: Vec<Move> = board.moves().collect();
    moves[random.usize(..moves.len())]
}

/// The processor time of this thread so far, in seconds; 0 if the kernel does not report it.
fn processor_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|word| word.parse().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}
