//! Fits the net of [`gomoku_threats::value`] to the samples of games: [`Adam`], on the cross-entropy of the targets.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;
use gomoku_threats::value::{
    BIASES, BOXES, HIDDEN, HIDDEN_UNIT, LAST, LOGIT, PLACES, ROW, SET, TILES, UNIT, UNITS,
};
use search::dense;
use train::adam::Adam;
use train::batches::{Fit, Mean, Settings, block, gradient, held_out_losses, loss};
use train::dataset::{Reader, Sample};
use train::logistic::chance;

/// The settings of the recipe, except the seed.
const SETTINGS: Settings = Settings {
    epochs: 6,
    batch: 64,
    rate: 0.002,
    decay: 0.0,
    held_out: 20,
    seed: 1,
};

/// One number of each of the [sets](SET) of weights.
type Vector = [f32; UNITS];

/// A sample as a net sees it.
struct Example {
    /// The places of the vectors that are added up, each times [`TILES`] and with its tile.
    terms: Vec<u16>,
    stage: usize,
    target: f32,
}

impl Example {
    /// Each place and its tile.
    fn places(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let terms = self.terms.iter().map(|&term| usize::from(term));
        terms.map(|term| [term / TILES, term % TILES])
    }
}

/// The net that predicts the targets of the samples of all files best, as
/// [`Weights::parse`](gomoku_threats::value::Weights::parse) reads it. `terms` are the stage of a sample and its places, each with its
/// tile.
///
/// # Errors
/// If a file cannot be read, or nothing is in them.
pub fn fit(
    files: &[PathBuf],
    seed: u64,
    terms: impl Fn(&Sample) -> (usize, Vec<[usize; 2]>),
) -> Result<Fit<String>> {
    let settings = SETTINGS;
    let example = |sample: &Sample| {
        let (stage, places) = terms(sample);
        let terms = places.iter().map(|[place, tile]| place * TILES + tile);
        Example {
            terms: terms.map(|term| term as u16).collect(),
            stage,
            target: sample.target,
        }
    };
    let mut fitted = Vec::new();
    for file in files {
        let samples = block(&mut Reader::open(file)?, settings.held_out, usize::MAX)?;
        fitted.extend(samples.iter().map(example));
    }
    ensure!(!fitted.is_empty(), "there are no samples to fit to");
    let mut random = Rng::with_seed(seed);
    let mut adam = Adam::new(first_numbers(&mut random));
    let (mut losses, mut done) = (Vec::new(), 0);
    let all = (settings.epochs * fitted.len()) as f32;
    for _ in 0..settings.epochs {
        random.shuffle(&mut fitted);
        let mut mean = Mean::default();
        for batch in fitted.chunks(settings.batch) {
            let numbers = &adam.weights;
            let (mut slopes, [sum]) = gradient(UNITS * SET, batch, |example, slopes| {
                [add_slopes(numbers, example, slopes)]
            });
            mean.add_sum(sum, batch.len());
            let part = 1.0 / batch.len() as f32;
            slopes.iter_mut().for_each(|slope| *slope *= part);
            adam.step(&slopes, settings.rate_at(done as f32, all), settings.decay);
            done += batch.len();
        }
        let [held_out] = held_out_losses(files, settings.held_out, |sample| {
            let logit = Passed::of(&adam.weights, &example(sample)).logit;
            [[loss(logit.into(), sample.target.into())]]
        })?;
        eprintln!("  loss {:.4}, held out {held_out:.4}", mean.mean());
        losses.push([mean.mean(), held_out]);
    }
    Ok(Fit {
        weights: text(&adam.weights),
        losses,
    })
}

/// The numbers that a fit begins with: all values are 0, and units differ by their weights and biases alone.
fn first_numbers(random: &mut Rng) -> Vec<f32> {
    let mut numbers = vec![0.0; UNITS * SET];
    let (vectors, _) = numbers.as_chunks_mut::<UNITS>();
    let mut uniform = |low: f32, high: f32| low + (high - low) * random.f32();
    for stage in &mut vectors[PLACES..BOXES] {
        stage.fill_with(|| uniform(0.2, 0.8));
    }
    vectors[BOXES].fill_with(|| uniform(0.05, 0.25));
    let most = (3.0 / UNITS as f32).sqrt();
    for unit in HIDDEN..HIDDEN + UNITS {
        vectors[unit].fill_with(|| uniform(-most, most));
        // The sum of all boxes is larger.
        vectors[unit + UNITS].fill_with(|| 0.3 * uniform(-most, most));
    }
    vectors[BIASES].fill(0.1);
    numbers
}

fn add(sum: &mut Vector, vector: &Vector) {
    for (sum, number) in sum.iter_mut().zip(vector) {
        *sum += number;
    }
}

