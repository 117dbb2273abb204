//! Code that the fits share: samples block by block, losses, means.

use std::path::PathBuf;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::dataset::{Reader, Sample};

/// The result of a fit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fit<W> {
    /// The weights as the bot reads them.
    pub weights: W,
    /// After each epoch: the mean loss of the samples that were fitted, as they were met, and of the held-out ones.
    pub losses: Vec<[f64; 2]>,
}

/// The settings of a fit with [`Adam`](crate::adam::Adam).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Times that all samples are gone through.
    pub epochs: usize,
    /// Samples, or what is made of them, a step.
    pub batch: usize,
    /// Adam's step size at the start; it falls linearly to a twentieth.
    pub rate: f32,
    /// Part of the rate by which every weight shrinks in a step.
    pub decay: f32,
    /// One game of this many is held out.
    pub held_out: u32,
    /// Of the first weights and the order of the samples.
    pub seed: u64,
}

impl Settings {
    /// The rate at progress `done` out of `all`.
    pub fn rate_at(&self, done: f32, all: f32) -> f32 {
        falling(self.rate, done, all)
    }
}

/// A step size that falls linearly to a twentieth, at progress `done` out of `all`.
pub fn falling(first: f32, done: f32, all: f32) -> f32 {
    first * (1.0 - 0.95 * done / all).max(0.05)
}

/// The gradient of this number of weights over a batch, and the sums of its losses. `add` adds the part of an example
/// to the gradient and returns its losses.
///
/// The batch is halved, each half is summed in its order and both are added: the result does not depend on the number of
/// threads.
pub fn gradient<T: Sync, const N: usize>(
    weights: usize,
    batch: &[T],
    add: impl Fn(&T, &mut [f32]) -> [f64; N] + Sync,
) -> (Vec<f32>, [f64; N]) {
    let half = |examples: &[T]| {
        let mut gradient = vec![0.0; weights];
        let mut losses = [0.0; N];
        for example in examples {
            add_all(&mut losses, &add(example, &mut gradient));
        }
        (gradient, losses)
    };
    let (first, second) = batch.split_at(batch.len() / 2);
    let ((mut sum, mut losses), other) = rayon::join(|| half(first), || half(second));
    for (sum, other) in sum.iter_mut().zip(other.0) {
        *sum += other;
    }
    add_all(&mut losses, &other.1);
    (sum, losses)
}

fn add_all<const N: usize>(sums: &mut [f64; N], more: &[f64; N]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

/// The next samples that are not held out, at most `most`. Games whose number is a multiple of `held_out` are held out.
pub fn block(reader: &mut Reader, held_out: u32, most: usize) -> Result<Vec<Sample>> {
    let mut block = Vec::new();
    while block.len() < most {
        match reader.next_sample()? {
            Some(sample) if sample.game.is_multiple_of(held_out) => {}
            Some(sample) => block.push(sample),
            None => break,
        }
    }
    Ok(block)
}

/// The mean losses of the held-out games of the files: those whose number `held_out` divides. `losses` are those of what is
/// fitted in a sample, which may be several things or none.
///
/// # Errors
/// If a file cannot be read.
pub fn held_out_losses<const N: usize, I>(
    files: &[PathBuf],
    held_out: u32,
    losses: impl Fn(&Sample) -> I,
) -> Result<[f64; N]>
where
    I: IntoIterator<Item = [f64; N]>,
{
    let mut means = [Mean::default(); N];
    for file in files {
        let mut reader = Reader::open(file)?;
        while let Some(sample) = reader.next_sample()? {
            if !sample.game.is_multiple_of(held_out) {
                continue;
            }
            for (mean, loss) in losses(&sample).into_iter().flat_map(|of| (0..N).zip(of)) {
                means[mean].add(loss);
            }
        }
    }
    Ok(means.map(Mean::mean))
}

/// The cross-entropy of a result and the chance of a logit.
pub fn loss(logit: f64, target: f64) -> f64 {
    // ln(1 + e^logit) - target logit, without overflow.
    logit.max(0.0) - target * logit + libm::log1p(libm::exp(-logit.abs()))
}

/// A mean that grows.
#[derive(Clone, Copy, Default)]
pub struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.add_sum(value, 1);
    }

    /// Adds `count` values by their sum.
    pub fn add_sum(&mut self, sum: f64, count: usize) {
        self.sum += sum;
        self.count += count as f64;
    }

    /// Adds the values of another one.
    pub fn add_all(&mut self, other: Self) {
        self.sum += other.sum;
        self.count += other.count;
    }

    /// The mean; 0 of nothing.
    pub fn mean(self) -> f64 {
        self.sum / self.count.max(1.0)
    }
}
