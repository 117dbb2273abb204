//! Plays half-games in one process: who wins, by how much, and where each side's length goes.
//!
//! ```text
//! cargo run --profile bot -p snakego-lasso --example measure-snakego-halves -- lasso omega --nodes 60 --pairs 60
//! ```
//!
//! The result depends on the command only, not on the number of threads.

#[path = "../shared/half.rs"]
mod half;

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use clap::Parser;
use rayon::prelude::*;
use saiblo::{Bot, Turn};
use snakego::{Board, Operation, Outcome, Position};
use snakego_lasso::Lasso;
use snakego_omega_fantasy::OmegaFantasy;
use train::selfplay;

/// Plays half-games between two bots in one process, every list of items with both seats
#[derive(Parser)]
struct Arguments {
    /// lasso, searches (lasso without rings), omega, or a file of parameters
    first: String,
    /// The same for the other side
    second: String,
    /// Simulations for each operation
    #[arg(long, default_value_t = 60)]
    nodes: u64,
    /// Simulations of the second one, if others
    #[arg(long)]
    second_nodes: Option<u64>,
    /// Lists of items
    #[arg(long, default_value_t = 60)]
    pairs: u64,
    /// Seed of the first list
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also tell what became of walls in the last 128 rounds
    #[arg(long)]
    ending: bool,
}

/// A bot to be made anew for each half-game.
#[derive(Clone)]
enum Kind {
    Lasso(Box<snakego_lasso::params::Params>),
    Omega(Box<snakego_omega_fantasy::params::Params>),
}

enum Player {
    Lasso(Box<Lasso>),
    Omega(Box<OmegaFantasy>),
}

impl Kind {
    fn read(name: &str) -> Result<Kind> {
        Ok(match name {
            "lasso" => Kind::Lasso(Box::new(snakego_lasso::params::Params::own())),
            "searches" => Kind::Omega(Box::new(snakego_lasso::params::Params::own().searches)),
            "omega" => Kind::Omega(Box::new(snakego_omega_fantasy::params::Params::own())),
            file => {
                let text = std::fs::read_to_string(Path::new(file)).with_context(|| {
                    format!("{file}: give lasso, searches, omega or a file of parameters")
                })?;
                let parsed = if text.contains("\"rings\"") {
                    snakego_lasso::params::Params::parse(&text)
                        .map(|all| Kind::Lasso(Box::new(all)))
                } else {
                    snakego_omega_fantasy::params::Params::parse(&text)
                        .map(|all| Kind::Omega(Box::new(all)))
                };
                parsed.map_err(|error| anyhow!("{file}: {error}"))?
            }
        })
    }

    fn player(&self) -> Player {
        match self.clone() {
            Kind::Lasso(params) => Player::Lasso(Box::new(Lasso::with(*params))),
            Kind::Omega(params) => Player::Omega(Box::new(OmegaFantasy::with(*params))),
        }
    }
}

impl Player {
    fn choose(&mut self, position: &Position, turn: &Turn) -> Operation {
        match self {
            Player::Lasso(bot) => bot.choose(position, turn).mv,
            Player::Omega(bot) => bot.choose(position, turn).mv,
        }
    }
}

/// The changes of a side's length and walls, in cells.
#[derive(Clone, Copy, Default)]
struct Ledger {
    taken: i64,
    died: i64,
    sealed: i64,
    walls: i64,
    erased: i64,
    seals: i64,
}

/// Rounds of a row of the table of the ending.
const BLOCK: u16 = 16;
/// Rows of that table.
const BLOCKS: usize = 8;

/// A half-game as the first bot sees it.
struct Half {
    won: bool,
    margin: i64,
    /// By side.
    ledgers: [Ledger; 2],
    /// The same for the last rounds, the last block first.
    ending: [[Ledger; 2]; BLOCKS],
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let kinds = [
        Kind::read(&arguments.first)?,
        Kind::read(&arguments.second)?,
    ];
    let nodes = [
        arguments.nodes,
        arguments.second_nodes.unwrap_or(arguments.nodes),
    ];
    let all = 2 * arguments.pairs;
    let bar = selfplay::progress(all, "half-games");
    let halves: Vec<Half> = (0..all)
        .into_par_iter()
        .map(|number| {
            let half = play(&kinds, nodes, arguments.seed + number / 2, number % 2 == 1);
            bar.inc(1);
            half
        })
        .collect();
    bar.finish_and_clear();
    report(&arguments, &halves);
    Ok(())
}

