//! Boards of beams and what became of them: playing for them, and files of them.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::ops::Range;
use std::path::Path;

use goose_tetris::ROWS;
use goose_tetris_foresight::beam::{Beam, Machine, Sequence, Settings};
use goose_tetris_foresight::node::{Node, board_cost};
use goose_tetris_foresight::position::Position;
use goose_tetris_foresight::weights::UNIT;

use crate::hindsight::shares;

/// Pieces before the field is as full as it will be.
const WARM_UP: usize = 40;

/// A board of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The field.
    pub rows: [u16; ROWS],
    /// Score + bound - cost without an outlook, in points.
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

/// The selection of the boards of a beam to keep.
#[derive(Clone, Debug)]
pub struct Sampling {
    /// Pieces from one layer that is kept to the next.
    pub every: usize,
    /// Pieces that descendants are looked for ahead; the mean of several.
    pub horizons: Vec<usize>,
}

/// Plays `pieces` from the empty field; returns the layers kept with what became of their boards.
pub fn play(
    sampling: &Sampling,
    settings: &Settings,
    machine: Machine,
    sequence: &Sequence,
    pieces: Range<usize>,
) -> Vec<Layer> {
    let from = pieces.start;
    let mut beam = Beam::new(settings, machine, sequence, Position::empty_field(from));
    beam.prune = false;
    let to = pieces.end.min(sequence.pieces.len());
    let mut layers = vec![];
    while beam.position.index < to && beam.advance() {
        let Position { index, nodes, .. } = &beam.position;
        let played = index - from;
        if played > WARM_UP && played.is_multiple_of(sampling.every) {
            let value = |node: &Node| {
                let points = node.score as i32 + sequence.bound.value(*index, node.cells);
                points as f32 - board_cost(&node.board, &settings.weights) as f32 / UNIT as f32
            };
            let sample = |node: &Node| Sample {
                rows: node.board.rows,
                value: value(node),
                share: 0.0,
            };
            layers.push(Layer {
                index: *index,
                samples: nodes.iter().map(sample).collect(),
            });
        }
    }
    let Position { index, history, .. } = &beam.position;
    let ahead = sampling.horizons.iter().copied().max().unwrap_or(0);
    layers.retain(|layer| layer.index + ahead <= *index);
    for layer in &mut layers {
        let at = layer.index - from - 1;
        for horizon in &sampling.horizons {
            let shares = shares(history, at, at + horizon);
            for (sample, share) in layer.samples.iter_mut().zip(shares) {
                sample.share += share as f32 / sampling.horizons.len() as f32;
            }
        }
    }
    layers
}

const MAGIC: &[u8; 8] = b"goosebd1";

/// Writes layers.
///
/// # Errors
/// If that fails.
pub fn save(layers: &[Layer], to: &mut impl Write) -> io::Result<()> {
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

/// Reads a file that [`save`] wrote.
///
/// # Errors
/// If it cannot be read or is another one.
pub fn load(path: &Path) -> io::Result<Vec<Layer>> {
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
