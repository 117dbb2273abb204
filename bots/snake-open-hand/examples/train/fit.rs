//! Logistic regression of the targets on the network: Adam with weight decay. A batch is halved, each half summed in its
//! order and both added, whatever the number of threads.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;
use snake_open_hand::fill::INPUTS;
use snake_open_hand::net::{Features, HIDDEN, Net, PHASES};
use train::batches::{self, Fit, Mean, block, loss};
use train::dataset::{Reader, Sample};
use train::selfplay;

const EPOCHS: usize = 8;
const BATCH: usize = 256;
/// Largest step of a weight; it falls linearly to a fiftieth.
const RATE: f32 = 0.01;
const WEIGHT_DECAY: f32 = 1e-5;
/// Measures are learned in units of this many cells, so that all weights are of one size.
const UNIT: f32 = 32.0;
/// One game of this many is held out.
const HELD_OUT: u32 = 10;
/// Samples that are shuffled together, all in memory.
const SHUFFLED: usize = 1 << 18;

/// A sample as the network takes it.
struct Example {
    features: Features,
    phase: usize,
    target: f32,
}

/// Fits a network to the samples of all files; its text is rounded as the bot reads it.
///
/// # Errors
/// If a file cannot be read, or nothing is in them.
pub fn fit(files: &[PathBuf], seed: u64) -> Result<Fit<String>> {
    let mut random = Rng::with_seed(seed);
    let mut net = first_weights(&mut random);
    let count = net.weights().count();
    let (mut mean, mut square) = (vec![0.0; count], vec![0.0; count]);
    let steps = EPOCHS * batch_count(files)?;
    ensure!(steps > 0, "there are no samples to fit to");
    let mut step = 0;
    let mut losses = Vec::new();
    let bar = selfplay::progress(steps as u64, "batches");
    for _ in 0..EPOCHS {
        let mut fitted = Mean::default();
        for file in files {
            let mut reader = Reader::open(file)?;
            loop {
                let mut block = block(&mut reader, HELD_OUT, SHUFFLED)?;
                if block.is_empty() {
                    break;
                }
                random.shuffle(&mut block);
                let block: Vec<Example> = block.iter().map(example).collect();
                for batch in block.chunks(BATCH) {
                    step += 1;
                    let (gradient, loss) = gradient(&net, batch);
                    fitted.add_sum(loss, batch.len());
                    let rate = RATE * (1.0 - step as f32 / steps as f32).max(0.02);
                    // Adam's corrections for the first steps.
                    let corrections =
                        [0.9, 0.999].map(|decay| 1.0 - libm::powf(decay, step as f32));
                    let weights = net.weights_mut().zip(gradient.weights());
                    for ((weight, gradient), (mean, square)) in
                        weights.zip(mean.iter_mut().zip(&mut square))
                    {
                        let gradient = gradient / batch.len() as f32 + WEIGHT_DECAY * *weight;
                        *mean = 0.9 * *mean + 0.1 * gradient;
                        *square = 0.999 * *square + 0.001 * gradient * gradient;
                        let size = (*square / corrections[1]).sqrt() + 1e-8;
                        *weight -= rate * (*mean / corrections[0]) / size;
                    }
                    bar.inc(1);
                }
            }
        }
        let [held_out] = batches::held_out_losses(files, HELD_OUT, |sample| {
            let example = example(sample);
            let logit = net.value(&example.features, example.phase);
            [[loss(f64::from(logit), f64::from(example.target))]]
        })?;
        losses.push([fitted.mean(), held_out]);
    }
    bar.finish_and_clear();
    Ok(Fit {
        weights: rescaled(&net, 1.0 / UNIT).to_string(),
        losses,
    })
}

