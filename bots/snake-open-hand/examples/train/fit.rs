//! Logistic regression of the targets on the network: Adam with weight decay, in one fixed order.

use snake_open_hand::fill::{Features, INPUTS};
use snake_open_hand::net::{HIDDEN, Net, PHASES};

use crate::games::{Game, Sample, logistic};

const EPOCHS: usize = 8;
const BATCH: usize = 256;
/// Largest step of a weight; it falls linearly to a fiftieth.
const RATE: f32 = 0.01;
const WEIGHT_DECAY: f32 = 1e-5;
/// Measures are learned in units of so many cells, so that all weights are of one size.
const UNIT: f32 = 32.0;

/// Gives the hidden units that are not in use yet small random weights.
pub fn perturb(net: &mut Net, random: &mut fastrand::Rng) {
    let mut near_zero = |size: f32| (random.f32() - 0.5) * size;
    for row in net.sum.iter_mut().chain(&mut net.difference) {
        for weight in &mut row[1..] {
            *weight = near_zero(1.0) / UNIT;
        }
    }
    for row in &mut net.output {
        for weight in &mut row[1..] {
            *weight = near_zero(0.1);
        }
    }
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

fn zero() -> Net {
    let mut net = Net::territory();
    for weight in net.weights_mut() {
        *weight = 0.0;
    }
    net
}

/// Goes on from `net` with the positions of these games.
pub fn fit(net: &mut Net, games: &[Game], random: &mut fastrand::Rng) {
    let samples: Vec<Sample> = games.iter().flatten().map(in_units).collect();
    let mut scaled = rescaled(net, UNIT);
    let count = scaled.weights().count();
    let (mut mean, mut square) = (vec![0.0; count], vec![0.0; count]);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let steps = EPOCHS * samples.len().div_ceil(BATCH);
    let mut step = 0;
    for _ in 0..EPOCHS {
        random.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            step += 1;
            let mut gradient = zero();
            for &i in batch {
                add_gradient(&scaled, &samples[i], &mut gradient);
            }
            let rate = RATE * (1.0 - step as f32 / steps as f32).max(0.02);
            // Adam's corrections for the first steps.
            let corrections = [0.9, 0.999].map(|decay| 1.0 - libm::powf(decay, step as f32));
            let weights = scaled.weights_mut().zip(gradient.weights());
            for ((weight, gradient), (mean, square)) in
                weights.zip(mean.iter_mut().zip(&mut square))
            {
                let gradient = gradient / batch.len() as f32 + WEIGHT_DECAY * *weight;
                *mean = 0.9 * *mean + 0.1 * gradient;
                *square = 0.999 * *square + 0.001 * gradient * gradient;
                let size = (*square / corrections[1]).sqrt() + 1e-8;
                *weight -= rate * (*mean / corrections[0]) / size;
            }
        }
    }
    *net = rescaled(&scaled, 1.0 / UNIT);
}

fn in_units(sample: &Sample) -> Sample {
    Sample {
        features: Features {
            sum: sample.features.sum.map(|x| x / UNIT),
            difference: sample.features.difference.map(|x| x / UNIT),
        },
        ..*sample
    }
}

/// Adds the gradient of a sample's log loss.
fn add_gradient(net: &Net, sample: &Sample, gradient: &mut Net) {
    let Features { sum, difference } = &sample.features;
    let phase = sample.phase;
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
    let error = logistic(value) - sample.target;
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
}

fn log_loss(probability: f32, truth: f32) -> f64 {
    let p = probability.clamp(1e-4, 1.0 - 1e-4);
    -f64::from(truth * libm::logf(p) + (1.0 - truth) * libm::logf(1.0 - p))
}

/// Prints the mean log loss of the games' results, of the targets, and of the results by the searches; also by phase if
/// that is wanted.
pub fn print_loss(when: &str, net: &Net, games: &[Game], by_phase: bool) {
    let phases = if by_phase { 0..PHASES } else { 0..0 };
    let phases = phases.map(Some).chain([None]);
    for phase in phases {
        let samples = games.iter().flatten();
        let samples: Vec<&Sample> = samples
            .filter(|sample| phase.is_none_or(|phase| sample.phase == phase))
            .collect();
        let count = samples.len().max(1) as f64;
        let mean = |loss: fn(&Sample, f32) -> f64| {
            let values = samples
                .iter()
                .map(|sample| loss(sample, logistic(net.value(&sample.features, sample.phase))));
            values.sum::<f64>() / count
        };
        println!(
            "  {when} {}: {} positions, log loss of results {:.4}, of targets {:.4}; searches {:.4}",
            phase.map_or("all".to_owned(), |phase| format!("phase {phase}")),
            samples.len(),
            mean(|sample, p| log_loss(p, sample.result)),
            mean(|sample, p| log_loss(p, sample.target)),
            mean(|sample, _| log_loss(sample.searched, sample.result)),
        );
    }
}
