//! A search on disk: everything that the rest of it depends on, written so that a kill leaves the old file or
//! the new one.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use goose_tetris::{Board, ROWS};
use solvers::files::replace_file;

use crate::history::{Generation, History};
use crate::node::{Node, PackedMove};
use crate::position::Position;

const MAGIC: &[u8; 8] = b"goosefs2";

/// The contents of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Digest of the arguments that decide the result: a search goes on only with the same ones.
    pub arguments: u64,
    /// Seconds of work so far, for the report only.
    pub seconds: f64,
    /// The position from which the search goes on.
    pub position: Position,
}

/// Writes a checkpoint; a kill leaves the old file or the new one. See [`Checkpoint`] for the arguments.
///
/// # Errors
/// If the file cannot be written.
pub fn save(path: &Path, arguments: u64, seconds: f64, position: &Position) -> io::Result<()> {
    replace_file(path, |file| write(file, arguments, seconds, position))
}

fn write(to: &mut impl Write, arguments: u64, seconds: f64, position: &Position) -> io::Result<()> {
    to.write_all(MAGIC)?;
    for number in [
        arguments,
        position.index as u64,
        seconds.to_bits(),
        position.nodes.len() as u64,
    ] {
        to.write_all(&number.to_le_bytes())?;
    }
    for node in &position.nodes {
        for row in node.board.rows {
            to.write_all(&row.to_le_bytes())?;
        }
        to.write_all(&node.ready.to_le_bytes())?;
        to.write_all(&node.score.to_le_bytes())?;
        to.write_all(&node.cells.to_le_bytes())?;
    }
    to.write_all(&(position.history.generations.len() as u64).to_le_bytes())?;
    for generation in &position.history.generations {
        to.write_all(&(generation.parents.len() as u64).to_le_bytes())?;
        for (parent, mv) in generation.parents.iter().zip(&generation.moves) {
            to.write_all(&parent.to_le_bytes())?;
            to.write_all(&mv.0.to_le_bytes())?;
        }
    }
    Ok(())
}

impl Checkpoint {
    /// Reads a file that [`save`] wrote.
    ///
    /// # Errors
    /// If the file cannot be read or is not a checkpoint.
    pub fn load(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        Self::read(&mut BufReader::with_capacity(1 << 20, file)).map_err(|error| {
            match error.kind() {
                io::ErrorKind::UnexpectedEof => invalid("a checkpoint that ends too early"),
                _ => error,
            }
        })
    }

    fn read(from: &mut impl Read) -> io::Result<Self> {
        if &array(from)? != MAGIC {
            return Err(invalid(
                "not a checkpoint of this version of goose-tetris-foresight",
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
        if !history.leads_to(nodes.len()) {
            return Err(invalid("a checkpoint that names boards it does not hold"));
        }
        Ok(Self {
            arguments,
            seconds,
            position: Position {
                index,
                nodes,
                history,
            },
        })
    }
}

fn array<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn invalid(what: &str) -> io::Error {
    let message = format!("{what}; remove it or name another file to begin anew");
    io::Error::new(io::ErrorKind::InvalidData, message)
}
