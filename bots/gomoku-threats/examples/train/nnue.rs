//! Fits the net of [`gomoku_threats::value`] to the samples of games: [`Adam`], on the cross-entropy of the targets.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;
use gomoku_threats::value::{BOXES, HIDDEN_UNIT, LOGIT, PLACES, ROW, TILES, UNIT, UNITS};
use search::dense;
use train::adam::Adam;
use train::batches::{Mean, Settings, gradient, loss};
use train::dataset::{Reader, Sample};
use train::logistic::chance;
use train::rounds::Fit;

/// The settings of the recipe, except the seed.
const SETTINGS: Settings = Settings {
    epochs: 6,
    batch: 64,
    rate: 0.002,
    decay: 0.0,
    held_out: 20,
    seed: 1,
};

/// Vectors of a net: of places, of stages, the biases of boxes, then ...
const VECTORS: usize = LAST + 1;
/// ... two for the weights of each hidden unit, ...
const HIDDEN: usize = BOXES + 1;
/// ... their biases ...
const BIASES: usize = HIDDEN + 2 * UNITS;
/// ... and their weights in the value.
const LAST: usize = BIASES + 1;

type Vector = [f32; UNITS];

/// A sample as a net sees it.
struct Example {
    /// The places of the vectors that are added up, each times [`TILES`] and with its tile.
    terms: Vec<u16>,
    stage: usize,
    target: f32,
}

/// The net that predicts the targets of the samples of all files best, as [`Weights::parse`](gomoku_threats::value::Weights::parse) reads it. `terms` are the stage of a sample and its places, each with its
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
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for file in files {
        let mut reader = Reader::open(file)?;
        while let Some(sample) = reader.next_sample()? {
            let (stage, places) = terms(&sample);
            let terms = places.iter().map(|[place, tile]| place * TILES + tile);
            let example = Example {
                terms: terms.map(|term| term as u16).collect(),
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
    let mut adam = Adam::new(first_numbers(&mut random));
    let (mut losses, mut done) = (Vec::new(), 0);
    let all = (settings.epochs * fitted.len()) as f32;
    for _ in 0..settings.epochs {
        random.shuffle(&mut fitted);
        let mut means = [Mean::default(), Mean::default()];
        for batch in fitted.chunks(settings.batch) {
            let numbers = &adam.weights;
            let (mut slopes, [sum]) = gradient(UNITS * VECTORS, batch, |example, slopes| {
                [add_slopes(numbers, example, slopes)]
            });
            means[0].add_sum(sum, batch.len());
            let part = 1.0 / batch.len() as f32;
            slopes.iter_mut().for_each(|slope| *slope *= part);
            adam.step(&slopes, settings.rate_at(done as f32, all), settings.decay);
            done += batch.len();
        }
        for example in &held_out {
            let logit = Passed::of(&adam.weights, example).logit;
            means[1].add(loss(logit.into(), example.target.into()));
        }
        let [fitted, held_out] = means.map(Mean::mean);
        eprintln!("  loss {fitted:.4}, held out {held_out:.4}");
        losses.push([fitted, held_out]);
    }
    Ok(Fit {
        weights: text(&adam.weights),
        losses,
    })
}

/// The numbers that a fit begins with: all values are 0, and units differ by their weights and biases alone.
fn first_numbers(random: &mut Rng) -> Vec<f32> {
    let mut numbers = vec![0.0; UNITS * VECTORS];
    let (vectors, _) = numbers.as_chunks_mut::<UNITS>();
    let mut uniform = |low: f32, high: f32| low + (high - low) * random.f32();
    for stage in &mut vectors[PLACES..BOXES] {
        stage.fill_with(|| uniform(0.2, 0.8));
    }
    vectors[BOXES].fill_with(|| uniform(0.05, 0.25));
    let most = (3.0 / UNITS as f32).sqrt();
    for weights in vectors[HIDDEN..BIASES].chunks_mut(2) {
        weights[0].fill_with(|| uniform(-most, most));
        // The sum of all boxes is larger.
        weights[1].fill_with(|| 0.3 * uniform(-most, most));
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
        for &term in &example.terms {
            let (place, tile) = (usize::from(term) / TILES, usize::from(term) % TILES);
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
            let weights = &vectors[HIDDEN + 2 * unit..][..2];
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
            let at = HIDDEN + 2 * unit + half;
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
    for &term in &example.terms {
        let (place, tile) = (usize::from(term) / TILES, usize::from(term) % TILES);
        add(&mut slopes[place], &tiles[tile]);
    }
    loss(passed.logit.into(), example.target.into())
}

/// The text of a net.
fn text(numbers: &[f32]) -> String {
    let (vectors, _) = numbers.as_chunks::<UNITS>();
    let parts = |number: f32, unit: i32| (number * unit as f32).round() as i16;
    let mut weights = Vec::new();
    for unit in 0..UNITS {
        weights.extend(
            vectors[..HIDDEN]
                .iter()
                .map(|vector| parts(vector[unit], UNIT)),
        );
        for half in 0..2 {
            let hidden = vectors[HIDDEN + half..BIASES].iter().step_by(2);
            weights.extend(hidden.map(|hidden| parts(hidden[unit], HIDDEN_UNIT)));
        }
        weights.push(parts(vectors[BIASES][unit], UNIT));
        weights.push(parts(vectors[LAST][unit], LOGIT));
    }
    dense::text(&weights)
}
