//! Logistic regression: the result of a game on the difference of both sides' features.
//!
//! Both sides share one weight vector and there is no intercept, so seen from the other side a position has the
//! opposite logit. Fitted with Adam (Kingma and Ba, 2015) and L2 in small batches, in one fixed order on one thread:
//! with some hundred weights, a batch is too small to share.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::batches::{self, Fit, Mean, block, loss};
use crate::dataset::{Reader, Sample};

/// The settings of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Times that all samples are gone through.
    pub epochs: usize,
    /// Samples a step.
    pub batch: usize,
    /// Adam's step size in the first epoch; it falls linearly to a tenth.
    pub rate: f64,
    /// Pull of every weight towards 0, in units of the loss, for features scaled to unit variance.
    pub l2: f64,
    /// One game of this many is held out.
    pub held_out: u32,
    /// Of the order of the samples.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            epochs: 4,
            batch: 256,
            rate: 0.01,
            l2: 1e-4,
            held_out: 10,
            seed: 1,
        }
    }
}

/// The number of samples that are shuffled together in memory.
const SHUFFLED: usize = 1 << 16;

/// Fits a weight for each feature, whose weighted sum is the logit, to the samples of all files, starting with these.
///
/// # Errors
/// If a file cannot be read or has other features than `start` has weights.
pub fn fit(files: &[PathBuf], start: &[f64], settings: &Settings) -> Result<Fit<Vec<f64>>> {
    let scales = scales(files, start.len())?;
    let mut adam = Adam::new(
        start
            .iter()
            .zip(&scales)
            .map(|(weight, scale)| weight * scale),
    );
    let mut random = fastrand::Rng::with_seed(settings.seed);
    let mut losses = Vec::new();
    for epoch in 0..settings.epochs {
        let progress = epoch as f64 / settings.epochs.max(2).saturating_sub(1) as f64;
        let rate = settings.rate * (1.0 - 0.9 * progress);
        let mut sum = Mean::default();
        for file in files {
            let mut reader = Reader::open(file)?;
            loop {
                let mut block = block(&mut reader, settings.held_out, SHUFFLED)?;
                if block.is_empty() {
                    break;
                }
                random.shuffle(&mut block);
                for batch in block.chunks(settings.batch) {
                    sum.add_all(adam.step(batch, &scales, rate, settings.l2));
                }
            }
        }
        let weights = adam.weights(&scales);
        losses.push([
            sum.mean(),
            held_out_loss(files, &weights, settings.held_out)?,
        ]);
    }
    Ok(Fit {
        weights: adam.weights(&scales),
        losses,
    })
}

/// The mean loss (in nats) of these weights on the held-out games of the files.
///
/// # Errors
/// As [`fit`].
pub fn held_out_loss(files: &[PathBuf], weights: &[f64], held_out: u32) -> Result<f64> {
    let [loss] = batches::held_out_losses(files, held_out, |sample| {
        let terms = sample.features.iter().zip(weights);
        let logit = terms.map(|(&x, weight)| f64::from(x) * weight).sum();
        [[loss(logit, sample.target.into())]]
    })?;
    Ok(loss)
}

/// A feature is scaled by this at least: the weight of one that is hardly ever met would be anything otherwise.
const LEAST_SCALE: f64 = 0.1;

/// The root mean square of each feature, [`LEAST_SCALE`] at least.
fn scales(files: &[PathBuf], features: usize) -> Result<Vec<f64>> {
    let mut squares = vec![0.0; features];
    let mut count = 0.0;
    for file in files {
        let mut reader = Reader::open(file)?;
        let found = reader.header().features.len();
        ensure!(
            found == features,
            "{file:?} has {found} features, not {features}"
        );
        while let Some(sample) = reader.next_sample()? {
            count += 1.0;
            for (square, &x) in squares.iter_mut().zip(&sample.features) {
                *square += f64::from(x) * f64::from(x);
            }
        }
    }
    let scale = |square: f64| libm::sqrt(square / f64::max(count, 1.0)).max(LEAST_SCALE);
    Ok(squares.into_iter().map(scale).collect())
}

/// The optimizer, with weights for features scaled to unit variance.
struct Adam {
    weights: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    /// Powers of the two decays.
    powers: [f64; 2],
}

/// Decays of the running means of gradient and squared gradient: the paper's.
const DECAYS: [f64; 2] = [0.9, 0.999];

impl Adam {
    fn new(weights: impl Iterator<Item = f64>) -> Self {
        let weights: Vec<f64> = weights.collect();
        let zeros = vec![0.0; weights.len()];
        Self {
            mean: zeros.clone(),
            square: zeros,
            weights,
            powers: [1.0; 2],
        }
    }

    /// One step; returns the losses before it.
    fn step(&mut self, batch: &[Sample], scales: &[f64], rate: f64, l2: f64) -> Mean {
        let mut losses = Mean::default();
        let mut gradient: Vec<f64> = self.weights.iter().map(|weight| l2 * weight).collect();
        for sample in batch {
            let scaled: Vec<f64> = sample
                .features
                .iter()
                .zip(scales)
                .map(|(&x, scale)| f64::from(x) / scale)
                .collect();
            let logit = scaled
                .iter()
                .zip(&self.weights)
                .map(|(x, weight)| x * weight)
                .sum();
            let target = f64::from(sample.target);
            losses.add(loss(logit, target));
            let error = (chance(logit) - target) / batch.len() as f64;
            for (sum, x) in gradient.iter_mut().zip(&scaled) {
                *sum += error * x;
            }
        }
        for (power, decay) in self.powers.iter_mut().zip(DECAYS) {
            *power *= decay;
        }
        for (i, gradient) in gradient.into_iter().enumerate() {
            let (mean, square) = (&mut self.mean[i], &mut self.square[i]);
            *mean += (1.0 - DECAYS[0]) * (gradient - *mean);
            *square += (1.0 - DECAYS[1]) * (gradient * gradient - *square);
            let deviation = libm::sqrt(*square / (1.0 - self.powers[1]));
            self.weights[i] -= rate * *mean / (1.0 - self.powers[0]) / (deviation + 1e-8);
        }
        losses
    }

    /// The weights for features as they are.
    fn weights(&self, scales: &[f64]) -> Vec<f64> {
        self.weights
            .iter()
            .zip(scales)
            .map(|(weight, scale)| weight / scale)
            .collect()
    }
}

/// The chance that a logit stands for.
pub fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}
