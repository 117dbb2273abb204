//! Samples on disk.
//!
//! A file is a line of JSON (the [`Header`]), then records of one fixed length, then the SHA-256 of all before it. It
//! is written and read in bounded memory; a file that was cut or changed is noticed at its end.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Where samples come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The game.
    pub game: String,
    /// Who played, and how.
    pub bot: String,
    /// The commit of the program that wrote the file.
    pub commit: String,
    /// The names of the features, in their order in a sample.
    pub features: Vec<String>,
    /// What all games follow from.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
}

/// A position of a game, and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// Number of the game in its file. Games, not samples, are held out.
    pub game: u32,
    /// What is to be predicted, from 0 (lost) to 1 (won).
    pub target: f32,
    /// The features: own side minus the other one.
    pub features: Vec<i16>,
}

/// Bytes of the checksum.
const SUM: u64 = 32;
/// Longest header.
const MOST_HEADER: u64 = 1 << 20;

/// Writes a data set. The file has its name only once it is [finished](Writer::finish): what is there is whole.
pub struct Writer {
    path: PathBuf,
    unfinished: PathBuf,
    out: BufWriter<File>,
    sum: Sha256,
    features: usize,
}

impl Writer {
    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self> {
        let unfinished = path.with_extension("unfinished");
        let out =
            File::create(&unfinished).with_context(|| format!("cannot write {unfinished:?}"))?;
        let mut writer = Self {
            path: path.to_owned(),
            unfinished,
            out: BufWriter::new(out),
            sum: Sha256::new(),
            features: header.features.len(),
        };
        let mut line = serde_json::to_vec(header)?;
        line.push(b'\n');
        writer.put(&line)?;
        Ok(writer)
    }

    /// Adds a sample.
    ///
    /// # Errors
    /// If it has another number of features than the header, or cannot be written.
    pub fn add(&mut self, sample: &Sample) -> Result<()> {
        let count = sample.features.len();
        ensure!(
            count == self.features,
            "a sample of {count} features, not {}",
            self.features
        );
        let mut record = Vec::with_capacity(record_len(count));
        record.extend(sample.game.to_le_bytes());
        record.extend(sample.target.to_le_bytes());
        record.extend(
            sample
                .features
                .iter()
                .flat_map(|feature| feature.to_le_bytes()),
        );
        self.put(&record)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.sum.update(bytes);
        let written = self.out.write_all(bytes);
        written.with_context(|| format!("cannot write {:?}", self.unfinished))
    }

    /// Adds the checksum and gives the file its name.
    ///
    /// # Errors
    /// If that fails.
    pub fn finish(mut self) -> Result<()> {
        let sum = self.sum.clone().finalize();
        self.put(&sum)?;
        self.out.flush()?;
        fs::rename(&self.unfinished, &self.path)
            .with_context(|| format!("cannot write {:?}", self.path))
    }
}

/// Reads a data set, sample by sample.
pub struct Reader {
    path: PathBuf,
    header: Header,
    input: BufReader<File>,
    sum: Sha256,
    /// Bytes of records that were not read yet.
    left: u64,
}

impl Reader {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If it cannot be read, or is no data set.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot read {path:?}"))?;
        let size = file.metadata()?.len();
        let mut input = BufReader::new(file);
        let mut line = Vec::new();
        input
            .by_ref()
            .take(MOST_HEADER)
            .read_until(b'\n', &mut line)?;
        let header: Header = serde_json::from_slice(&line)
            .with_context(|| format!("{path:?} does not begin with the header of a data set"))?;
        let record = record_len(header.features.len()) as u64;
        let left = size.checked_sub(line.len() as u64 + SUM);
        let Some(left) = left.filter(|left| left % record == 0) else {
            bail!("{path:?} was cut: write it again");
        };
        let mut sum = Sha256::new();
        sum.update(&line);
        Ok(Self {
            path: path.to_owned(),
            header,
            input,
            sum,
            left,
        })
    }

    /// Where the samples come from.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The next sample; `None` after the last one.
    ///
    /// # Errors
    /// If the file cannot be read, or its checksum, looked at after the last sample, is wrong.
    pub fn next_sample(&mut self) -> Result<Option<Sample>> {
        if self.left == 0 {
            self.check()?;
            return Ok(None);
        }
        let mut record = vec![0; record_len(self.header.features.len())];
        self.input.read_exact(&mut record)?;
        self.sum.update(&record);
        self.left -= record.len() as u64;
        let (game, rest) = record.split_at(4);
        let (target, features) = rest.split_at(4);
        Ok(Some(Sample {
            game: u32::from_le_bytes(game.try_into()?),
            target: f32::from_le_bytes(target.try_into()?),
            features: features
                .chunks_exact(2)
                .map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]))
                .collect(),
        }))
    }

    fn check(&mut self) -> Result<()> {
        let mut sum = Vec::new();
        self.input.read_to_end(&mut sum)?;
        let is_right = sum.is_empty() || sum == self.sum.clone().finalize().to_vec();
        ensure!(
            is_right,
            "{:?} was changed: its checksum is wrong; write it again",
            self.path
        );
        Ok(())
    }
}

const fn record_len(features: usize) -> usize {
    4 + 4 + 2 * features
}
