//! Fits the prices of windows to what became of boards.
//!
//! A layer of a beam is a question with an answer in hindsight: which of these boards do the boards of some pieces later
//! descend from? The softmax of the values should say so. The gradient of the log-likelihood is (share - chance), spread
//! over the windows of the board; layers come in random order, so that no stretch of the game is learned and forgotten
//! again.

use crate::beam::in_parallel;
use crate::learn::{Layer, Sample};
use crate::softmax::softmax;
use crate::weights::UNIT;
use crate::windows::{PARTS, Windows, parts_of};

/// Threads, a part of a layer each. A constant, because sums of floats depend on their order.
const THREADS: usize = 2;
/// What a part must have seen of gradients before its steps have full size.
const CALM: f32 = 0.05;
/// Gradients of a board that are too small to matter, times the boards of its layer.
const FEW: f32 = 0.01;

/// Nats by which values miss the shares of descendants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loss {
    /// Values with the rows' prices alone.
    pub rows: f64,
    /// Values with the windows' prices, too.
    pub windows: f64,
    /// The entropy of the shares: no values miss by less.
    pub floor: f64,
}

/// Prices while they are learned, in points, with AdaGrad's sums of squares.
///
/// What a layer says is mostly chance, so the result is the mean of the prices after each step of a pass.
#[derive(Clone, Debug)]
pub struct Fit {
    parts: Vec<f32>,
    squares: Vec<f32>,
    sums: Vec<f32>,
    steps: u32,
}

impl Default for Fit {
    fn default() -> Self {
        Self {
            parts: vec![0.0; PARTS],
            squares: vec![0.0; PARTS],
            sums: vec![0.0; PARTS],
            steps: 0,
        }
    }
}

impl Fit {
    /// Begins a new mean.
    pub fn begin_pass(&mut self) {
        self.sums.fill(0.0);
        self.steps = 0;
    }

    /// The mean prices of this pass.
    fn mean(&self) -> Vec<f32> {
        let steps = self.steps.max(1) as f32;
        self.sums.iter().map(|sum| sum / steps).collect()
    }

    /// The mean prices of this pass, in units.
    #[must_use]
    pub fn windows(&self) -> Windows {
        let unit = |points: f32| (points * UNIT as f32).round() as i16;
        Windows::new(self.mean().into_iter().map(unit).collect()).unwrap_or_default()
    }

    /// How well the mean prices of this pass tell which boards of the layers have a future.
    #[must_use]
    pub fn losses(&self, layers: &[&Layer]) -> Vec<Loss> {
        let mean = self.mean();
        let loss = |layer: &&Layer| chances(&mean, layer).0;
        layers.iter().map(loss).collect()
    }

    /// A step of gradient descent; returns the loss before it.
    pub fn step(&mut self, layer: &Layer, rate: f32) -> Loss {
        let (loss, chances) = chances(&self.parts, layer);
        let few = FEW / layer.samples.len() as f32;
        let pulls: Vec<(&Sample, f32)> = layer
            .samples
            .iter()
            .zip(&chances)
            .map(|(sample, chance)| (sample, sample.share - chance))
            .filter(|(_, pull)| pull.abs() >= few)
            .collect();
        let gradients = in_parts(&pulls, |pulls| {
            let mut gradient = vec![0.0; PARTS];
            let mut parts = vec![];
            for (sample, pull) in pulls {
                parts.clear();
                parts_of(&sample.rows, &mut parts);
                for part in &parts {
                    gradient[*part as usize] += pull;
                }
            }
            gradient
        });
        for (at, (part, square)) in self.parts.iter_mut().zip(&mut self.squares).enumerate() {
            let gradient: f32 = gradients.iter().map(|gradient| gradient[at]).sum();
            if gradient != 0.0 {
                *square += gradient * gradient;
                *part -= rate * gradient / (square.sqrt() + CALM);
            }
            self.sums[at] += *part;
        }
        self.steps += 1;
        loss
    }
}

/// The loss, and each board's chance to be the ancestor of a board of later.
fn chances(prices: &[f32], layer: &Layer) -> (Loss, Vec<f32>) {
    let shapes = in_parts(&layer.samples, |samples| {
        let mut parts = vec![];
        let price = |sample: &Sample| {
            parts.clear();
            parts_of(&sample.rows, &mut parts);
            parts.iter().map(|part| prices[*part as usize]).sum()
        };
        samples.iter().map(price).collect::<Vec<f32>>()
    });
    let rows: Vec<f64> = layer
        .samples
        .iter()
        .map(|sample| f64::from(sample.value))
        .collect();
    let values: Vec<f64> = layer
        .samples
        .iter()
        .zip(shapes.iter().flatten())
        .map(|(sample, price)| f64::from(sample.value - price))
        .collect();
    let entropy = |sample: &Sample| -> f64 {
        let share = f64::from(sample.share);
        if share > 0.0 {
            -share * libm::log(share)
        } else {
            0.0
        }
    };
    let missed = |nats: &[f64]| {
        let samples = layer.samples.iter().zip(nats);
        samples
            .map(|(sample, nats)| f64::from(sample.share) * nats)
            .sum()
    };
    let after = softmax(&values);
    let loss = Loss {
        rows: missed(&softmax(&rows).nats),
        windows: missed(&after.nats),
        floor: layer.samples.iter().map(entropy).sum(),
    };
    let chances = after.chances.iter().map(|chance| *chance as f32).collect();
    (loss, chances)
}

/// What `work` makes of the parts of `all`, in their order.
fn in_parts<T: Sync, R: Send>(all: &[T], work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let parts: Vec<&[T]> = all.chunks(all.len().div_ceil(THREADS).max(1)).collect();
    in_parallel(&parts, |_, part| work(part))
}
