//! Learns the outlook: plays with the one so far, keeps the boards and what became of them, and fits a new one to the
//! boards of all such games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use goose_tetris_foresight::beam::{Machine, Sequence, Settings};
use goose_tetris_foresight::outlook::Outlook;
use goose_tetris_foresight::vectors::Vectors;
use goose_tetris_foresight::weights::Weights;
use solvers::files::replace_file;

use crate::boards::{Sampling, load, play, save};
use crate::fit::{Fit, Loss};

/// First pieces of the stretches that are played.
const STRETCHES: [usize; 4] = [0, 2_500, 5_000, 7_500];
/// Layers of this many pieces are learned from or held out, together.
const BLOCK: usize = 250;
/// One block of this many is held out, to see what the costs are worth there.
const HELD_OUT: usize = 10;
/// Steps of the first pass before they have full size.
const WARM_UP_STEPS: f32 = 200.0;

/// Arguments of the fit.
#[derive(Clone, Debug, clap::Args)]
pub struct OutlookArgs {
    /// File to write the outlook to, after every pass
    #[arg(long)]
    out: PathBuf,
    /// Files of boards, with commas between; one that does not exist is made by playing the sequence
    #[arg(long, value_delimiter = ',', required = true)]
    boards: Vec<PathBuf>,
    /// Weights to play with: `learned`, `plain`, `plain:COLUMN` or a file of this program
    #[arg(long, default_value = "learned")]
    weights: String,
    /// Outlook to play with: `learned`, `none` or a file written by this command
    #[arg(long, default_value = "learned")]
    outlook: String,
    /// Boards kept for each piece when playing
    #[arg(long, default_value_t = 4000)]
    width: usize,
    /// Games to play: jitters of the weights, see the search's `--seed`
    #[arg(long, value_delimiter = ',', default_values_t = [0, 1])]
    seeds: Vec<u64>,
    /// Pieces to play from each of four empty fields
    #[arg(long, default_value_t = 2500)]
    stretch: usize,
    /// Pieces from one layer that is kept to the next
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Pieces that descendants are looked for ahead; the mean of several
    #[arg(long, value_delimiter = ',', default_values_t = [30, 60])]
    horizons: Vec<usize>,
    /// Step size in points, one number a pass over the boards
    #[arg(long, value_delimiter = ',', default_values_t = [0.4, 0.3, 0.2])]
    steps: Vec<f32>,
}

/// Plays, unless all files of boards exist, and fits a new outlook to all boards.
///
/// # Errors
/// If a file cannot be read or written, or is not what it should be.
pub fn learn(args: &OutlookArgs) -> Result<()> {
    let mut layers = vec![];
    for path in &args.boards {
        if !path.exists() {
            play_games(args, path)?;
        }
        layers.extend(load(path).with_context(|| format!("cannot read {}", path.display()))?);
    }
    let (held_out, mut kept): (Vec<_>, Vec<_>) = layers
        .iter()
        .partition(|layer| layer.index / BLOCK % HELD_OUT == HELD_OUT - 1);
    if kept.is_empty() {
        bail!("the files of boards hold no layer to learn from");
    }
    let mut random = fastrand::Rng::with_seed(1);
    let mut fit = Fit::new(Sequence::whole().pieces);
    let started = Instant::now();
    let mut steps = 0.0;
    for (pass, size) in args.steps.iter().enumerate() {
        random.shuffle(&mut kept);
        fit.begin_pass();
        let mut learned = Mean::default();
        for layer in &kept {
            steps += 1.0;
            learned.add(fit.step(layer, size * (steps / WARM_UP_STEPS).min(1.0)));
        }
        let mut other = Mean::default();
        for loss in fit.losses(&held_out) {
            other.add(loss);
        }
        replace_file(&args.out, |file| file.write_all(&fit.outlook().to_bytes()))
            .with_context(|| format!("cannot write {}", args.out.display()))?;
        println!(
            "pass {pass}: {learned}; held-out boards: {other}; {:.0} s",
            started.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// A mean loss.
#[derive(Debug, Default)]
struct Mean {
    sum: Loss,
    count: f64,
}

impl Mean {
    fn add(&mut self, loss: Loss) {
        self.sum.without += loss.without;
        self.sum.with += loss.with;
        self.sum.floor += loss.floor;
        self.count += 1.0;
    }
}

impl std::fmt::Display for Mean {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.count == 0.0 {
            return to.write_str("none");
        }
        let [without, with, floor] =
            [self.sum.without, self.sum.with, self.sum.floor].map(|sum| sum / self.count);
        write!(to, "{without:.4} -> {with:.4} nats, floor {floor:.4}")
    }
}

/// Plays the sequence from four empty fields for each seed, and writes the layers with what became of their boards.
fn play_games(args: &OutlookArgs, path: &Path) -> Result<()> {
    let sequence = Sequence::whole();
    let machine = Machine {
        threads: 2,
        vectors: Vectors::detect(),
    };
    let sampling = Sampling {
        every: usize::from(args.every),
        horizons: args.horizons.clone(),
    };
    let started = Instant::now();
    let mut layers = vec![];
    for seed in &args.seeds {
        let settings = Settings {
            width: args.width,
            quota: (args.width / 10).max(1),
            weights: Weights::named(&args.weights)?.jittered(*seed),
            outlook: Outlook::named(&args.outlook)?,
        };
        for from in STRETCHES {
            let pieces = from..from + args.stretch;
            layers.extend(play(&sampling, &settings, machine, &sequence, pieces));
            println!(
                "seed {seed}, from piece {from}: {} layers; {:.0} s",
                layers.len(),
                started.elapsed().as_secs_f64()
            );
        }
    }
    replace_file(path, |file| save(&layers, file))
        .with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn learning_from_the_same_boards_gives_the_same_outlook() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        let boards = path("boards");
        let learn_to = |name: &str| {
            learn(&OutlookArgs {
                out: path(name),
                boards: vec![boards.clone()],
                weights: "learned".to_owned(),
                outlook: "none".to_owned(),
                width: 30,
                seeds: vec![0],
                stretch: 160,
                every: 20,
                horizons: vec![30, 60],
                steps: vec![20.0],
            })
        };
        learn_to("first")?;
        let played = fs::metadata(&boards)?.modified()?;
        learn_to("second")?;
        assert_eq!(fs::metadata(&boards)?.modified()?, played);
        let bytes = fs::read(path("first"))?;
        assert_eq!(bytes, fs::read(path("second"))?);
        let outlook = Outlook::from_bytes(&bytes).context("an outlook")?;
        assert!(outlook != Outlook::default(), "nothing was learned");

        fs::write(&boards, "no boards")?;
        let message = format!("{:#}", learn_to("third").expect_err("no boards"));
        assert!(message.contains("not a file of boards"), "{message}");
        Ok(())
    }
}
