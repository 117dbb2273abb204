//! What the fits share: samples block by block, losses, means.

use std::path::PathBuf;

use anyhow::Result;

use crate::dataset::{Reader, Sample};

/// The next samples that are not held out, at most so many: games whose number `held_out` divides are.
pub fn block(reader: &mut Reader, held_out: u32, most: usize) -> Result<Vec<Sample>> {
    let mut block = Vec::new();
    while block.len() < most {
        match reader.next_sample()? {
            Some(sample) if sample.game.is_multiple_of(held_out) => {}
            Some(sample) => block.push(sample),
            None => break,
        }
    }
    Ok(block)
}

/// The mean losses of the held-out games of the files: those whose number `held_out` divides. `losses` are those of a
/// sample.
///
/// # Errors
/// If a file cannot be read.
pub fn held_out_losses<const N: usize>(
    files: &[PathBuf],
    held_out: u32,
    losses: impl Fn(&Sample) -> [f64; N],
) -> Result<[f64; N]> {
    let mut means = [Mean::default(); N];
    for file in files {
        let mut reader = Reader::open(file)?;
        while let Some(sample) = reader.next_sample()? {
            if sample.game.is_multiple_of(held_out) {
                for (mean, loss) in means.iter_mut().zip(losses(&sample)) {
                    mean.add(loss);
                }
            }
        }
    }
    Ok(means.map(Mean::mean))
}

/// The cross-entropy of a result and the chance of a logit.
pub fn loss(logit: f64, target: f64) -> f64 {
    // ln(1 + e^logit) - target logit, without overflow.
    logit.max(0.0) - target * logit + libm::log1p(libm::exp(-logit.abs()))
}

/// A mean that grows.
#[derive(Clone, Copy, Default)]
pub struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.add_sum(value, 1);
    }

    /// Adds so many values by their sum.
    pub fn add_sum(&mut self, sum: f64, count: usize) {
        self.sum += sum;
        self.count += count as f64;
    }

    /// Adds the values of another one.
    pub fn add_all(&mut self, other: Self) {
        self.sum += other.sum;
        self.count += other.count;
    }

    /// The mean; 0 of nothing.
    pub fn mean(self) -> f64 {
        self.sum / self.count.max(1.0)
    }
}
