//! Comparing and learning weights.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use goose_tetris::{Bound, Piece, SCORING_PIECES, sequence};

use crate::beam::{Beam, Machine, Settings};
use crate::history::History;
use crate::node::Node;
use crate::outlook::Outlook;
use crate::train::Trainer;
use crate::vectors::Vectors;
use crate::weights::Weights;

/// First pieces of the four stretches.
pub(crate) const STRETCHES: [usize; 4] = [0, 2_500, 5_000, 7_500];
const STRETCH: usize = 2_000;

/// Arguments of `measure`.
#[derive(Clone, Debug, clap::Args)]
pub struct MeasureArgs {
    /// Boards kept for each piece
    #[arg(long, default_value_t = 1000)]
    pub width: usize,
    /// Boards of one bucket, in percent of the width
    #[arg(long, default_value_t = 10)]
    pub quota: usize,
    /// Jitters the weights by up to a point: for repeats; 0 leaves them as they are
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Weights: `learned`, `plain` or a file that `train` wrote
    #[arg(long, default_value = "learned")]
    pub weights: String,
    /// What the coming pieces do to the weights: `learned`, `none` or a file that `learn` wrote
    #[arg(long, default_value = "learned")]
    pub outlook: String,
    /// Which of the four stretches to play
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 3, 4], value_parser = clap::value_parser!(u8).range(1..=4))]
    pub stretches: Vec<u8>,
    /// Threads; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
}

/// Arguments of `train`.
#[derive(Clone, Debug, clap::Args)]
pub struct TrainArgs {
    /// File to write the weights to, after every 2,000 pieces
    #[arg(long)]
    pub out: PathBuf,
    /// Boards kept for each piece
    #[arg(long, default_value_t = 500)]
    pub width: usize,
    /// Step size in points, one number a pass over the sequence
    #[arg(long, value_delimiter = ',', default_values_t = [0.4, 0.25, 0.25])]
    pub steps: Vec<f64>,
    /// Weights to begin with: `learned`, `plain` or a file
    #[arg(long, default_value = "plain")]
    pub weights: String,
}

fn weights(name: &str) -> Result<Weights> {
    match name {
        "learned" => Ok(Weights::learned()),
        "plain" => Ok(Weights::plain()),
        path => {
            let bytes = fs::read(path).with_context(|| format!("cannot read {path}"))?;
            Weights::from_bytes(&bytes).with_context(|| format!("{path} is not a file of weights"))
        }
    }
}

/// The outlook that an argument names.
///
/// # Errors
/// If it is in a file that cannot be read or is not one of an outlook.
pub fn outlook(name: &str) -> Result<Option<Outlook>> {
    match name {
        "learned" => Ok(Some(Outlook::learned())),
        "none" => Ok(None),
        path => {
            let bytes = fs::read(path).with_context(|| format!("cannot read {path}"))?;
            let outlook = Outlook::from_bytes(&bytes);
            outlook
                .map(Some)
                .with_context(|| format!("{path} is not a file that `learn` wrote"))
        }
    }
}

/// Prints the regret of each stretch and the mean per piece.
///
/// # Errors
/// If the weights cannot be read or the beam dies.
pub fn measure(args: &MeasureArgs) -> Result<()> {
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let (hard, soft) = (Bound::hard(&pieces), Bound::soft(&pieces));
    let quota = (args.width * args.quota / 100).max(1);
    let settings = Settings {
        width: args.width,
        quota,
        weights: weights(&args.weights)?.jittered(args.seed),
        outlook: outlook(&args.outlook)?,
    };
    let machine = Machine {
        threads: usize::from(args.threads),
        vectors: Vectors::detect(),
    };
    let started = Instant::now();
    let mut total = 0;
    for from in args
        .stretches
        .iter()
        .map(|stretch| STRETCHES[usize::from(*stretch) - 1])
    {
        let mut beam = Beam::new(
            &settings,
            machine,
            &pieces,
            &soft,
            from,
            vec![Node::start()],
            History::default(),
        );
        while beam.index < from + STRETCH && beam.advance() {}
        let Some((_, best)) = beam.best(&hard).filter(|_| beam.index == from + STRETCH) else {
            bail!("no board is left after piece {}", beam.index);
        };
        let regret = hard.value(from, 0) - (best.score as i32 + hard.value(beam.index, best.cells));
        println!(
            "{from}..{}: score {}, regret {regret}",
            beam.index, best.score
        );
        total += regret;
    }
    println!(
        "regret_per_piece: {:.3}",
        f64::from(total) / (args.stretches.len() * STRETCH) as f64
    );
    println!("seconds: {:.1}", started.elapsed().as_secs_f64());
    Ok(())
}

/// Learns weights, in passes over the whole sequence, 2,000 pieces at a time from the empty field.
///
/// # Errors
/// If a file cannot be read or written.
pub fn train(args: &TrainArgs) -> Result<()> {
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let mut start = weights(&args.weights)?;
    let machine = Machine {
        threads: 1,
        vectors: Vectors::detect(),
    };
    for (pass, step) in args.steps.iter().enumerate() {
        let quota = (args.width / 10).max(1);
        let settings = Settings {
            width: args.width,
            quota,
            weights: start.clone(),
            outlook: None,
        };
        let mut trainer = Trainer::new(start, *step);
        for from in (0..SCORING_PIECES).step_by(STRETCH) {
            trainer.pass(
                &settings,
                machine,
                &pieces,
                from,
                (from + STRETCH).min(SCORING_PIECES),
            );
            let weights = trainer.weights().to_bytes();
            fs::write(&args.out, weights)
                .with_context(|| format!("cannot write {}", args.out.display()))?;
            println!(
                "pass {pass}, pieces {from}..{}",
                (from + STRETCH).min(SCORING_PIECES)
            );
        }
        start = trainer.weights();
    }
    Ok(())
}
