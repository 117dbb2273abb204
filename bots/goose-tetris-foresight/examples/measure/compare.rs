//! Comparing settings.

use std::time::Instant;

use anyhow::{Result, bail};
use goose_tetris::Bound;
use goose_tetris_foresight::beam::{Beam, Machine, Sequence, Settings};
use goose_tetris_foresight::outlook::Outlook;
use goose_tetris_foresight::position::Position;
use goose_tetris_foresight::vectors::Vectors;
use goose_tetris_foresight::weights::Weights;

/// First pieces of the four stretches.
const STRETCHES: [usize; 4] = [0, 2_500, 5_000, 7_500];
/// Pieces of a stretch.
const STRETCH: usize = 2_000;

/// Arguments of a comparison.
#[derive(Clone, Debug, clap::Args)]
pub struct CompareArgs {
    /// Boards kept for each piece
    #[arg(long, default_value_t = 1000)]
    width: usize,
    /// Boards of one bucket, in percent of the width
    #[arg(long, default_value_t = 10)]
    quota: usize,
    /// Jitters the weights by up to a point: for repeats; 0 leaves them as they are
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Weights: `learned`, `plain`, `plain:COLUMN` or a file of the trainer
    #[arg(long, default_value = "learned")]
    weights: String,
    /// What the coming pieces do to the weights: `learned`, `none` or a file of the trainer
    #[arg(long, default_value = "learned")]
    outlook: String,
    /// Which of the four stretches to play
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 3, 4], value_parser = clap::value_parser!(u8).range(1..=4))]
    stretches: Vec<u8>,
    /// Threads; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

/// Prints the regret of each stretch and the mean per piece.
///
/// # Errors
/// If the weights cannot be read or no board is left.
pub fn compare(args: &CompareArgs) -> Result<()> {
    let sequence = Sequence::whole();
    let hard = Bound::hard(&sequence.pieces);
    let settings = Settings {
        width: args.width,
        quota: (args.width * args.quota / 100).max(1),
        weights: Weights::named(&args.weights)?.jittered(args.seed),
        outlook: Outlook::named(&args.outlook)?,
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
        let to = from + STRETCH;
        let mut beam = Beam::new(&settings, machine, &sequence, Position::empty_field(from));
        while beam.position.index < to && beam.advance() {}
        let Some((_, best)) = beam.best(&hard).filter(|_| beam.position.index == to) else {
            bail!("no board is left after piece {}", beam.position.index);
        };
        let regret = hard.value(from, 0) - (best.score as i32 + hard.value(to, best.cells));
        println!("{from}..{to}: score {}, regret {regret}", best.score);
        total += regret;
    }
    println!(
        "regret_per_piece: {:.3}",
        f64::from(total) / (args.stretches.len() * STRETCH) as f64
    );
    println!("seconds: {:.1}", started.elapsed().as_secs_f64());
    Ok(())
}
