//! Fits the net to searched positions: cross-entropy of the result and of the shares of visits.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;
use nogo::PointSet;
use nogo_prior::features::{Patterns, ROWS};
use nogo_prior::net::{NEAR, UNIT, at};
use serde::{Deserialize, Serialize};
use train::adam::Adam;
use train::batches::{Mean, block, gradient, held_out_losses};
use train::dataset::{Reader, Sample};
use train::selfplay;

use crate::games::{self, Position};
use crate::pass::Pass;

/// Samples a step.
const BATCH: usize = 512;
/// Adam's step size at the start, for random weights and for those of another fit; it falls linearly to a twentieth.
const RATES: [f32; 2] = [0.002, 0.0003];
/// Part of the rate by which every weight shrinks in a step.
const DECAY: f32 = 0.1;
/// One game of this many is held out.
const HELD_OUT: u32 = 20;
/// Samples that are shuffled together, all in memory.
const SHUFFLED: usize = 1 << 18;
/// A pattern that is met in fewer samples has no row: there is too little to learn it from.
const LEAST_SEEN: u32 = 100;

/// The result of the training.
#[derive(Serialize, Deserialize)]
pub struct Fit {
    /// The weights as [`nogo_prior::net::Net::new`] takes them.
    pub weights: Vec<i16>,
    /// After each epoch the mean losses of value and policy: of the samples that were fitted, as they were met, and of the
    /// held-out ones.
    pub losses: Vec<[f64; 4]>,
}

/// Fits a net to the samples of all files, from small random weights or from the `first` ones.
///
/// # Errors
/// If a file cannot be read, or nothing is in them.
pub fn fit(files: &[PathBuf], epochs: usize, seed: u64, first: Option<&[i16]>) -> Result<Fit> {
    let patterns = Patterns::new();
    let (counts, rare) = count(files, &patterns)?;
    let count: usize = counts.iter().sum();
    ensure!(count > 0, "there are no samples to fit to");
    let mut random = Rng::with_seed(seed);
    let (weights, first_rate) = match first {
        None => (first_weights(&rare, &mut random), RATES[0]),
        Some(first) => {
            let weight = |&number: &i16| f32::from(number) / UNIT;
            (first.iter().map(weight).collect(), RATES[1])
        }
    };
    let mut adam = Adam::new(weights);
    let batches = count.div_ceil(BATCH) * epochs;
    let bar = selfplay::progress(batches as u64, "batches");
    let mut done = 0;
    let mut losses = Vec::new();
    for _ in 0..epochs {
        let mut sums = [Mean::default(); 3];
        let mut readers = Readers::open(files, &counts)?;
        loop {
            let mut block = readers.block()?;
            if block.is_empty() {
                break;
            }
            random.shuffle(&mut block);
            for batch in block.chunks(BATCH) {
                let scale = 1.0 / batch.len() as f32;
                let add = |sample: &Sample, gradient: &mut [f32]| {
                    let position = games::position(sample);
                    let pass = Pass::forward(&patterns, &adam.weights, &position);
                    let losses =
                        pass.backward(&adam.weights, &position, sample.target, scale, gradient);
                    with_policy(losses, &position)
                };
                let (mut gradient, sum_of_losses) = gradient(at::END, batch, add);
                for &row in &rare {
                    gradient[at::ROW + row * NEAR..][..NEAR].fill(0.0);
                }
                let part = done as f32 / batches as f32;
                let rate = first_rate * (1.0 - 0.95 * part).max(0.05);
                adam.step(&gradient, rate, DECAY);
                for (mean, loss) in sums.iter_mut().zip(sum_of_losses) {
                    mean.add_sum(loss, batch.len());
                }
                done += 1;
                bar.inc(1);
            }
        }
        let [value, policy] = of_policies(sums.map(Mean::mean));
        let [held_value, held_policy] = of_policies(held_out_losses(files, HELD_OUT, |sample| {
            let position = games::position(sample);
            let pass = Pass::forward(&patterns, &adam.weights, &position);
            [with_policy(
                pass.losses(&position, sample.target),
                &position,
            )]
        })?);
        bar.println(format!(
            "  value {value:.4}, policy {policy:.4}; held out: value {held_value:.4}, policy {held_policy:.4}"
        ));
        losses.push([value, policy, held_value, held_policy]);
    }
    bar.finish_and_clear();
    let number = |weight: &f32| libm::roundf(weight * UNIT) as i16;
    Ok(Fit {
        weights: adam.weights.iter().map(number).collect(),
        losses,
    })
}

/// Losses of value and policy, and 1 if the position has what a policy learns from.
fn with_policy([value, policy]: [f64; 2], position: &Position) -> [f64; 3] {
    [value, policy, f64::from(u8::from(position.has_shares()))]
}

/// The mean losses, that of the policy over the positions that have one.
fn of_policies([value, policy, part]: [f64; 3]) -> [f64; 2] {
    [value, policy / part]
}

/// All files at once, because a fit that has just seen the games of one round knows the others less well.
struct Readers {
    /// Each with the samples that it gives to a block.
    readers: Vec<(Reader, usize)>,
}

impl Readers {
    fn open(files: &[PathBuf], counts: &[usize]) -> Result<Readers> {
        let blocks = counts.iter().sum::<usize>().div_ceil(SHUFFLED).max(1);
        let parts = counts.iter().map(|count| count.div_ceil(blocks));
        let readers = files.iter().map(|file| Reader::open(file));
        let readers: Result<Vec<_>> = readers.zip(parts).map(|(r, part)| Ok((r?, part))).collect();
        Ok(Readers { readers: readers? })
    }

    /// The next samples that are not held out; none after the last ones.
    fn block(&mut self) -> Result<Vec<Sample>> {
        let mut all = Vec::new();
        for (reader, part) in &mut self.readers {
            all.extend(block(reader, HELD_OUT, *part)?);
        }
        Ok(all)
    }
}

/// The samples of each file that are not held out, and the rows that are too rare in them.
fn count(files: &[PathBuf], patterns: &Patterns) -> Result<(Vec<usize>, Vec<usize>)> {
    let mut counts = Vec::new();
    let mut seen = vec![0u32; ROWS];
    for file in files {
        let mut reader = Reader::open(file)?;
        let mut samples = 0;
        while let Some(sample) = reader.next_sample()? {
            if sample.game.is_multiple_of(HELD_OUT) {
                continue;
            }
            samples += 1;
            let view = patterns.view(&games::position(&sample).board);
            for point in PointSet::FULL {
                let (rows, count) = patterns.rows(&view, point);
                for &row in &rows[..count] {
                    seen[usize::from(row)] += 1;
                }
            }
        }
        counts.push(samples);
    }
    let rare = (0..ROWS).filter(|&row| seen[row] < LEAST_SEEN).collect();
    Ok((counts, rare))
}

fn first_weights(rare: &[usize], random: &mut Rng) -> Vec<f32> {
    let mut weights = vec![0.0; at::END];
    let mut fill = |weights: &mut [f32], most: f32| {
        for weight in weights {
            *weight = most * (2.0 * random.f32() - 1.0);
        }
    };
    fill(&mut weights[at::ROW..at::KERNEL], 0.1);
    fill(&mut weights[at::KERNEL..at::BIAS], 0.15);
    fill(&mut weights[at::POLICY..at::GAIN], 0.1);
    fill(&mut weights[at::MIX..at::COUNT], 0.2);
    fill(&mut weights[at::OUT..at::END - 1], 0.2);
    for &row in rare {
        weights[at::ROW + row * NEAR..][..NEAR].fill(0.0);
    }
    weights
}