/// The four tiles of each box.
fn boxes() -> impl Iterator<Item = [usize; 4]> {
    let first = (0..TILES - ROW).filter(|tile| tile % ROW < ROW - 1);
    first.map(|tile| [tile, tile + 1, tile + ROW, tile + ROW + 1])
}

/// The numbers of a net for an example.
struct Passed {
    /// The sum of all tiles and the sums of the boxes, before they are rectified.
    all: Vector,
    boxes: [Vector; (ROW - 1) * (ROW - 1)],
    /// The rectified one, and the sum of the others, rectified.
    inputs: [Vector; 2],
    /// Before they are rectified.
    hidden: Vector,
    logit: f32,
}

impl Passed {
    fn of(numbers: &[f32], example: &Example) -> Self {
        let (vectors, _) = numbers.as_chunks::<UNITS>();
        let mut tiles = [Vector::default(); TILES];
        for [place, tile] in example.places() {
            add(&mut tiles[tile], &vectors[place]);
        }
        let mut all = vectors[PLACES + example.stage];
        tiles.iter().for_each(|tile| add(&mut all, tile));
        let mut sums = [vectors[BOXES]; (ROW - 1) * (ROW - 1)];
        let mut inputs = [all.map(|number| number.max(0.0)), Vector::default()];
        for (sum, parts) in sums.iter_mut().zip(boxes()) {
            parts.iter().for_each(|&tile| add(sum, &tiles[tile]));
            add(&mut inputs[1], &sum.map(|number| number.max(0.0)));
        }
        let mut hidden = vectors[BIASES];
        let mut logit = 0.0;
        for (unit, hidden) in hidden.iter_mut().enumerate() {
            let weights = [0, UNITS].map(|half| vectors[HIDDEN + half + unit]);
            let products = inputs.iter().flatten().zip(weights.iter().flatten());
            *hidden += products.map(|(input, weight)| input * weight).sum::<f32>();
            logit += hidden.max(0.0) * vectors[LAST][unit];
        }
        Passed {
            all,
            boxes: sums,
            inputs,
            hidden,
            logit,
        }
    }
}

/// Adds the slopes of an example's loss, which is returned.
fn add_slopes(numbers: &[f32], example: &Example, slopes: &mut [f32]) -> f64 {
    let passed = Passed::of(numbers, example);
    let (vectors, _) = numbers.as_chunks::<UNITS>();
    let (slopes, _) = slopes.as_chunks_mut::<UNITS>();
    let error = chance(passed.logit.into()) as f32 - example.target;
    let mut back = [Vector::default(); 2];
    for (unit, &sum) in (passed.hidden.iter().enumerate()).filter(|(_, sum)| **sum > 0.0) {
        let slope = error * vectors[LAST][unit];
        slopes[LAST][unit] += error * sum;
        slopes[BIASES][unit] += slope;
        for (half, back) in back.iter_mut().enumerate() {
            let at = HIDDEN + half * UNITS + unit;
            let weights = slopes[at].iter_mut().zip(&vectors[at]);
            for (((slope_of, weight), back), input) in weights.zip(back).zip(&passed.inputs[half]) {
                *slope_of += slope * input;
                *back += slope * weight;
            }
        }
    }
    // Only what is above 0 has a slope.
    let through = |back: &Vector, sum: &Vector| {
        std::array::from_fn(|unit| if sum[unit] > 0.0 { back[unit] } else { 0.0 })
    };
    let of_all = through(&back[0], &passed.all);
    add(&mut slopes[PLACES + example.stage], &of_all);
    let mut tiles = [of_all; TILES];
    for (sum, parts) in passed.boxes.iter().zip(boxes()) {
        let of_box = through(&back[1], sum);
        add(&mut slopes[BOXES], &of_box);
        parts
            .iter()
            .for_each(|&tile| add(&mut tiles[tile], &of_box));
    }
    for [place, tile] in example.places() {
        add(&mut slopes[place], &tiles[tile]);
    }
    loss(passed.logit.into(), example.target.into())
}

/// The text of a net.
fn text(numbers: &[f32]) -> String {
    let (vectors, _) = numbers.as_chunks::<UNITS>();
    let scale = |at| match at {
        LAST => LOGIT,
        _ if (HIDDEN..BIASES).contains(&at) => HIDDEN_UNIT,
        _ => UNIT,
    };
    let set = |unit: usize| {
        let numbers = vectors.iter().enumerate();
        numbers.map(move |(at, vector)| (vector[unit] * scale(at) as f32).round() as i16)
    };
    dense::text(&(0..UNITS).flat_map(set).collect::<Vec<i16>>())
}
