//! Measures the bot: `cargo run --profile bot -p ataxx-pvs --example measure-ataxx-pvs -- WHAT`.
//!
//! * `loss LOG [WEIGHTS]`: the log loss of the value without a search, by the plies of the games in a log, for the bot's own
//!   weights or those of another file in the form of `data/windows.txt`.
//! * `think MS`: nodes a second and the depth that is reached in so many milliseconds by the clock, in 40 positions.
//! * `starts COUNT NODES`: so many even starts in the form of a log's lines: four random plies, after which a search of a fiftieth of
//!   the nodes gives both sides a chance of 40 to 60 %, and one of all nodes 46 to 54 %.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use ataxx::{Cell, Move, Outcome, Position};
use ataxx_pvs::game::search;
use ataxx_pvs::windows::{LOGIT, Sums, Windows};
use search::Budget;
use search::alphabeta::Memory;
use serde::Deserialize;
use serde_json::json;
use train::batches::{self, Mean};
use train::starts;

/// Plies of one row of the table.
const ROW: usize = 10;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match *words.as_slice() {
        ["loss", log] => loss(log, &Windows::own()),
        ["loss", log, weights] => std::fs::read_to_string(weights)
            .with_context(|| format!("cannot read {weights}"))
            .and_then(|text| Windows::parse(&text).map_err(|error| anyhow!(error)))
            .and_then(|windows| loss(log, &windows)),
        ["think", ms] => match ms.parse() {
            Ok(ms @ 1..=60_000) => think(Duration::from_millis(ms)),
            _ => Err(anyhow!("{ms} is no time from 1 to 60000 ms")),
        },
        ["starts", count, nodes] => match (count.parse(), nodes.parse()) {
            (Ok(count), Ok(nodes @ 50..)) => {
                starts(count, nodes);
                Ok(())
            }
            _ => Err(anyhow!(
                "{count} {nodes} are not two numbers, the second from 50 on"
            )),
        },
        _ => Err(anyhow!(
            "usage: measure-ataxx-pvs loss LOG [WEIGHTS] | think MS | starts COUNT NODES"
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("measure-ataxx-pvs: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The positions of the games of a log, and the results for the side to move.
fn games(log: &str) -> Result<Vec<Vec<(Position, f64)>>> {
    let text = std::fs::read_to_string(log).with_context(|| format!("cannot read {log}"))?;
    let mut games = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let at = || format!("{log}: line {}", number + 1);
        let record: serde_json::Value = serde_json::from_str(line).with_context(at)?;
        let Some(moves) = record["moves"].as_array() else {
            continue;
        };
        let mut line = vec![Position::new()];
        for mv in moves {
            let [x0, y0, x1, y1] = <[u8; 4]>::deserialize(mv).with_context(at)?;
            let cells = Cell::new(x0, y0).zip(Cell::new(x1, y1));
            let (from, to) = cells.with_context(at)?;
            let mv = Move { from, to };
            let mut next = line[line.len() - 1].clone();
            if !next.is_legal(mv) {
                bail!("{}: {mv} is not legal", at());
            }
            next.play(mv);
            line.push(next);
        }
        // A game that its judge ended is no evidence.
        let Some(outcome) = line.pop().and_then(|end| end.outcome()) else {
            continue;
        };
        let result = |position: &Position| match Outcome::winner(outcome) {
            Some(winner) if winner == position.to_move() => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        games.push(
            line.into_iter()
                .map(|position| {
                    let result = result(&position);
                    (position, result)
                })
                .collect(),
        );
    }
    Ok(games)
}

fn loss(log: &str, windows: &Windows) -> Result<()> {
    let games = games(log)?;
    let mut rows: Vec<(Mean, u32)> = Vec::new();
    for (ply, (position, result)) in games.iter().flat_map(|game| game.iter().enumerate()) {
        let board = position.board();
        let value = windows.value(board, &Sums::of(board));
        rows.resize(rows.len().max(ply / ROW + 1), (Mean::default(), 0));
        let (mean, count) = &mut rows[ply / ROW];
        mean.add(batches::loss(f64::from(value) / f64::from(LOGIT), *result));
        *count += 1;
    }
    println!("{} games that were played to their ends", games.len());
    for (row, (mean, count)) in rows.iter().enumerate() {
        let from = ROW * row;
        println!(
            "plies {from} to {}: {:.3} ({count} positions)",
            from + ROW - 1,
            mean.mean()
        );
    }
    Ok(())
}

fn think(time: Duration) -> Result<()> {
    let leaf = Windows::own();
    let mut random = fastrand::Rng::with_seed(1);
    let mut memory = Memory::new(20);
    let (mut depths, mut nodes, mut seconds) = (Vec::new(), 0, 0.0);
    while depths.len() < 40 {
        let mut position = Position::new();
        for _ in 0..8 + depths.len() {
            position.play(drawn(&position, &mut random));
            if position.outcome().is_some() {
                break;
            }
        }
        if position.outcome().is_some() {
            continue;
        }
        let start = Instant::now();
        let found = search(
            &position,
            Budget::new(start, time, None),
            &leaf,
            &mut memory,
        );
        seconds += start.elapsed().as_secs_f64();
        nodes += found.nodes;
        depths.push(found.depth);
    }
    depths.sort_unstable();
    println!("{:.0} nodes a second", nodes as f64 / seconds);
    println!(
        "depth: median {}, from {} to {}",
        depths[20], depths[0], depths[39]
    );
    Ok(())
}

/// A legal move by chance.
fn drawn(position: &Position, random: &mut fastrand::Rng) -> Move {
    let moves: Vec<Move> = position.distinct_moves().collect();
    moves[random.usize(..moves.len())]
}

fn starts(count: usize, nodes: u64) {
    let leaf = Windows::own();
    let mut memory = Memory::new(20);
    let lines = starts::lines(|random| {
        let (mut position, mut moves) = (Position::new(), Vec::new());
        for _ in 0..4 {
            let mv = drawn(&position, random);
            position.play(mv);
            moves.push([mv.from.x(), mv.from.y(), mv.to.x(), mv.to.y()]);
        }
        let mut is_even = |nodes: u64, logit: f64| {
            let found = search(&position, Budget::of_nodes(nodes), &leaf, &mut memory);
            f64::from(found.moves[0].value).abs() <= logit * f64::from(LOGIT)
        };
        let are_even = is_even(nodes / 50, 0.4) && is_even(nodes, 0.16);
        are_even.then(|| (position, json!(moves)))
    });
    lines.take(count).for_each(|line| println!("{line}"));
}
