//! Learns the row tables from the beam's own hindsight.
//!
//! A board's value is right if boards whose descendants live on rank high. So at each layer the softmax of the
//! values is pulled towards the share of the boards alive [`HORIZON`] pieces later that descend from each board:
//! the gradient of the log-likelihood is (share - softmax), spread over the row patterns of the board, and every
//! weight takes AdaGrad steps. A weight is the sum of one for the pattern and one for the pattern at its height,
//! so that what is rare at one height leans on what is common; the same with surfaces and their places. Mirror
//! images share nothing: pieces spawn left of the middle and turn one way only, so the two sides differ.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use goose_tetris::ROWS;
use goose_tetris_foresight::beam::{Beam, Machine, Sequence, Settings};
use goose_tetris_foresight::history::History;
use goose_tetris_foresight::node::{Node, board_cost};
use goose_tetris_foresight::position::Position;
use goose_tetris_foresight::vectors::Vectors;
use goose_tetris_foresight::weights::{
    PATTERNS, PLACES, SURFACES, UNIT, Weights, columns, eight, holes, surface_codes, tops,
};

use crate::hindsight::shares;
use crate::softmax::softmax;

/// Pieces that a share of descendants looks ahead.
const HORIZON: usize = 60;
/// Pieces from one gradient to the next.
const EVERY: usize = 2;

/// Pieces from one empty field to the next.
const STRETCH: usize = 2_000;

/// Arguments of the training.
#[derive(Clone, Debug, clap::Args)]
pub struct WeightsArgs {
    /// File to write the weights to, after every 2,000 pieces
    #[arg(long)]
    out: PathBuf,
    /// Boards kept for each piece
    #[arg(long, default_value_t = 500)]
    width: usize,
    /// Step size in points, one number a pass over the sequence
    #[arg(long, value_delimiter = ',', default_values_t = [0.4, 0.25, 0.25])]
    steps: Vec<f64>,
    /// Weights to begin with: `learned`, `plain`, `plain:COLUMN` for a well in that column, or a file
    #[arg(long, default_value = "plain")]
    weights: String,
}

/// Learns weights, in passes over the whole sequence, 2,000 pieces at a time from the empty field.
///
/// # Errors
/// If a file cannot be read or written.
pub fn learn(args: &WeightsArgs) -> Result<()> {
    let sequence = Sequence::whole();
    let count = sequence.pieces.len();
    let mut start = Weights::named(&args.weights)?;
    for (pass, step) in args.steps.iter().enumerate() {
        let settings = Settings {
            width: args.width,
            quota: (args.width / 10).max(1),
            weights: start.clone(),
            outlook: None,
        };
        let mut trainer = Trainer::new(start, *step);
        for from in (0..count).step_by(STRETCH) {
            let to = (from + STRETCH).min(count);
            trainer.pass(&settings, &sequence, from, to);
            let weights = trainer.weights().to_bytes();
            fs::write(&args.out, weights)
                .with_context(|| format!("cannot write {}", args.out.display()))?;
            println!("pass {pass}, pieces {from}..{to}");
        }
        start = trainer.weights();
    }
    Ok(())
}

/// One weight: points and the sum of squared gradients.
#[derive(Clone, Copy, Default)]
struct Learned {
    points: f64,
    squares: f64,
}

impl Learned {
    fn step(&mut self, gradient: f64, size: f64) {
        if gradient != 0.0 {
            self.squares += gradient * gradient;
            self.points -= size * gradient / self.squares.sqrt();
        }
    }
}

/// The learned numbers: corrections to the weights that the training began with.
struct Trainer {
    start: Weights,
    pattern: Vec<Learned>,
    at_height: Vec<Learned>,
    surface: Vec<Learned>,
    surface_at: Vec<Learned>,
    hole: Learned,
    size: f64,
}

impl Trainer {
    /// Begins at `start`, with AdaGrad steps of `size` points.
    fn new(start: Weights, size: f64) -> Self {
        let zero = Learned::default();
        Self {
            start,
            pattern: vec![zero; PATTERNS],
            at_height: vec![zero; PATTERNS * ROWS],
            surface: vec![zero; SURFACES],
            surface_at: vec![zero; SURFACES * PLACES],
            hole: zero,
            size,
        }
    }

