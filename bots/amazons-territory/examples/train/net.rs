//! Fits the net to positions, with the value of them added: Adam with weight decay, on the cross-entropy.

use std::path::PathBuf;

use amazons::{Board, CellSet, Color, SIZE};
use amazons_territory::net::{HIDDEN, ROWS, UNIT, WEIGHTS, held, inputs, turned};
use amazons_territory::value::{STAGES, Value, logit, stage};
use anyhow::{Result, ensure};
use fastrand::Rng;
use train::adam::Adam;
use train::batches::{self, Fit, Mean, Settings, block, gradient, loss};
use train::dataset::{Reader, Sample};
use train::{selfplay, symmetries};

/// The settings of the recipe, except the seed.
const SETTINGS: Settings = Settings {
    epochs: 8,
    batch: 512,
    rate: 0.002,
    decay: 0.02,
    held_out: 10,
    seed: 1,
};
/// The first weights of the rows are within this of 0, those of the output within five times as much.
const FIRST: f32 = 0.05;

/// Words of a board.
const WORDS: usize = 12;

/// The place of each cell after a turn or a reflection of the board.
type Turned = [u8; SIZE * SIZE];

/// The names of what [`features`] gives.
pub fn names() -> Vec<String> {
    let words = ["black", "white", "arrows"].iter();
    let words = words.flat_map(|set| (0..4).map(move |i| format!("{set}_{i}")));
    words.chain(["is_black".to_owned()]).collect()
}

/// A position as features.
pub fn features(board: &Board) -> Vec<i16> {
    let sets = [
        board.amazons(Color::Black),
        board.amazons(Color::White),
        board.arrows(),
    ];
    let words = sets.iter().flat_map(|set| {
        let bits = set.bits();
        (0..4).map(move |i| (bits >> (16 * i)) as i16)
    });
    let is_black = board.to_move() == Color::Black;
    words.chain([i16::from(is_black)]).collect()
}

fn board(features: &[i16]) -> Board {
    let set = |at: usize| {
        let words = features[at..at + 4].iter().rev();
        CellSet::from_bits(words.fold(0, |bits, &word| bits << 16 | u64::from(word as u16)))
    };
    let to_move = match features[WORDS] {
        0 => Color::White,
        _ => Color::Black,
    };
    Board::from_sets([set(0), set(4)], set(8), to_move)
}

/// Fits a net, as [`Net::new`](amazons_territory::net::Net::new) takes it, to the samples of all files, beside a value.
///
/// # Errors
/// If a file cannot be read, or nothing is in them.
pub fn fit(files: &[PathBuf], value: &Value, seed: u64) -> Result<Fit<Vec<i16>>> {
    let settings = SETTINGS;
    let mut samples = Vec::new();
    for file in files {
        let mut reader = Reader::open(file)?;
        samples.extend(block(&mut reader, settings.held_out, usize::MAX)?);
    }
    ensure!(!samples.is_empty(), "there are no samples to fit to");
    let symmetries = symmetries::turned(SIZE);
    let mut random = Rng::with_seed(seed);
    let mut adam = Adam::new(first_weights(&mut random));
    let all = (samples.len() * settings.epochs) as f32;
    let mut done = 0.0;
    let mut losses = Vec::new();
    let bar = selfplay::progress((samples.len() * settings.epochs) as u64, "samples");
    for _ in 0..settings.epochs {
        random.shuffle(&mut samples);
        let mut sum = Mean::default();
        for batch in samples.chunks(settings.batch) {
            let turned: Vec<(&Sample, &Turned)> = batch
                .iter()
                .map(|sample| (sample, &symmetries[random.usize(..symmetries::COUNT)]))
                .collect();
            let part = 1.0 / batch.len() as f32;
            let weights = &adam.weights;
            let add = |&(sample, to): &(&Sample, &Turned), gradient: &mut [f32]| {
                let example = Example::new(sample, value, to);
                [add_gradient(weights, &example, part, gradient)]
            };
            let (gradient, [loss]) = gradient(WEIGHTS, &turned, add);
            adam.step(&gradient, settings.rate_at(done, all), settings.decay);
            sum.add_sum(loss, batch.len());
            done += batch.len() as f32;
            bar.inc(batch.len() as u64);
        }
        let [held_out] = batches::held_out_losses(files, settings.held_out, |sample| {
            let example = Example::new(sample, value, &symmetries[0]);
            let (_, logit) = forward(&adam.weights, &example);
            [[loss(logit.into(), example.target.into())]]
        })?;
        bar.println(format!("  loss {:.4}, held-out {held_out:.4}", sum.mean()));
        losses.push([sum.mean(), held_out]);
    }
    bar.finish_and_clear();
    let weights = adam.weights.iter();
    Ok(Fit {
        weights: weights
            .map(|weight| (weight * UNIT).round() as i16)
            .collect(),
        losses,
    })
}

