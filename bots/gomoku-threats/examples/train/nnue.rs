//! Fits the net of [`gomoku_threats::value`] to the samples of games: [`Adam`], on the cross-entropy of the targets.

use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;
use gomoku_threats::value::{HIDDEN_UNIT, LOGIT, PLACES, STAGES, UNIT, UNITS, shared};
use search::dense::text_of_sets;
use serde::{Deserialize, Serialize};
use train::adam::Adam;
use train::batches::{Mean, Settings, gradient, loss};
use train::dataset::{Reader, Sample};
use train::logistic::chance;

/// The settings of the recipe, except the seed.
const SETTINGS: Settings = Settings {
    epochs: 4,
    batch: 128,
    rate: 0.0015,
    decay: 0.0,
    held_out: 20,
    seed: 1,
};

/// The order of a net's numbers: the vectors of so many places that have their own, those of the stages, the weights of each hidden
/// unit, their biases, and their weights in the value.
#[derive(Clone, Copy)]
struct Shape(usize);

impl Shape {
    fn count(self) -> usize {
        self.last() + UNITS
    }

    /// The vector of a place, of a stage, or the weights of a hidden unit.
    fn vector(self, number: usize) -> Range<usize> {
        number * UNITS..(number + 1) * UNITS
    }

    fn stage(self, stage: usize) -> Range<usize> {
        self.vector(self.0 + stage)
    }

    fn hidden(self, unit: usize) -> Range<usize> {
        self.stage(STAGES + unit)
    }

    fn biases(self) -> usize {
        self.hidden(UNITS).start
    }

    fn last(self) -> usize {
        self.biases() + UNITS
    }
}

/// A sample as a net sees it.
struct Example {
    /// The places of the vectors that are added up, by their numbers among those that have their own.
    places: Vec<u16>,
    stage: usize,
    target: f32,
}

/// The result of a fit.
#[derive(Serialize, Deserialize)]
pub struct Fit {
    /// The net as [`Weights::parse`](gomoku_threats::value::Weights::parse) reads it.
    pub text: String,
    /// After each epoch: the mean loss of the samples that were fitted, as they were met, and of the held-out ones.
    pub losses: Vec<[f64; 2]>,
}

/// The net that predicts the targets of the samples of all files best. `terms` are the stage of a sample and its places. The vectors of
/// places that no sample has are 0.
///
/// # Errors
/// If a file cannot be read, or nothing is in them.
pub fn fit(
    files: &[PathBuf],
    seed: u64,
    terms: impl Fn(&Sample) -> (usize, Vec<u16>),
) -> Result<Fit> {
    let (settings, shared) = (SETTINGS, shared());
    let own = (0..PLACES).filter(|&place| shared[place] == place);
    let mut numbers = vec![0; PLACES];
    let mut count = 0;
    for place in own {
        numbers[place] = count as u16;
        count += 1;
    }
    let shape = Shape(count);
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for file in files {
        let mut reader = Reader::open(file)?;
        while let Some(sample) = reader.next_sample()? {
            let (stage, mut places) = terms(&sample);
            for place in &mut places {
                *place = numbers[shared[usize::from(*place)]];
            }
            let example = Example {
                places,
                stage,
                target: sample.target,
            };
            match sample.game.is_multiple_of(settings.held_out) {
                true => held_out.push(example),
                false => fitted.push(example),
            }
        }
    }
    ensure!(!fitted.is_empty(), "there are no samples to fit to");
    let mut random = Rng::with_seed(seed);
    let mut adam = Adam::new(first_numbers(shape, &mut random));
    let (mut losses, mut done) = (Vec::new(), 0);
    let all = (settings.epochs * fitted.len()) as f32;
    for _ in 0..settings.epochs {
        random.shuffle(&mut fitted);
        let mut means = [Mean::default(), Mean::default()];
        for batch in fitted.chunks(settings.batch) {
            let numbers = &adam.weights;
            let (mut slopes, [sum]) = gradient(shape.count(), batch, |example, slopes| {
                [add_slopes(shape, numbers, example, slopes)]
            });
            means[0].add_sum(sum, batch.len());
            let part = 1.0 / batch.len() as f32;
            slopes.iter_mut().for_each(|slope| *slope *= part);
            adam.step(&slopes, settings.rate_at(done as f32, all), settings.decay);
            done += batch.len();
        }
        for example in &held_out {
            let (.., logit) = forward(shape, &adam.weights, example);
            means[1].add(loss(logit.into(), example.target.into()));
        }
        let [fitted, held_out] = means.map(Mean::mean);
        eprintln!("  loss {fitted:.4}, held out {held_out:.4}");
        losses.push([fitted, held_out]);
    }
    let text = text(shape, &adam.weights, &numbers, &shared);
    Ok(Fit { text, losses })
}

