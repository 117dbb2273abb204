//! Learns the weights of the prior from nothing but games of `nogo-rave` against itself, on one core:
//!
//! ```text
//! cargo run --profile bot -p nogo-prior --example train-nogo-prior -- [--games N] [--simulations N] [--seed N] > weights.txt
//! ```
//!
//! Each position of a game is searched with a number of simulations. What is learned is to foretell how the search spreads
//! its visits over the legal moves: the share of a move is e^s / sum of all e^s, s = the sum of the weights of its
//! features. Every tenth game is held out. What is measured on the way goes to standard error. The same arguments give
//! the same weights.

use std::process::ExitCode;

use nogo::Board;
use nogo_prior::features::{FEATURES, Patterns, WEIGHTS};
use nogo_prior::knowledge::UNIT;
use nogo_rave::mobility::Mobility;
use nogo_rave::params::Params;
use nogo_rave::uct::{Counted, Search};
use search::Budget;

/// Random plies at the start of a game: 1 to this.
const RANDOM_PLIES: u32 = 6;
/// Before this ply a move is drawn by visits; from it on the best one is played.
const DRAWN_PLIES: usize = 16;
const EPOCHS: u32 = 3;
/// Step of Adagrad.
const STEP: f32 = 0.1;
/// L2 penalty of every weight that an example uses.
const PENALTY: f32 = 1e-4;

fn main() -> ExitCode {
    match arguments() {
        Ok(arguments) => {
            run(&arguments);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("train-nogo-prior: {error}");
            ExitCode::FAILURE
        }
    }
}

struct Arguments {
    games: u64,
    simulations: u64,
    seed: u64,
}

fn arguments() -> Result<Arguments, String> {
    let mut arguments = Arguments {
        games: 100,
        simulations: 3_000,
        seed: 1,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let number = words
            .next()
            .and_then(|number| number.parse().ok())
            .ok_or_else(|| format!("`{word}` needs a whole number after it"))?;
        match word.as_str() {
            "--games" => arguments.games = number,
            "--simulations" => arguments.simulations = number,
            "--seed" => arguments.seed = number,
            _ => {
                return Err(format!(
                    "unknown argument `{word}`: there are --games, --simulations and --seed"
                ));
            }
        }
    }
    Ok(arguments)
}

fn run(arguments: &Arguments) {
    let mut random = fastrand::Rng::with_seed(arguments.seed);
    let patterns = Patterns::new();
    let (mut learn, mut held_out) = (Vec::new(), Vec::new());
    for game in 1..=arguments.games {
        let positions = play(&patterns, arguments.simulations, &mut random);
        if game % 10 == 0 {
            held_out.extend(positions);
            eprintln!("games {game}, positions {}", learn.len() + held_out.len());
        } else {
            learn.extend(positions);
        }
    }
    let mut weights = vec![0.0; WEIGHTS];
    let mut squares = vec![1e-6; WEIGHTS];
    report("without weights", &held_out, &weights);
    for epoch in 1..=EPOCHS {
        random.shuffle(&mut learn);
        for position in &learn {
            descend(position, &mut weights, &mut squares);
        }
        report(&format!("epoch {epoch}, learned from"), &learn, &weights);
        report(&format!("epoch {epoch}, held out"), &held_out, &weights);
    }
    for line in weights.chunks(40) {
        let word = |weight: &f32| ((weight * UNIT as f32).round() as i16).to_string();
        println!("{}", line.iter().map(word).collect::<Vec<_>>().join(" "));
    }
}

/// Plays a game until its result is proven.
fn play(patterns: &Patterns, simulations: u64, random: &mut fastrand::Rng) -> Vec<Position> {
    let params = Params::own();
    let mut positions = Vec::new();
    let mut board = Board::new();
    for _ in 0..random.u32(1..=RANDOM_PLIES) {
        let moves = board.legal_moves(board.to_move());
        if let Some(point) = moves.nth(random.usize(..moves.len())) {
            board.play(point);
        }
    }
    while board.outcome().is_none() {
        let knowledge = Mobility::new(params.prior_slope);
        let mut search = Search::new(params, knowledge, &board, random.u64(..));
        let mut budget = Budget::of_nodes(simulations);
        search.run(&mut budget);
        if !budget.exhausted() {
            break;
        }
        let moves = search.counted();
        positions.push(position(patterns, &board, &moves, params.prior_visits));
        let mut drawn = random.f32() * simulations as f32;
        let by_visits = moves.iter().find(|counted| {
            drawn -= counted.visits - params.prior_visits;
            drawn < 0.0
        });
        let point = match by_visits {
            Some(counted) if board.ply() < DRAWN_PLIES => counted.point,
            _ => search.best(),
        };
        board.play(point);
    }
    positions
}

/// A searched position: its legal moves but those that are proven to lose.
type Position = Vec<Example>;

struct Example {
    features: [u16; FEATURES],
    /// The move's part of the visits.
    share: f32,
}

/// `born` visits of each move are no simulations.
fn position(patterns: &Patterns, board: &Board, moves: &[Counted], born: f32) -> Position {
    let open = || moves.iter().filter(|counted| counted.wins.is_finite());
    let visits: f32 = open().map(|counted| counted.visits - born).sum();
    let me = board.to_move();
    let view = patterns.view(board);
    let example = |counted: &Counted| {
        let mut next = *board;
        next.play(counted.point);
        let lead = next.legal_moves(me).len() as i32 - next.legal_moves(me.opponent()).len() as i32;
        Example {
            features: patterns.of(&view, counted.point, lead),
            share: (counted.visits - born) / visits.max(1.0),
        }
    };
    open().map(example).collect()
}

/// The shares that the weights foretell.
fn shares(position: &Position, weights: &[f32]) -> Vec<f32> {
    let weight = |&feature: &u16| weights[usize::from(feature)];
    let sum = |example: &Example| example.features.iter().map(weight).sum::<f32>();
    let sums: Vec<f32> = position.iter().map(sum).collect();
    let most = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = sums.iter().map(|sum| libm::expf(sum - most)).collect();
    let total: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
    shares
}

/// One step of Adagrad down the cross-entropy of a position.
fn descend(position: &Position, weights: &mut [f32], squares: &mut [f32]) {
    let shares = shares(position, weights);
    for (example, share) in position.iter().zip(shares) {
        for &feature in &example.features {
            let feature = usize::from(feature);
            let slope = share - example.share + PENALTY * weights[feature];
            squares[feature] += slope * slope;
            weights[feature] -= STEP * slope / squares[feature].sqrt();
        }
    }
}

/// Prints the mean cross-entropy, and how often the most visited move is foretold, or is among the first five.
fn report(what: &str, positions: &[Position], weights: &[f32]) {
    let (mut loss, mut first, mut five) = (0.0, 0, 0);
    for position in positions {
        let shares = shares(position, weights);
        for (example, share) in position.iter().zip(&shares) {
            loss -= f64::from(example.share) * libm::log(f64::from(share.max(1e-9)));
        }
        let visited = |&a: &usize, &b: &usize| position[a].share.total_cmp(&position[b].share);
        if let Some(best) = (0..position.len()).max_by(visited) {
            let before = shares.iter().filter(|&&share| share > shares[best]).count();
            first += u32::from(before == 0);
            five += u32::from(before < 5);
        }
    }
    let part = |number: f64| number / positions.len().max(1) as f64;
    eprintln!(
        "{what}: loss {:.4}, first {:.1} %, among five {:.1} %",
        part(loss),
        100.0 * part(f64::from(first)),
        100.0 * part(f64::from(five))
    );
}
