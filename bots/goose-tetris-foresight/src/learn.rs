//! Learns the outlook: plays with the one so far, keeps the boards and what became of them, and fits a new one to the
//! boards of all such games.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use goose_tetris::{Bound, Piece, ROWS, SCORING_PIECES, sequence};

use crate::batch::replace_file;
use crate::beam::{Beam, Machine, Settings};
use crate::fit::{Fit, Loss};
use crate::history::History;
use crate::measure::{STRETCHES, outlook};
use crate::node::{Node, board_cost};
use crate::train::shares;
use crate::vectors::Vectors;
use crate::weights::{UNIT, Weights};

/// Pieces from one empty field to the next.
const STRETCH: usize = 2_500;
/// Pieces before the field is as full as it will be.
const WARM_UP: usize = 40;
/// Layers of these many pieces are learned from or not, together.
const BLOCK: usize = 250;
/// One block of so many is not learned from, to see what the prices are worth there.
const HELD: usize = 10;
/// Steps before those of the first pass have full size.
const GENTLE: f32 = 200.0;

/// A board of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The field.
    pub rows: [u16; ROWS],
    /// Score + bound - price without an outlook, in points.
    pub value: f32,
    /// Share of the boards of later that descend from it.
    pub share: f32,
}

/// The boards of a beam between two pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Pieces placed.
    pub index: usize,
    /// The boards.
    pub samples: Vec<Sample>,
}

/// Arguments of `learn`.
#[derive(Clone, Debug, clap::Args)]
pub struct LearnArgs {
    /// File to write the outlook to, after every pass
    #[arg(long)]
    pub out: PathBuf,
    /// Files of boards, with commas between; one that does not exist is made by playing the sequence
    #[arg(long, value_delimiter = ',', required = true)]
    pub boards: Vec<PathBuf>,
    /// Outlook to play with: `learned`, `none` or a file that `learn` wrote
    #[arg(long, default_value = "learned")]
    pub outlook: String,
    /// Boards kept for each piece when playing
    #[arg(long, default_value_t = 4000)]
    pub width: usize,
    /// Games to play: jitters of the weights, see the search's `--seed`
    #[arg(long, value_delimiter = ',', default_values_t = [0, 1])]
    pub seeds: Vec<u64>,
    /// Pieces from one layer that is kept to the next
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    pub every: u16,
    /// Pieces that descendants are looked for ahead; the mean of several
    #[arg(long, value_delimiter = ',', default_values_t = [30, 60])]
    pub horizons: Vec<usize>,
    /// Step size in points, one number a pass over the boards
    #[arg(long, value_delimiter = ',', default_values_t = [0.4, 0.3, 0.2])]
    pub steps: Vec<f32>,
}

