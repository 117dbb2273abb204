//! Sums of weights that are looked up, one for what lies on each of a board's patterns: an n-tuple network (Lucas 2007).
//!
//! Logistic regression of the targets with AdaGrad (Duchi, Hazan and Singer 2011), a sample a step, because all except some
//! tens of a position's features are zero.

use std::cmp::Reverse;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;

use crate::batches::{Fit, Mean, falling, loss};
use crate::dataset::{Reader, Sample};
use crate::logistic::chance;

/// The first step size; it [falls](falling).
const RATE: f32 = 0.05;
/// The initial sum of squares of a weight's gradients: weights that are hardly ever met stay small.
const CALM: f32 = 2.0;
/// A weight that is looked up less often is zero ...
const LEAST_SEEN: u32 = 12;
/// ... and no more than these are not, the most frequent ones: as text they stay below 1.6 MB.
const MOST_WEIGHTS: usize = 1_000_000;
/// One game of this many is held out.
const HELD_OUT: u32 = 20;

/// The settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// All weights, those that are never looked up included.
    pub weights: usize,
    /// Parts of a logit of 1 that the bot's weights are in.
    pub unit: f64,
    /// Times that all samples are gone through.
    pub epochs: usize,
}

struct Example<B> {
    board: B,
    target: f32,
    held_out: bool,
}

/// The weights that predict the targets of the samples of all files, in the bot's unit: `board` makes of a sample's features what is
/// kept in memory, `terms` names the weights of it that are added up. The seed is that of the order of the samples.
///
/// # Errors
/// If a file cannot be read, or nothing is in them.
pub fn fit<B, T: AsRef<[usize]>>(
    files: &[PathBuf],
    settings: &Settings,
    seed: u64,
    board: impl Fn(&Sample) -> B,
    terms: impl Fn(&B) -> T,
) -> Result<Fit<Vec<i16>>> {
    let mut examples = Vec::new();
    for file in files {
        let mut reader = Reader::open(file)?;
        while let Some(sample) = reader.next_sample()? {
            examples.push(Example {
                board: board(&sample),
                target: sample.target,
                held_out: sample.game.is_multiple_of(HELD_OUT),
            });
        }
    }
    ensure!(!examples.is_empty(), "there are no samples to fit to");
    let mut random = Rng::with_seed(seed);
    // Each beside the sum of the squares of its gradients.
    let mut weights = vec![[0.0, CALM]; settings.weights];
    let mut seen = vec![0u32; settings.weights];
    let mut losses = Vec::new();
    let steps = (settings.epochs * examples.len()) as f32;
    let mut done = 0u64;
    for epoch in 0..settings.epochs {
        random.shuffle(&mut examples);
        let mut means = [Mean::default(), Mean::default()];
        for example in &examples {
            let rate = falling(RATE, done as f32, steps);
            done += 1;
            let terms = terms(&example.board);
            let terms = terms.as_ref();
            let logit: f32 = terms.iter().map(|&at| weights[at][0]).sum();
            means[usize::from(example.held_out)].add(loss(logit.into(), example.target.into()));
            if example.held_out {
                continue;
            }
            let error = chance(logit.into()) as f32 - example.target;
            for &at in terms {
                seen[at] += u32::from(epoch == 0);
                let [weight, squares] = &mut weights[at];
                *squares += error * error;
                *weight -= rate * error / squares.sqrt();
            }
        }
        let [fitted, held_out] = means.map(Mean::mean);
        eprintln!("  loss {fitted:.4}, held out {held_out:.4}");
        losses.push([fitted, held_out]);
    }
    let mut counts = seen.clone();
    counts.sort_unstable_by_key(|&count| Reverse(count));
    let least = counts.get(MOST_WEIGHTS).map_or(0, |&count| count + 1);
    let known = weights.iter().zip(&seen);
    let weights = known.map(
        |(&[weight, _], &seen)| match seen >= least.max(LEAST_SEEN) {
            true => libm::roundf(weight * settings.unit as f32) as i16,
            false => 0,
        },
    );
    Ok(Fit {
        weights: weights.collect(),
        losses,
    })
}
