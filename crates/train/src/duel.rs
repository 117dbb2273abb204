//! Fits the net of [`search::duel`]: two sides, each a list of inputs that are on, and the chance of the first to win.
//!
//! The same seed gives the same net on any number of threads, see [`gradient`].

use std::path::PathBuf;

use anyhow::{Result, anyhow, ensure};
use fastrand::Rng;
use search::duel::{Duel, HIDDEN_UNIT, LINE_UNIT, MOST_HIDDEN, MOST_OUT, OUT_UNIT};

use crate::adam::Adam;
use crate::batches::{self, Fit, Mean, Settings, block, gradient, loss};
use crate::dataset::{Reader, Sample};

/// The settings of the recipes.
pub const SETTINGS: Settings = Settings {
    epochs: 10,
    batch: 1024,
    rate: 0.002,
    decay: 0.5,
    held_out: 10,
    seed: 1,
};

/// A sample in the form of the net's inputs.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The inputs that are on, by side.
    pub sides: [Vec<u16>; 2],
    /// The chance of the first side to win.
    pub target: f32,
}

/// The number of samples that are shuffled together in memory.
const SHUFFLED: usize = 1 << 17;

/// Fits a net with this many inputs and `H` hidden units to the samples of all files, from small random weights or from
/// `first`, as [`Duel::new`] takes them.
///
/// `expand` makes an example of a sample; its second argument asks for the mirrored one, of which each sample has a
/// chance of one half in each epoch. A game without such a symmetry ignores it.
///
/// # Errors
/// If a file cannot be read, nothing is in them, or the first weights are no such net.
pub fn fit<const H: usize>(
    files: &[PathBuf],
    inputs: usize,
    expand: impl Fn(&Sample, bool) -> Example + Sync,
    settings: &Settings,
    first: Option<&[i16]>,
) -> Result<Fit<Vec<i16>>> {
    let count = batch_count(files, settings)?;
    ensure!(count > 0, "there are no samples to fit to");
    let mut random = Rng::with_seed(settings.seed);
    let mut adam = Adam::new(match first {
        None => first_weights::<H>(inputs, &mut random),
        Some(numbers) => {
            Duel::<H>::new(numbers, inputs).map_err(|error| anyhow!(error))?;
            let numbers = numbers.iter().enumerate();
            let weight = |(at, &number)| (f64::from(number) / unit::<H>(at, inputs).0) as f32;
            numbers.map(weight).collect()
        }
    });
    let steps = (count * settings.epochs) as f32;
    let mut done = 0.0;
    let mut losses = Vec::new();
    let bar = crate::selfplay::progress((count * settings.epochs) as u64, "batches");
    for _ in 0..settings.epochs {
        let mut sum = Mean::default();
        for file in files {
            let mut reader = Reader::open(file)?;
            loop {
                let mut block = block(&mut reader, settings.held_out, SHUFFLED)?;
                if block.is_empty() {
                    break;
                }
                random.shuffle(&mut block);
                let mirrored: Vec<bool> = block.iter().map(|_| random.bool()).collect();
                let block: Vec<_> = block.into_iter().zip(mirrored).collect();
                for batch in block.chunks(settings.batch) {
                    let scale = 1.0 / batch.len() as f32;
                    let weights = &adam.weights;
                    let add = |(sample, mirrored): &(Sample, bool), gradient: &mut [f32]| {
                        let example = expand(sample, *mirrored);
                        [add_gradient::<H>(weights, &example, scale, gradient)]
                    };
                    let (gradient, [loss]) = gradient(weights.len(), batch, add);
                    let rate = settings.rate_at(done, steps);
                    adam.step(&gradient, rate, settings.decay);
                    sum.add_sum(loss, batch.len());
                    done += 1.0;
                    bar.inc(1);
                }
            }
        }
        let [held_out] = batches::held_out_losses(files, settings.held_out, |sample| {
            let example = expand(sample, false);
            let logit = forward::<H>(&adam.weights, &example).logit;
            [[loss(logit.into(), example.target.into())]]
        })?;
        bar.println(format!("  loss {:.4}, held-out {held_out:.4}", sum.mean()));
        losses.push([sum.mean(), held_out]);
    }
    bar.finish_and_clear();
    Ok(Fit {
        weights: rounded::<H>(&adam.weights, inputs),
        losses,
    })
}

/// Steps of an epoch: those of files that are shuffled one by one are a few more.
fn batch_count(files: &[PathBuf], settings: &Settings) -> Result<usize> {
    let mut samples = 0;
    for file in files {
        let mut reader = Reader::open(file)?;
        while let Some(sample) = reader.next_sample()? {
            samples += usize::from(sample.game % settings.held_out != 0);
        }
    }
    Ok(samples.div_ceil(settings.batch))
}