fn play(kinds: &[Kind; 2], nodes: [u64; 2], seed: u64, swapped: bool) -> Half {
    let mut players = kinds.each_ref().map(Kind::player);
    let mut ledgers = [Ledger::default(); 2];
    let mut ending = [[Ledger::default(); 2]; BLOCKS];
    let outcome = half::play(
        seed,
        swapped,
        nodes,
        |bot, position, turn| players[bot].choose(position, turn),
        |before, after, operation| {
            let left = snakego::MAX_ROUND.saturating_sub(before.round());
            let mut block = ending.get_mut(usize::from(left / BLOCK));
            for seat in [0, 1] {
                let side = half::other_if(swapped, seat);
                enter(&mut ledgers[side], seat, before, after, operation);
                if let Some(block) = &mut block {
                    enter(&mut block[side], seat, before, after, operation);
                }
            }
        },
    );
    Half {
        won: half::other_if(swapped, outcome.winner) == 0,
        margin: margin(&outcome, swapped),
        ledgers,
        ending,
    }
}

fn enter(ledger: &mut Ledger, seat: usize, before: &Board, after: &Board, operation: Operation) {
    let length = |board: &Board| -> i64 {
        let snakes = board.snakes(seat).iter();
        snakes.map(|snake| i64::from(snake.total())).sum()
    };
    let walls = |board: &Board| board.walls(seat).len() as i64;
    let (grown, built) = (length(after) - length(before), walls(after) - walls(before));
    let is_seal = built > 0 && seat == before.player();
    ledger.taken += grown.max(0);
    if is_seal {
        ledger.sealed -= grown.min(0);
        ledger.seals += 1;
    } else {
        ledger.died -= grown.min(0);
    }
    ledger.walls += built.max(0);
    if operation == Operation::Fire {
        ledger.erased -= built.min(0);
    }
}

/// The mean over the half-games.
fn mean(halves: &[Half], of: impl Fn(&Half) -> i64) -> f64 {
    let sum: i64 = halves.iter().map(of).sum();
    sum as f64 / halves.len().max(1) as f64
}

/// The score of bot 0 less that of bot 1, two points for each cell.
fn margin(outcome: &Outcome, swapped: bool) -> i64 {
    let score = |bot| i64::from(outcome.scores[half::other_if(swapped, bot)]);
    score(0) - score(1)
}

fn report(arguments: &Arguments, halves: &[Half]) {
    let count = halves.len().max(1) as f64;
    let won = halves.iter().filter(|half| half.won).count();
    let margin = mean(halves, |half| half.margin);
    let squares = halves
        .iter()
        .map(|half| (half.margin as f64 - margin).powi(2));
    let error = (squares.sum::<f64>() / count / count).sqrt();
    let matches = halves.chunks(2).filter(|pair| {
        let won = pair.iter().filter(|half| half.won).count();
        let margin: i64 = pair.iter().map(|half| half.margin).sum();
        won == 2 || (won == 1 && margin > 0)
    });
    println!(
        "{} against {}: {won} of {} half-games, {} of {} pairs, margin {margin:+.1}, standard error {error:.1}",
        arguments.first,
        arguments.second,
        halves.len(),
        matches.count(),
        halves.len() / 2,
    );
    println!("| a half-game | taken | died | sealed | walls of that | seals | walls erased |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (side, name) in [&arguments.first, &arguments.second]
        .iter()
        .copied()
        .enumerate()
    {
        let of = |entry: fn(&Ledger) -> i64| mean(halves, |half| entry(&half.ledgers[side]));
        println!(
            "| {name} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
            of(|ledger| ledger.taken),
            of(|ledger| ledger.died),
            of(|ledger| ledger.sealed),
            of(|ledger| ledger.walls),
            of(|ledger| ledger.seals),
            of(|ledger| ledger.erased),
        );
    }
    if arguments.ending {
        report_ending(arguments, halves);
    }
}

/// Cells of wall a half-game, by rounds.
fn report_ending(arguments: &Arguments, halves: &[Half]) {
    let columns = [&arguments.first, &arguments.second]
        .map(|name| format!("{name}: sealed | of that walls | walls erased"));
    println!("| rounds | {} |", columns.join(" | "));
    println!("| --- |{}", " ---: |".repeat(6));
    for block in (0..BLOCKS).rev() {
        let last = snakego::MAX_ROUND - BLOCK * block as u16;
        let figures = [0, 1].map(|side| {
            let of =
                |entry: fn(&Ledger) -> i64| mean(halves, |half| entry(&half.ending[block][side]));
            let sealed = of(|ledger| ledger.sealed);
            let (walls, erased) = (of(|ledger| ledger.walls), of(|ledger| ledger.erased));
            format!("{sealed:.2} | {walls:.2} | {erased:.2}")
        });
        println!(
            "| {} to {last} | {} |",
            last - BLOCK + 1,
            figures.join(" | ")
        );
    }
}
