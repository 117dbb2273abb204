//! Samples on disk.
//!
//! A file is a line of JSON (the [`Header`]), then records of one fixed length, then the SHA-256 of all before it. It
//! is written and read in bounded memory; a file that was cut or changed is noticed at its end.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The origin of samples.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Header {
    /// The game.
    pub game: String,
    /// The bot that played, and its settings.
    pub bot: String,
    /// The commit of the program that played, filled in by [`crate::steps::Folder::games`].
    pub commit: String,
    /// The arguments of the training, likewise; empty in files of earlier versions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arguments: BTreeMap<String, String>,
    /// The names of the features, in their order in a sample.
    pub features: Vec<String>,
    /// The seed that determines all games.
    pub seed: u64,
    /// Number of games, of all shards together.
    pub games: u64,
    /// The part of them that is in the file; none for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

impl Header {
    /// The games of the file, by number.
    pub fn range(&self) -> Range<u64> {
        let Some(Shard { index, count }) = self.shard else {
            return 0..self.games;
        };
        let before =
            |part: u32| (u128::from(self.games) * u128::from(part) / u128::from(count)) as u64;
        before(index - 1)..before(index)
    }
}

/// One part of games that are played on several machines: `index` of `count`, from 1. It is a run of consecutive games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// Number of this part, from 1.
    pub index: u32,
    /// Number of parts.
    pub count: u32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            Some((_, count @ 1..)) => Err(format!(
                "the shards are 1/{count} to {count}/{count}; a Slurm array of them starts with --array=1-{count}"
            )),
            _ => Err("write i/n with i from 1 to n, such as 2/8".to_owned()),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}/{}", self.index, self.count)
    }
}

/// A position of a game, and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// Number of the game in its file. Games, not samples, are held out.
    pub game: u32,
    /// The value to predict, from 0 (lost) to 1 (won).
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
    next: u64,
}

impl Writer {
    /// Begins a file, or resumes the unfinished one that a killed process with the same header has left.
    ///
    /// # Errors
    /// If it cannot be written, or the unfinished one has another header: what is in it is not thrown away.
    pub fn open(path: &Path, header: &Header) -> Result<Self> {
        let unfinished = path.with_added_extension("unfinished");
        let mut line = serde_json::to_vec(header)?;
        line.push(b'\n');
        let mut next = header.range().start;
        let mut sum = Sha256::new_with_prefix(&line);
        let mut length = line.len() as u64;
        if let Ok(mut old) = Reader::begin(&unfinished) {
            ensure!(
                old.header == *header,
                "{unfinished:?} was begun at commit {} with {:?}: go on from there, or remove it",
                old.header.commit,
                old.header.arguments
            );
            // Of the last game, some samples may be missing: it is played again.
            let mut last = None;
            let (mut at, record) = (length, record_len(old.header.features.len()) as u64);
            while old.left >= record {
                let before = old.sum.clone();
                let game = Some(u64::from(old.read()?.game));
                if game > last {
                    (last, sum, length) = (game, before, at);
                }
                at += record;
            }
            next = last.unwrap_or(next);
        }
        let cannot = || format!("cannot write {unfinished:?}");
        let mut file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&unfinished)
            .with_context(cannot)?;
        file.set_len(length).with_context(cannot)?;
        file.write_all(&line).with_context(cannot)?;
        file.seek(SeekFrom::Start(length)).with_context(cannot)?;
        Ok(Self {
            path: path.to_owned(),
            unfinished,
            out: BufWriter::new(file),
            sum,
            features: header.features.len(),
            next,
        })
    }

    /// The game to go on with: those before it are written.
    pub const fn next_game(&self) -> u64 {
        self.next
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

    /// Hands all samples so far to the system: they outlive this process.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn flush(&mut self) -> Result<()> {
        let written = self.out.flush();
        written.with_context(|| format!("cannot write {:?}", self.unfinished))
    }

    /// Adds the checksum and gives the file its name.
    ///
    /// # Errors
    /// If that fails.
    pub fn finish(mut self) -> Result<()> {
        let sum = self.sum.clone().finalize();
        self.put(&sum)?;
        self.flush()?;
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
        let reader = Self::begin(path)?;
        let record = record_len(reader.header.features.len()) as u64;
        let is_whole = reader.left.is_multiple_of(record);
        ensure!(is_whole, "{path:?} was cut: write it again");
        Ok(reader)
    }

    /// The same for a file that may be unfinished.
    fn begin(path: &Path) -> Result<Self> {
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
        let Some(left) = size.checked_sub(line.len() as u64 + SUM) else {
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

    /// The origin of the samples.
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
        self.read().map(Some)
    }

    fn read(&mut self) -> Result<Sample> {
        let mut record = vec![0; record_len(self.header.features.len())];
        self.input.read_exact(&mut record)?;
        self.sum.update(&record);
        self.left -= record.len() as u64;
        let (game, rest) = record.split_at(4);
        let (target, features) = rest.split_at(4);
        Ok(Sample {
            game: u32::from_le_bytes(game.try_into()?),
            target: f32::from_le_bytes(target.try_into()?),
            features: features
                .chunks_exact(2)
                .map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]))
                .collect(),
        })
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