/// The numbers that a fit begins with: all values are 0, and hidden units differ by their weights alone.
fn first_numbers(shape: Shape, random: &mut Rng) -> Vec<f32> {
    let mut numbers = vec![0.0; shape.count()];
    numbers[shape.stage(0).start..shape.stage(STAGES).start].fill_with(|| 0.2 + 0.6 * random.f32());
    let most = (6.0 / UNITS as f32).sqrt();
    let weights = &mut numbers[shape.hidden(0).start..shape.biases()];
    weights.fill_with(|| most * (2.0 * random.f32() - 1.0));
    numbers[shape.biases()..shape.last()].fill(0.1);
    numbers
}

/// The sums of the vectors, the hidden units before they are rectified, and the logit.
fn forward(shape: Shape, numbers: &[f32], example: &Example) -> ([f32; UNITS], [f32; UNITS], f32) {
    let mut sums = [0.0; UNITS];
    let places = example.places.iter().map(|&place| usize::from(place));
    for place in places.chain([shape.0 + example.stage]) {
        for (sum, number) in sums.iter_mut().zip(&numbers[shape.vector(place)]) {
            *sum += number;
        }
    }
    let (mut hidden, mut logit) = ([0.0; UNITS], 0.0);
    for (unit, hidden) in hidden.iter_mut().enumerate() {
        let weights = sums.iter().zip(&numbers[shape.hidden(unit)]);
        let sum: f32 = weights.map(|(sum, weight)| sum.max(0.0) * weight).sum();
        *hidden = sum + numbers[shape.biases() + unit];
        logit += hidden.max(0.0) * numbers[shape.last() + unit];
    }
    (sums, hidden, logit)
}

/// Adds the slopes of an example's loss, which is returned.
fn add_slopes(shape: Shape, numbers: &[f32], example: &Example, slopes: &mut [f32]) -> f64 {
    let (sums, hidden, logit) = forward(shape, numbers, example);
    let error = chance(logit.into()) as f32 - example.target;
    let mut back = [0.0; UNITS];
    for (unit, &sum) in hidden.iter().enumerate().filter(|(_, sum)| **sum > 0.0) {
        let slope = error * numbers[shape.last() + unit];
        slopes[shape.last() + unit] += error * sum;
        slopes[shape.biases() + unit] += slope;
        let weights = slopes[shape.hidden(unit)]
            .iter_mut()
            .zip(&numbers[shape.hidden(unit)]);
        for (((slope_of, weight), back), sum) in weights.zip(&mut back).zip(&sums) {
            *slope_of += slope * sum.max(0.0);
            *back += slope * weight;
        }
    }
    for (back, _) in back.iter_mut().zip(&sums).filter(|(_, sum)| **sum <= 0.0) {
        *back = 0.0;
    }
    let places = example.places.iter().map(|&place| usize::from(place));
    for place in places.chain([shape.0 + example.stage]) {
        for (slope, back) in slopes[shape.vector(place)].iter_mut().zip(&back) {
            *slope += back;
        }
    }
    loss(logit.into(), example.target.into())
}

/// The text of a net; `own` is by place the number of its vector.
fn text(shape: Shape, numbers: &[f32], own: &[u16], shared: &[usize]) -> String {
    let parts = |number: f32, unit: i32| (number * unit as f32).round() as i16;
    let mut weights = Vec::new();
    for unit in 0..UNITS {
        let places = (0..PLACES).map(|place| usize::from(own[shared[place]]));
        let vectors = places.chain(shape.0..shape.0 + STAGES);
        weights.extend(vectors.map(|vector| parts(numbers[vector * UNITS + unit], UNIT)));
        let hidden = (0..UNITS).map(|hidden| numbers[shape.hidden(hidden).start + unit]);
        weights.extend(hidden.map(|weight| parts(weight, HIDDEN_UNIT)));
        weights.push(parts(numbers[shape.biases() + unit], UNIT));
        weights.push(parts(numbers[shape.last() + unit], LOGIT));
    }
    text_of_sets(&weights, shared)
}