/// A sample as the net takes it.
struct Example {
    /// Rows and their factors.
    inputs: Vec<(u16, f32)>,
    stage: usize,
    /// The logit of the value alone.
    logit: f32,
    target: f32,
}

impl Example {
    fn new(sample: &Sample, value: &Value, to: &Turned) -> Self {
        let board = board(&sample.features);
        let mut found = Vec::with_capacity(160);
        inputs(&board, |row, factor| {
            if factor != 0.0 {
                found.push((turned(row, to) as u16, factor));
            }
        });
        Self {
            inputs: found,
            stage: stage(&board),
            logit: 1e-3 * logit(value, &board) as f32,
            target: sample.target,
        }
    }

    /// Offsets of the weights of its stage: those that rows are added to, and those of the output.
    fn bias_and_out(&self) -> [usize; 2] {
        [self.stage, STAGES + self.stage].map(|at| (ROWS + at) * HIDDEN)
    }
}

fn first_weights(random: &mut Rng) -> Vec<f32> {
    let mut weights = vec![0.0; WEIGHTS];
    let (first, last) = weights.split_at_mut((ROWS + STAGES) * HIDDEN);
    let mut spread = |most: f32| most * (2.0 * random.f32() - 1.0);
    for weight in &mut first[..ROWS * HIDDEN] {
        *weight = spread(FIRST);
    }
    for weight in last {
        *weight = spread(5.0 * FIRST);
    }
    weights
}

/// The sums of the hidden layer and the logit.
fn forward(weights: &[f32], example: &Example) -> ([f32; HIDDEN], f32) {
    let [bias, out] = example.bias_and_out();
    let mut hidden = [0.0; HIDDEN];
    hidden.copy_from_slice(&weights[bias..][..HIDDEN]);
    for &(row, factor) in &example.inputs {
        let row = &weights[usize::from(row) * HIDDEN..][..HIDDEN];
        for (unit, weight) in hidden.iter_mut().zip(row) {
            *unit += factor * weight;
        }
    }
    let out = hidden.iter().zip(&weights[out..][..HIDDEN]);
    let more: f32 = out.map(|(unit, weight)| held(*unit) * weight).sum();
    (hidden, example.logit + more)
}

/// Adds `part` times the gradient of the loss; returns the loss.
fn add_gradient(weights: &[f32], example: &Example, part: f32, gradient: &mut [f32]) -> f64 {
    let (hidden, logit) = forward(weights, example);
    let [bias, out] = example.bias_and_out();
    let error = part * (1.0 / (1.0 + libm::expf(-logit)) - example.target);
    let mut slopes = [0.0; HIDDEN];
    for (i, (unit, slope)) in hidden.iter().zip(&mut slopes).enumerate() {
        gradient[out + i] += error * held(*unit);
        if unit.abs() < 1.0 {
            *slope = error * weights[out + i];
        }
        gradient[bias + i] += *slope;
    }
    for &(row, factor) in &example.inputs {
        let row = &mut gradient[usize::from(row) * HIDDEN..][..HIDDEN];
        for (gradient, slope) in row.iter_mut().zip(&slopes) {
            *gradient += factor * slope;
        }
    }
    loss(logit.into(), example.target.into())
}
