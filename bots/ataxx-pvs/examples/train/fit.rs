//! Logistic regression of the targets on the net.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use ataxx::{Cell, CellSet, SIZE};
use ataxx_pvs::net::{
    MOST_OUT, MOST_WEIGHT, OUT_UNIT, SQUARES, STATES, TURNED, UNIT, UNITS, squares,
};
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use train::adam::Adam;
use train::batches::{Mean, Settings, gradient, loss};
use train::dataset::Reader;
use train::{selfplay, symmetries};

use crate::games::sides;

/// The settings of the recipe, except the seed.
pub const SETTINGS: Settings = Settings {
    epochs: 6,
    batch: 2048,
    rate: 0.003,
    decay: 0.01,
    held_out: 20,
    seed: 1,
};

/// The result of the training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fit {
    /// The weights as [`Net::new`](ataxx_pvs::net::Net::new) takes them.
    pub weights: Vec<i16>,
    /// After each epoch: the mean loss of the samples that were fitted, as they were met, and of the held-out ones.
    pub losses: Vec<[f64; 2]>,
}

/// A sample as the net takes it.
#[derive(Clone, Copy)]
struct Example {
    sides: [u64; 2],
    target: f32,
}

/// Offsets of the weights.
mod at {
    use super::{SQUARES, STATES, UNITS};

    pub const BIAS: usize = SQUARES * STATES * UNITS;
    pub const OUT: usize = BIAS + UNITS;
    pub const END: usize = OUT + 2 * UNITS;
}

/// Fits a net to the samples of all files.
///
/// # Errors
/// If a file cannot be read, or nothing is in them.
pub fn fit(files: &[PathBuf], settings: &Settings) -> Result<Fit> {
    let [mut fitted, mut held_out] = [const { Vec::new() }; 2];
    for file in files {
        let mut reader = Reader::open(file)?;
        while let Some(sample) = reader.next_sample()? {
            let example = Example {
                sides: sides(&sample.features),
                target: sample.target,
            };
            match sample.game.is_multiple_of(settings.held_out) {
                true => held_out.push(example),
                false => fitted.push(example),
            }
        }
    }
    ensure!(!fitted.is_empty(), "there are no samples to fit to");
    let turned = symmetries::turned(SIZE);
    let mut random = Rng::with_seed(settings.seed);
    let mut adam = Adam::new(first_weights(&mut random));
    let batches = fitted.len().div_ceil(settings.batch);
    let steps = (batches * settings.epochs) as f32;
    let mut done = 0.0;
    let mut losses = Vec::new();
    let bar = selfplay::progress((batches * settings.epochs) as u64, "batches");
    for _ in 0..settings.epochs {
        random.shuffle(&mut fitted);
        let mut sum = Mean::default();
        for batch in fitted.chunks(settings.batch) {
            let batch: Vec<Example> = (batch.iter())
                .map(|example| example.turned(&turned[random.usize(..symmetries::COUNT)]))
                .collect();
            let scale = 1.0 / batch.len() as f32;
            let weights = &adam.weights;
            let add = |example: &Example, gradient: &mut [f32]| {
                [add_gradient(weights, example, scale, gradient)]
            };
            let (gradient, [loss]) = gradient(weights.len(), &batch, add);
            adam.step(&gradient, settings.rate_at(done, steps), settings.decay);
            let (inputs, outputs) = adam.weights.split_at_mut(at::BIAS);
            cut(inputs, f32::from(MOST_WEIGHT) / f32::from(UNIT));
            let outputs = &mut outputs[UNITS..3 * UNITS];
            cut(outputs, f32::from(MOST_OUT) / f32::from(OUT_UNIT));
            sum.add_sum(loss, batch.len());
            done += 1.0;
            bar.inc(1);
        }
        let mut mean = Mean::default();
        for example in &held_out {
            let logit = Forward::of(&adam.weights, example).logit;
            mean.add(loss(logit.into(), example.target.into()));
        }
        eprintln!("  loss {:.4}, held-out {:.4}", sum.mean(), mean.mean());
        losses.push([sum.mean(), mean.mean()]);
    }
    bar.finish_and_clear();
    Ok(Fit {
        weights: rounded(&adam.weights),
        losses,
    })
}

/// The members of a set of bits.
fn cells(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(first)
    })
}

