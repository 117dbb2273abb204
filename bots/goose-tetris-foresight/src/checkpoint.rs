//! A search on disk: everything that the rest of it depends on, written so that a kill leaves the old file or
//! the new one.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use goose_tetris::{Board, ROWS};

use crate::batch::replace_file;
use crate::history::{Generation, History};
use crate::node::{Node, PackedMove};

const MAGIC: &[u8; 8] = b"goosefs2";

/// A search between two pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Digest of the arguments that decide the result: a search goes on only with the same ones.
    pub arguments: u64,
    /// Pieces placed.
    pub index: usize,
    /// Seconds of work so far, for the report only.
    pub seconds: f64,
    /// The living boards.
    pub nodes: Vec<Node>,
    /// How they came about.
    pub history: History,
}

impl Checkpoint {
    /// Writes to a neighbour file, then renames it over `path`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        replace_file(path, |file| self.write(file))
    }

    /// Reads a file that [`Checkpoint::save`] wrote.
    ///
    /// # Errors
    /// If the file cannot be read or is not a checkpoint.
    pub fn load(path: &Path) -> io::Result<Self> {
        Self::read(&mut BufReader::with_capacity(1 << 20, File::open(path)?))
    }

    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(MAGIC)?;
        for number in [
            self.arguments,
            self.index as u64,
            self.seconds.to_bits(),
            self.nodes.len() as u64,
        ] {
            to.write_all(&number.to_le_bytes())?;
        }
        for node in &self.nodes {
            for row in node.board.rows {
                to.write_all(&row.to_le_bytes())?;
            }
            to.write_all(&node.ready.to_le_bytes())?;
            to.write_all(&node.score.to_le_bytes())?;
            to.write_all(&node.cells.to_le_bytes())?;
        }
        to.write_all(&(self.history.generations.len() as u64).to_le_bytes())?;
        for generation in &self.history.generations {
            to.write_all(&(generation.parents.len() as u64).to_le_bytes())?;
            for (parent, mv) in generation.parents.iter().zip(&generation.moves) {
                to.write_all(&parent.to_le_bytes())?;
                to.write_all(&mv.0.to_le_bytes())?;
            }
        }
        Ok(())
    }

    fn read(from: &mut impl Read) -> io::Result<Self> {
        if &array(from)? != MAGIC {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "not a checkpoint of this program",
            ));
        }
        let arguments = u64::from_le_bytes(array(from)?);
        let index = u64::from_le_bytes(array(from)?) as usize;
        let seconds = f64::from_bits(u64::from_le_bytes(array(from)?));
        let count = u64::from_le_bytes(array(from)?);
        let mut nodes = Vec::new();
        for _ in 0..count {
            let mut rows = [0; ROWS];
            for row in &mut rows {
                *row = u16::from_le_bytes(array(from)?);
            }
            nodes.push(Node {
                board: Board { rows },
                ready: u64::from_le_bytes(array(from)?),
                score: u32::from_le_bytes(array(from)?),
                cells: u32::from_le_bytes(array(from)?),
            });
        }
        let mut history = History::default();
        for _ in 0..u64::from_le_bytes(array(from)?) {
            let mut generation = Generation::default();
            for _ in 0..u64::from_le_bytes(array(from)?) {
                generation.parents.push(u32::from_le_bytes(array(from)?));
                generation
                    .moves
                    .push(PackedMove(u16::from_le_bytes(array(from)?)));
            }
            history.generations.push(generation);
        }
        Ok(Self {
            arguments,
            index,
            seconds,
            nodes,
            history,
        })
    }
}

fn array<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}
