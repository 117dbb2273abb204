//! Multinomial logit (McFadden 1974): how likely a search is to settle on each of some options, as the softmax of
//! weighted sums of their terms.
//!
//! Fitted with Adam and weight decay to the shares of a search's visits, on two threads at most, with the same result on
//! any number of them.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::adam::Adam;
use crate::batches::{Mean, Settings, block, gradient, held_out_losses};
use crate::dataset::{Reader, Sample};

/// The options that a search has chosen from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choice {
    /// The terms of each option that are not 0, by their indices.
    pub options: Vec<Vec<(u16, i16)>>,
    /// The share of each in the visits; together 1.
    pub shares: Vec<f32>,
}

/// The settings of the recipes.
pub const SETTINGS: Settings = Settings {
    epochs: 3,
    batch: 512,
    rate: 0.02,
    decay: 1e-3,
    held_out: 10,
    seed: 1,
};

/// The result of a fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fit {
    /// A weight for each term, in nats.
    pub weights: Vec<f32>,
    /// After each epoch, in nats: the mean cross-entropy of the choices that were fitted, as they were met, and of the
    /// held-out ones.
    pub losses: Vec<[f64; 2]>,
    /// The mean entropy of the held-out shares: the least loss that there can be.
    pub least: f64,
}

/// The number of samples that are shuffled together, whose choices are in memory.
const SHUFFLED: usize = 1 << 13;

/// Fits the weights of all terms to the choices of the samples of all files, from these `first` ones. Decay is for terms
/// scaled to unit mean square. The held-out samples count as steps to come, so the rate ends somewhat above its least.
///
/// # Errors
/// If a file cannot be read, or nothing is in them.
pub fn fit(
    files: &[PathBuf],
    first: &[f32],
    choices: impl Fn(&Sample) -> Vec<Choice> + Sync,
    settings: &Settings,
) -> Result<Fit> {
    let terms = first.len();
    let (scales, count) = scales(files, terms, &choices)?;
    ensure!(count > 0, "there are no samples to fit to");
    let mut random = Rng::with_seed(settings.seed);
    let first = first.iter().zip(&scales);
    let mut adam = Adam::new(first.map(|(weight, scale)| weight * scale).collect());
    let all = (count * settings.epochs) as f32;
    let mut done = 0.0;
    let mut losses = Vec::new();
    let mut least = 0.0;
    let bar = crate::selfplay::progress((count * settings.epochs) as u64, "samples");
    for _ in 0..settings.epochs {
        let mut sum = Mean::default();
        for file in files {
            let mut reader = Reader::open(file)?;
            loop {
                let block = block(&mut reader, settings.held_out, SHUFFLED)?;
                if block.is_empty() {
                    break;
                }
                let mut known: Vec<Choice> = block.par_iter().flat_map(&choices).collect();
                random.shuffle(&mut known);
                for batch in known.chunks(settings.batch) {
                    let part = 1.0 / batch.len() as f32;
                    let weights = &adam.weights;
                    let add = |choice: &Choice, gradient: &mut [f32]| {
                        [add_gradient(weights, &scales, choice, part, gradient)]
                    };
                    let (gradient, [loss]) = gradient(terms, batch, add);
                    let rate = settings.rate_at(done, all);
                    adam.step(&gradient, rate, settings.decay);
                    sum.add_sum(loss, batch.len());
                }
                done += block.len() as f32;
                bar.inc(block.len() as u64);
            }
        }
        let [held_out, entropy] = held_out_losses(files, settings.held_out, |sample| {
            let losses = |choice: Choice| {
                let (_, loss) = forward(&adam.weights, &scales, &choice);
                [loss, entropy(&choice.shares)]
            };
            choices(sample).into_iter().map(losses)
        })?;
        bar.println(format!("  loss {:.4}, held-out {held_out:.4}", sum.mean()));
        losses.push([sum.mean(), held_out]);
        least = entropy;
    }
    bar.finish_and_clear();
    let weights = adam.weights.iter().zip(&scales);
    Ok(Fit {
        weights: weights.map(|(weight, scale)| weight / scale).collect(),
        losses,
        least,
    })
}

/// A term is scaled by this at least: the weight of one that is hardly ever met would be anything otherwise.
const LEAST_SCALE: f32 = 0.1;