/// [`Net::territory`] in the first hidden unit, small random weights in the others.
fn first_weights(random: &mut Rng) -> Net {
    let mut net = rescaled(&Net::territory(), UNIT);
    let mut near_zero = |size: f32| (random.f32() - 0.5) * size;
    for row in net.sum.iter_mut().chain(&mut net.difference) {
        for weight in &mut row[1..] {
            *weight = near_zero(1.0);
        }
    }
    for row in &mut net.output {
        for weight in &mut row[1..] {
            *weight = near_zero(0.1);
        }
    }
    net
}

/// The network for measures in units of `unit` cells.
fn rescaled(net: &Net, unit: f32) -> Net {
    let mut net = net.clone();
    for row in net.sum.iter_mut().chain(&mut net.difference) {
        for weight in row {
            *weight *= unit;
        }
    }
    net
}

fn example(sample: &Sample) -> Example {
    let measure = |i: usize| f32::from(sample.features[i]) / UNIT;
    Example {
        features: Features {
            sum: std::array::from_fn(measure),
            difference: std::array::from_fn(|i| measure(INPUTS + i)),
        },
        phase: usize::from(sample.features[2 * INPUTS].unsigned_abs()).min(PHASES - 1),
        target: sample.target,
    }
}

fn batch_count(files: &[PathBuf]) -> Result<usize> {
    let mut batches = 0;
    for file in files {
        let mut reader = Reader::open(file)?;
        loop {
            let block = block(&mut reader, HELD_OUT, SHUFFLED)?.len();
            if block == 0 {
                break;
            }
            batches += block.div_ceil(BATCH);
        }
    }
    Ok(batches)
}

/// The gradient of a batch's summed loss, and that loss.
fn gradient(net: &Net, batch: &[Example]) -> (Net, f64) {
    let sum = |examples: &[Example]| {
        let mut gradient = net.clone();
        for weight in gradient.weights_mut() {
            *weight = 0.0;
        }
        let losses = examples
            .iter()
            .map(|example| add_gradient(net, example, &mut gradient));
        let loss: f64 = losses.sum();
        (gradient, loss)
    };
    let (first, second) = batch.split_at(batch.len() / 2);
    let ((mut gradient, loss), (other, other_loss)) = rayon::join(|| sum(first), || sum(second));
    for (weight, other) in gradient.weights_mut().zip(other.weights()) {
        *weight += other;
    }
    (gradient, loss + other_loss)
}

/// Adds the gradient of an example's loss; the loss.
fn add_gradient(net: &Net, example: &Example, gradient: &mut Net) -> f64 {
    let Features { sum, difference } = &example.features;
    let phase = example.phase;
    let mut a = net.threshold[phase];
    let mut b = [0.0; HIDDEN];
    for input in 0..INPUTS {
        for unit in 0..HIDDEN {
            a[unit] += net.sum[input][unit] * sum[input];
            b[unit] += net.difference[input][unit] * difference[input];
        }
    }
    let output = &net.output[phase];
    let ramps = |unit: usize| (a[unit] + b[unit]).max(0.0) - (a[unit] - b[unit]).max(0.0);
    let value: f32 = (0..HIDDEN).map(|unit| output[unit] * ramps(unit)).sum();
    let error = 1.0 / (1.0 + libm::expf(-value)) - example.target;
    let (mut by_a, mut by_b) = ([0.0; HIDDEN], [0.0; HIDDEN]);
    for unit in 0..HIDDEN {
        gradient.output[phase][unit] += error * ramps(unit);
        let slope = |x: f32| if x > 0.0 { error * output[unit] } else { 0.0 };
        let (plus, minus) = (slope(a[unit] + b[unit]), slope(a[unit] - b[unit]));
        by_a[unit] = plus - minus;
        by_b[unit] = plus + minus;
        gradient.threshold[phase][unit] += by_a[unit];
    }
    for input in 0..INPUTS {
        for unit in 0..HIDDEN {
            gradient.sum[input][unit] += by_a[unit] * sum[input];
            gradient.difference[input][unit] += by_b[unit] * difference[input];
        }
    }
    loss(f64::from(value), f64::from(example.target))
}