/// Plays, unless all files of boards exist, and fits a new outlook to all boards.
///
/// # Errors
/// If a file cannot be read or written, or is not what it should be.
pub fn learn(args: &LearnArgs) -> Result<()> {
    let mut layers = vec![];
    for path in &args.boards {
        if !path.exists() {
            play(args, path)?;
        }
        layers.extend(load(path).with_context(|| format!("cannot read {}", path.display()))?);
    }
    let (held, mut kept): (Vec<_>, Vec<_>) = layers
        .iter()
        .partition(|layer| layer.index / BLOCK % HELD == HELD - 1);
    if kept.is_empty() {
        bail!("the files of boards hold no layer to learn from");
    }
    let mut random = fastrand::Rng::with_seed(1);
    let mut fit = Fit::new(sequence().take(SCORING_PIECES).collect());
    let started = Instant::now();
    let mut steps = 0.0;
    for (pass, size) in args.steps.iter().enumerate() {
        random.shuffle(&mut kept);
        fit.begin_pass();
        let mut learned = Mean::default();
        for layer in &kept {
            steps += 1.0;
            learned.add(fit.step(layer, size * (steps / GENTLE).min(1.0)));
        }
        let mut other = Mean::default();
        for loss in fit.losses(&held) {
            other.add(loss);
        }
        replace_file(&args.out, |file| file.write_all(&fit.outlook().to_bytes()))
            .with_context(|| format!("cannot write {}", args.out.display()))?;
        println!(
            "pass {pass}: {learned}; boards not learned from: {other}; {:.0} s",
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
        let [without, with, floor] =
            [self.sum.without, self.sum.with, self.sum.floor].map(|sum| sum / self.count);
        write!(to, "{without:.4} -> {with:.4} nats, floor {floor:.4}")
    }
}

/// Plays the sequence from four empty fields for each seed, and writes the layers with what became of their boards.
fn play(args: &LearnArgs, path: &Path) -> Result<()> {
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let bound = Bound::soft(&pieces);
    let machine = Machine {
        threads: 2,
        vectors: Vectors::detect(),
    };
    let outlook = outlook(&args.outlook)?;
    let started = Instant::now();
    let mut layers = vec![];
    for seed in &args.seeds {
        let settings = Settings {
            width: args.width,
            quota: (args.width / 10).max(1),
            weights: Weights::learned().jittered(*seed),
            outlook: outlook.clone(),
        };
        for from in STRETCHES {
            layers.extend(stretch(args, &settings, machine, &pieces, &bound, from));
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

fn stretch(
    args: &LearnArgs,
    settings: &Settings,
    machine: Machine,
    pieces: &[Piece],
    bound: &Bound,
    from: usize,
) -> Vec<Layer> {
    let start = vec![Node::start()];
    let mut beam = Beam::new(
        settings,
        machine,
        pieces,
        bound,
        from,
        start,
        History::default(),
    );
    beam.prune = false;
    let to = (from + STRETCH).min(pieces.len());
    let mut layers = vec![];
    while beam.index < to && beam.advance() {
        let played = beam.index - from;
        if played > WARM_UP && played.is_multiple_of(usize::from(args.every)) {
            let sample = |node: &Node| Sample {
                rows: node.board.rows,
                value: (node.score as i32 + bound.value(beam.index, node.cells)) as f32
                    - board_cost(&node.board, &settings.weights) as f32 / UNIT as f32,
                share: 0.0,
            };
            layers.push(Layer {
                index: beam.index,
                samples: beam.nodes.iter().map(sample).collect(),
            });
        }
    }
    let ahead = args.horizons.iter().copied().max().unwrap_or(0);
    layers.retain(|layer| layer.index + ahead <= beam.index);
    for layer in &mut layers {
        let at = layer.index - from - 1;
        for horizon in &args.horizons {
            let shares = shares(&beam.history, at, at + horizon, layer.samples.len());
            for (sample, share) in layer.samples.iter_mut().zip(shares) {
                sample.share += share as f32 / args.horizons.len() as f32;
            }
        }
    }
    layers
}

const MAGIC: &[u8; 8] = b"goosebd1";

fn save(layers: &[Layer], to: &mut impl Write) -> io::Result<()> {
    to.write_all(MAGIC)?;
    to.write_all(&(layers.len() as u32).to_le_bytes())?;
    for layer in layers {
        to.write_all(&(layer.index as u32).to_le_bytes())?;
        to.write_all(&(layer.samples.len() as u32).to_le_bytes())?;
        for sample in &layer.samples {
            for row in sample.rows {
                to.write_all(&row.to_le_bytes())?;
            }
            to.write_all(&sample.value.to_le_bytes())?;
            to.write_all(&sample.share.to_le_bytes())?;
        }
    }
    Ok(())
}

fn load(path: &Path) -> io::Result<Vec<Layer>> {
    let mut from = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut magic = [0; 8];
    from.read_exact(&mut magic)?;
    if &magic != MAGIC {
        let message = "not a file of boards; remove it to have one made";
        return Err(io::Error::new(ErrorKind::InvalidData, message));
    }
    (0..number(&mut from)?)
        .map(|_| {
            let index = number(&mut from)? as usize;
            let count = number(&mut from)?;
            let samples = (0..count)
                .map(|_| sample(&mut from))
                .collect::<io::Result<_>>()?;
            Ok(Layer { index, samples })
        })
        .collect()
}

fn sample(from: &mut impl Read) -> io::Result<Sample> {
    let mut rows = [0; ROWS];
    for row in &mut rows {
        let mut bytes = [0; 2];
        from.read_exact(&mut bytes)?;
        *row = u16::from_le_bytes(bytes);
    }
    Ok(Sample {
        rows,
        value: f32::from_bits(number(from)?),
        share: f32::from_bits(number(from)?),
    })
}

fn number(from: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}