    /// The weights as they are now.
    fn weights(&self) -> Weights {
        let mut weights = self.start.clone();
        for y in 0..ROWS {
            for mask in 1..PATTERNS {
                let points = self.pattern[mask].points + self.at_height[y * PATTERNS + mask].points;
                let cost = &mut weights.rows[y][mask];
                *cost = (f64::from(*cost) + points * f64::from(UNIT)).round() as i16;
            }
        }
        for (x, table) in weights.surface.iter_mut().enumerate() {
            for (code, cost) in table.iter_mut().enumerate() {
                let points =
                    self.surface[code].points + self.surface_at[x * SURFACES + code].points;
                *cost = (f64::from(*cost) + points * f64::from(UNIT)).round() as i16;
            }
        }
        weights.hole += (self.hole.points * f64::from(UNIT)).round() as i32;
        weights
    }

    /// One pass over the pieces from number `from` to `to` from the empty field; the weights change on the way.
    fn pass(&mut self, base: &Settings, sequence: &Sequence, from: usize, to: usize) {
        let machine = Machine {
            threads: 1,
            vectors: Vectors::detect(),
        };
        let bound = &sequence.bound;
        let mut at = from;
        let mut nodes = vec![Node::start()];
        while at < to {
            // A stretch with constant weights; its boards go on with the new ones.
            let settings = Settings {
                weights: self.weights(),
                ..base.clone()
            };
            let stretch = (at + 4 * HORIZON).min(to);
            let position = Position {
                index: at,
                nodes,
                history: History::default(),
            };
            let mut beam = Beam::new(&settings, machine, sequence, position);
            beam.prune = false;
            let mut layers = vec![];
            while beam.position.index < stretch && beam.advance() {
                layers.push(beam.position.nodes.clone());
            }
            if beam.position.index < stretch {
                return;
            }
            for layer in (0..layers.len().saturating_sub(HORIZON)).step_by(EVERY) {
                let shares = shares(&beam.position.history, layer, layer + HORIZON);
                let value = |node: &Node| {
                    let bound = bound.value(at + layer + 1, node.cells);
                    let cost = board_cost(&node.board, &settings.weights);
                    f64::from(node.score as i32 + bound) - f64::from(cost) / f64::from(UNIT)
                };
                self.learn(&layers[layer], &shares, value);
            }
            // The stretches overlap by a horizon, so that every layer is learned from once.
            let keep = if stretch == to {
                layers.len()
            } else {
                layers.len() - HORIZON
            };
            nodes = layers.swap_remove(keep - 1);
            at += keep;
        }
    }

    fn learn(&mut self, nodes: &[Node], shares: &[f64], value: impl Fn(&Node) -> f64) {
        let values: Vec<f64> = nodes.iter().map(value).collect();
        let mut pattern = vec![0.0; PATTERNS];
        let mut at_height = vec![0.0; PATTERNS * ROWS];
        let mut surface = vec![0.0; SURFACES];
        let mut surface_at = vec![0.0; SURFACES * PLACES];
        let mut hole = 0.0;
        for ((node, share), chance) in nodes.iter().zip(shares).zip(&softmax(&values).chances) {
            let pull = share - chance;
            for (y, row) in node
                .board
                .rows
                .iter()
                .enumerate()
                .filter(|(_, row)| **row != 0)
            {
                let twin = usize::from(*row);
                pattern[twin] += pull;
                at_height[y * PATTERNS + twin] += pull;
            }
            for (x, code) in surfaces(node).into_iter().enumerate() {
                let code = code as usize - x * SURFACES;
                surface[code] += pull;
                surface_at[x * SURFACES + code] += pull;
            }
            hole += pull * f64::from(holes(&tops(&columns(&node.board.rows)), node.cells));
        }
        for (learned, gradient) in self.surface.iter_mut().zip(&surface) {
            learned.step(*gradient, self.size);
        }
        for (learned, gradient) in self.surface_at.iter_mut().zip(&surface_at) {
            learned.step(*gradient, self.size);
        }
        for (learned, gradient) in self.pattern.iter_mut().zip(&pattern) {
            learned.step(*gradient, self.size);
        }
        for (learned, gradient) in self.at_height.iter_mut().zip(&at_height) {
            learned.step(*gradient, self.size);
        }
        self.hole.step(hole, self.size);
    }
}

fn surfaces(node: &Node) -> [i16; PLACES] {
    let tops = tops(&columns(&node.board.rows));
    surface_codes(&eight(&tops, 0), &eight(&tops, 1), &eight(&tops, 2))
}
