//! Fits weights to results: logistic regression with AdaGrad (Duchi, Hazan and Singer 2011), a sample a step, because
//! all except some forty of a position's features are zero.

use std::cmp::Reverse;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;
use reversi::Board;
use reversi_patterns::patterns::{SIZE, STAGES, shared, stage, terms};
use reversi_patterns::value::{CLASSES, differences};
use serde::{Deserialize, Serialize};
use train::batches::{Mean, falling, loss};
use train::dataset::Reader;
use train::logistic::chance;

use crate::{games, rounded};

/// The first step size; it [falls](falling).
const RATE: f32 = 0.05;
/// The initial sum of squares of a weight's gradients: weights that are hardly ever met stay small.
const CALM: f32 = 2.0;
/// A state that is met less often has no weight ...
const LEAST_SEEN: u32 = 12;
/// ... and no more have one, the most frequent ones: as text they stay below 1.6 MB.
const MOST_WEIGHTS: usize = 1_000_000;
/// One game of this many is held out.
const HELD_OUT: u32 = 20;

/// The result of the training.
#[derive(Serialize, Deserialize)]
pub struct Fit {
    /// The weights in the bot's unit.
    pub weights: Vec<i16>,
    /// After each epoch: the mean loss of the samples that were fitted, as they were met, and of the held-out ones.
    pub losses: Vec<[f64; 2]>,
}

struct Example {
    board: Board,
    target: f32,
    held_out: bool,
}

/// The weights of all stages.
///
/// # Errors
/// If a file cannot be read, or nothing is in them.
pub fn patterns(files: &[PathBuf], epochs: usize, seed: u64) -> Result<Fit> {
    let shared = shared();
    let mut fit = fit(files, STAGES * SIZE, epochs, seed, |board| {
        let start = SIZE * stage(64 - board.empty().len());
        terms(board).map(|term| (start + shared[term], 1.0))
    })?;
    for at in 0..fit.weights.len() {
        fit.weights[at] = fit.weights[at - at % SIZE + shared[at % SIZE]];
    }
    Ok(fit)
}

/// The weights of the classes of cells.
///
/// # Errors
/// As [`patterns`].
pub fn cells(files: &[PathBuf], epochs: usize, seed: u64) -> Result<Fit> {
    fit(files, CLASSES.len(), epochs, seed, |board| {
        let differences = differences(board);
        let mut terms = [(0, 0.0); CLASSES.len()];
        for (i, difference) in differences.iter().enumerate() {
            terms[i] = (i, *difference as f32);
        }
        terms
    })
}

fn fit<const N: usize>(
    files: &[PathBuf],
    count: usize,
    epochs: usize,
    seed: u64,
    terms: impl Fn(&Board) -> [(usize, f32); N],
) -> Result<Fit> {
    let mut examples = examples(files)?;
    ensure!(!examples.is_empty(), "there are no samples to fit to");
    let mut random = Rng::with_seed(seed);
    // Each beside the sum of the squares of its gradients.
    let mut weights = vec![[0.0, CALM]; count];
    let mut seen = vec![0u32; count];
    let mut losses = Vec::new();
    let steps = (epochs * examples.len()) as f32;
    let mut done = 0u64;
    for epoch in 0..epochs {
        random.shuffle(&mut examples);
        let mut means = [Mean::default(), Mean::default()];
        for example in &examples {
            let rate = falling(RATE, done as f32, steps);
            done += 1;
            let terms = terms(&example.board);
            let logit: f32 = terms.iter().map(|&(at, x)| x * weights[at][0]).sum();
            means[usize::from(example.held_out)].add(loss(logit.into(), example.target.into()));
            if example.held_out {
                continue;
            }
            let error = chance(logit.into()) as f32 - example.target;
            for (at, x) in terms {
                seen[at] += u32::from(epoch == 0);
                let [weight, squares] = &mut weights[at];
                *squares += error * error * x * x;
                *weight -= rate * error * x / squares.sqrt();
            }
        }
        losses.push(means.map(|mean| mean.mean()));
        let [fitted, held_out] = means.map(|mean| mean.mean());
        eprintln!("  loss {fitted:.4}, held out {held_out:.4}");
    }
    let mut counts = seen.clone();
    counts.sort_unstable_by_key(|&count| Reverse(count));
    let least = counts.get(MOST_WEIGHTS).map_or(0, |&count| count + 1);
    let known = weights.iter().zip(&seen);
    let weights = known.map(
        |(&[weight, _], &seen)| match seen >= least.max(LEAST_SEEN) {
            true => rounded(weight),
            false => 0,
        },
    );
    Ok(Fit {
        weights: weights.collect(),
        losses,
    })
}

fn examples(files: &[PathBuf]) -> Result<Vec<Example>> {
    let mut examples = Vec::new();
    for file in files {
        let mut reader = Reader::open(file)?;
        while let Some(sample) = reader.next_sample()? {
            examples.push(Example {
                board: games::board(&sample),
                target: sample.target,
                held_out: sample.game.is_multiple_of(HELD_OUT),
            });
        }
    }
    Ok(examples)
}