/// The root mean square of each term over the options of the first file, and the number of samples in all; without the
/// first game of each file, but with those held out.
fn scales(
    files: &[PathBuf],
    terms: usize,
    choices: &(impl Fn(&Sample) -> Vec<Choice> + Sync),
) -> Result<(Vec<f32>, usize)> {
    let mut squares = vec![0.0f64; terms];
    let mut options = 0;
    let mut samples = 0;
    for (number, file) in files.iter().enumerate() {
        let mut reader = Reader::open(file)?;
        loop {
            let block = block(&mut reader, u32::MAX, SHUFFLED)?;
            if block.is_empty() {
                break;
            }
            samples += block.len();
            if number > 0 {
                continue;
            }
            let known: Vec<Choice> = block.par_iter().flat_map(choices).collect();
            for option in known.iter().flat_map(|choice| &choice.options) {
                options += 1;
                for &(at, x) in option {
                    squares[usize::from(at)] += f64::from(x) * f64::from(x);
                }
            }
        }
    }
    let scale = |square: f64| libm::sqrt(square / f64::from(options.max(1))) as f32;
    let scales = squares
        .into_iter()
        .map(|square| scale(square).max(LEAST_SCALE));
    Ok((scales.collect(), samples))
}

/// The shares that the weights give, and the loss.
fn forward(weights: &[f32], scales: &[f32], choice: &Choice) -> (Vec<f32>, f64) {
    let logits: Vec<f32> = choice
        .options
        .iter()
        .map(|option| {
            let terms = option.iter().map(|&(at, x)| {
                let at = usize::from(at);
                f32::from(x) / scales[at] * weights[at]
            });
            terms.sum()
        })
        .collect();
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| libm::expf(logit - largest)).sum();
    let log_sum = largest + libm::logf(sum);
    let loss = logits.iter().zip(&choice.shares);
    let loss = loss.map(|(logit, share)| f64::from(share * (log_sum - logit)));
    let loss = loss.sum();
    let shares = logits.iter().map(|logit| libm::expf(logit - log_sum));
    (shares.collect(), loss)
}

/// The entropy of shares, in nats.
fn entropy(shares: &[f32]) -> f64 {
    let shares = shares.iter().filter(|share| **share > 0.0);
    let parts = shares.map(|&share| f64::from(-share * libm::logf(share)));
    parts.sum()
}

/// Adds `part` times the gradient of the loss; returns the loss.
fn add_gradient(
    weights: &[f32],
    scales: &[f32],
    choice: &Choice,
    part: f32,
    gradient: &mut [f32],
) -> f64 {
    let (shares, loss) = forward(weights, scales, choice);
    let shares = shares.iter().zip(&choice.shares);
    for (option, (have, want)) in choice.options.iter().zip(shares) {
        let error = part * (have - want);
        for &(at, x) in option {
            let at = usize::from(at);
            gradient[at] += error * f32::from(x) / scales[at];
        }
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice() -> Choice {
        Choice {
            options: vec![vec![(0, 1), (2, -3)], vec![(1, 2)], vec![(0, 2), (1, 1)]],
            shares: vec![0.5, 0.2, 0.3],
        }
    }

    /// The gradient against slopes of the loss.
    #[test]
    fn the_gradient_is_the_slope() {
        let weights = [0.3, -0.2, 0.1];
        let scales = [1.0, 2.0, 0.5];
        let batch = [
            choice(),
            Choice {
                shares: vec![0.0, 1.0, 0.0],
                ..choice()
            },
        ];
        let mut slopes = [0.0; 3];
        for choice in &batch {
            add_gradient(&weights, &scales, choice, 0.5, &mut slopes);
        }
        for (i, slope) in slopes.into_iter().enumerate() {
            let loss = |step: f32| {
                let mut weights = weights;
                weights[i] += step;
                let losses = batch
                    .iter()
                    .map(|choice| forward(&weights, &scales, choice).1);
                losses.sum::<f64>() / batch.len() as f64
            };
            let measured = (loss(0.01) - loss(-0.01)) / 0.02;
            assert!(
                (f64::from(slope) - measured).abs() < 1e-3,
                "{slope} {measured}"
            );
        }
    }

    #[test]
    fn shares_add_up() {
        let (shares, loss) = forward(&[0.0; 3], &[1.0; 3], &choice());
        assert!(shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-6));
        assert!((loss - libm::log(3.0)).abs() < 1e-6);
    }
}