impl Example {
    fn turned(&self, to: &[u8; Cell::COUNT]) -> Self {
        let turn = |bits: u64| cells(bits).map(|cell| 1 << to[cell]).sum();
        Self {
            sides: self.sides.map(turn),
            target: self.target,
        }
    }

    /// The states of the squares in the view of the side to move and of the other.
    fn views(&self) -> [[u8; SQUARES]; 2] {
        let own = squares(self.sides.map(CellSet::from_bits));
        [own, own.map(|state| TURNED[usize::from(state)])]
    }
}

/// The offsets of the weights of these states.
fn rows(states: &[u8; SQUARES]) -> impl Iterator<Item = usize> + '_ {
    let of = |(square, &state): (usize, &u8)| (square * STATES + usize::from(state)) * UNITS;
    states.iter().enumerate().map(of)
}

fn cut(weights: &mut [f32], most: f32) {
    for weight in weights {
        *weight = weight.clamp(-most, most);
    }
}

fn first_weights(random: &mut Rng) -> Vec<f32> {
    let mut spread = |most: f32| most * (2.0 * random.f32() - 1.0);
    let mut weights: Vec<f32> = (0..at::BIAS).map(|_| spread(0.05)).collect();
    weights.extend((0..UNITS).map(|_| 0.3 + spread(0.3)));
    weights.extend((0..2 * UNITS).map(|_| spread(0.2)));
    weights.push(0.0);
    weights
}

struct Forward {
    /// The states of the squares in each view.
    views: [[u8; SQUARES]; 2],
    /// By view, the side to move first: cut off at 0 and 1, not yet squared.
    hidden: [[f32; UNITS]; 2],
    logit: f32,
}

impl Forward {
    fn of(weights: &[f32], example: &Example) -> Self {
        let views = example.views();
        let hidden = views.map(|view| {
            let mut sums = *row(weights, at::BIAS);
            for from in rows(&view) {
                add(&mut sums, row(weights, from), 1.0);
            }
            sums.map(|sum| sum.clamp(0.0, 1.0))
        });
        let mut logits = [weights[at::END], 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        for (view, hidden) in hidden.iter().enumerate() {
            let out = row(weights, at::OUT + view * UNITS);
            for (hidden, out) in hidden.as_chunks::<8>().0.iter().zip(out.as_chunks::<8>().0) {
                for lane in 0..8 {
                    logits[lane] += hidden[lane] * hidden[lane] * out[lane];
                }
            }
        }
        Self {
            views,
            hidden,
            logit: logits.iter().sum(),
        }
    }
}

/// Adds `scale` times the gradient of the loss; returns the loss.
fn add_gradient(weights: &[f32], example: &Example, scale: f32, gradient: &mut [f32]) -> f64 {
    let Forward {
        views,
        hidden,
        logit,
    } = Forward::of(weights, example);
    let error = scale * (1.0 / (1.0 + libm::expf(-logit)) - example.target);
    gradient[at::END] += error;
    for (view, (states, hidden)) in views.iter().zip(&hidden).enumerate() {
        let from = at::OUT + view * UNITS;
        let squares = hidden.map(|unit| unit * unit);
        add(row_mut(gradient, from), &squares, error);
        let out = row(weights, from);
        let back = std::array::from_fn(|unit| {
            let inside = hidden[unit] > 0.0 && hidden[unit] < 1.0;
            if inside {
                2.0 * error * hidden[unit] * out[unit]
            } else {
                0.0
            }
        });
        add(row_mut(gradient, at::BIAS), &back, 1.0);
        for from in rows(states) {
            add(row_mut(gradient, from), &back, 1.0);
        }
    }
    loss(logit.into(), example.target.into())
}

/// The weights in the net's whole parts.
fn rounded(weights: &[f32]) -> Vec<i16> {
    let numbers = weights.iter().enumerate().map(|(i, &weight)| {
        let unit = if i < at::OUT { UNIT } else { OUT_UNIT };
        libm::roundf(weight * f32::from(unit)) as i16
    });
    numbers.collect()
}

fn row(weights: &[f32], from: usize) -> &[f32; UNITS] {
    &weights[from..from + UNITS].as_chunks().0[0]
}

fn row_mut(weights: &mut [f32], from: usize) -> &mut [f32; UNITS] {
    &mut weights[from..from + UNITS].as_chunks_mut().0[0]
}

#[inline(always)]
fn add(sum: &mut [f32; UNITS], other: &[f32; UNITS], factor: f32) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += factor * other;
    }
}