fn first_weights<const H: usize>(inputs: usize, random: &mut Rng) -> Vec<f32> {
    let mut spread = |most: f32| most * (2.0 * random.f32() - 1.0);
    let mut weights = Vec::new();
    for _ in 0..inputs {
        weights.extend((0..2 * H).map(|_| spread(0.1)));
        weights.push(0.0);
    }
    weights.extend((0..H).map(|_| spread(0.1)));
    weights.extend((0..H).map(|_| spread(0.2)));
    weights
}

/// The forward pass over both sides' inputs, in the net's units.
struct Forward<const H: usize> {
    /// By who is the own side.
    hidden: [[f32; H]; 2],
    logit: f32,
}

fn forward<const H: usize>(weights: &[f32], example: &Example) -> Forward<H> {
    let (table, last) = weights.split_at(weights.len() - 2 * H);
    let (bias, out) = last.split_at(H);
    let mut sums = [[[0.0; H]; 2]; 2];
    let mut line = [0.0; 2];
    for (side, inputs) in example.sides.iter().enumerate() {
        for &input in inputs {
            let row = &table[usize::from(input) * (2 * H + 1)..][..2 * H + 1];
            let [own, other] = &mut sums[side];
            for unit in 0..H {
                own[unit] += row[unit];
            }
            for unit in 0..H {
                other[unit] += row[H + unit];
            }
            line[side] += row[2 * H];
        }
    }
    let most = f32::from(MOST_HIDDEN) / HIDDEN_UNIT as f32;
    let hidden = [0, 1].map(|side| {
        let [own, other] = [&sums[side][0], &sums[1 - side][1]];
        std::array::from_fn(|unit| (own[unit] + other[unit] + bias[unit]).clamp(0.0, most))
    });
    let mut logit = line[0] - line[1];
    for unit in 0..H {
        logit += out[unit] * (hidden[0][unit] - hidden[1][unit]);
    }
    Forward { hidden, logit }
}

/// Adds `scale` times the gradient of the loss; returns the loss.
fn add_gradient<const H: usize>(
    weights: &[f32],
    example: &Example,
    scale: f32,
    gradient: &mut [f32],
) -> f64 {
    let Forward { hidden, logit } = forward::<H>(weights, example);
    let loss = loss(logit.into(), example.target.into());
    let error = scale * (chance(logit) - example.target);
    let out_at = weights.len() - H;
    let most = f32::from(MOST_HIDDEN) / HIDDEN_UNIT as f32;
    // The effect of a change of a hidden unit's sum, by who is the own side.
    let back: [[f32; H]; 2] = [0, 1].map(|side| {
        let sign = if side == 0 { error } else { -error };
        std::array::from_fn(|unit| {
            let inside = hidden[side][unit] > 0.0 && hidden[side][unit] < most;
            if inside {
                sign * weights[out_at + unit]
            } else {
                0.0
            }
        })
    });
    for unit in 0..H {
        gradient[out_at + unit] += error * (hidden[0][unit] - hidden[1][unit]);
        gradient[out_at - H + unit] += back[0][unit] + back[1][unit];
    }
    for (side, inputs) in example.sides.iter().enumerate() {
        let [own, other] = [&back[side], &back[1 - side]];
        let line = if side == 0 { error } else { -error };
        for &input in inputs {
            let row = &mut gradient[usize::from(input) * (2 * H + 1)..][..2 * H + 1];
            for unit in 0..H {
                row[unit] += own[unit];
            }
            for unit in 0..H {
                row[H + unit] += other[unit];
            }
            row[2 * H] += line;
        }
    }
    loss
}

/// The weights in the net's whole parts.
fn rounded<const H: usize>(weights: &[f32], inputs: usize) -> Vec<i16> {
    let number = |(at, &weight): (usize, &f32)| {
        let (unit, most) = unit::<H>(at, inputs);
        let number = libm::round(f64::from(weight) * unit);
        number.clamp(f64::from(-most), f64::from(most)) as i16
    };
    weights.iter().enumerate().map(number).collect()
}

/// The unit of the weight at this place, and the most units that it may have.
fn unit<const H: usize>(at: usize, inputs: usize) -> (f64, i16) {
    let table = inputs * (2 * H + 1);
    match at {
        _ if at >= table + H => (OUT_UNIT, MOST_OUT),
        _ if at >= table || at % (2 * H + 1) < 2 * H => (HIDDEN_UNIT, i16::MAX),
        _ => (LINE_UNIT, i16::MAX),
    }
}

fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-logit))
}
