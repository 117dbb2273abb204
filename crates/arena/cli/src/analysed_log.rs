//! A log and its copy with an analysis behind every game.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::Stop;
use contest::analysis::Analyst;
use gameplay::record::{Analysis, GameRecord};
use journal::file::LogFile;
use journal::lines::Lines;
use viewer::source::{self, Source};

/// The text between a game and its analysis.
const ANALYSIS: &str = ",\"analysis\":";

/// The log that is analysed, or some games of it.
#[derive(Debug)]
pub struct Original {
    /// The path of the log.
    pub path: PathBuf,
    /// Name of the game.
    pub game: String,
    /// The limit of a turn in milliseconds that its games were played at; `None` if the log does not tell.
    pub time_ms: Option<u64>,
    /// Their node budget; `None` if they were played by the clock.
    pub nodes: Option<u64>,
    /// The source that reads its lines.
    source: Source,
    header: Vec<u8>,
    wanted: Vec<u32>,
}

/// A game of the log.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Its line, without the newline.
    pub line: &'a str,
    /// The record in the line.
    pub record: GameRecord,
    /// Players A and B.
    pub names: [String; 2],
}

impl Original {
    /// Opens a log; `wanted` are the numbers of the games to analyse, empty for all.
    ///
    /// # Errors
    /// If it is not a log, or does not name its game.
    pub fn open(path: &Path, wanted: &[u32]) -> Result<Self> {
        let source = source::open(path)?;
        let name = path.display();
        let header = source.header();
        let (game, time_ms, nodes) = (header.game.clone(), header.time_ms, header.nodes);
        let file = File::open(path).with_context(|| msg!("cannot open {name}"))?;
        let mut lines = Lines::new(BufReader::new(file));
        Ok(Self {
            path: path.to_owned(),
            game: game.with_context(|| msg!("{name} does not say which game it is of"))?,
            time_ms,
            nodes,
            source,
            header: lines.first()?.bytes.to_vec(),
            wanted: wanted.to_vec(),
        })
    }

    /// Hands out the games in the order of the log. A line that is damaged, or was cut off, is left out.
    ///
    /// # Errors
    /// If `take` fails, the log cannot be read, a wanted game is not in it, or one is analyzed already.
    pub fn each(&self, take: &mut dyn FnMut(Entry) -> Result<(), Stop>) -> Result<(), Stop> {
        let name = self.path.display();
        let file = File::open(&self.path).with_context(|| msg!("cannot open {name}"))?;
        let mut lines = Lines::new(BufReader::new(file));
        let mut missing = self.wanted.clone();
        lines.first()?;
        while let Some(line) = lines.next_line()? {
            let Some((text, record, names)) = self.read(line.bytes) else {
                continue;
            };
            let id = record.called();
            if !self.wanted.is_empty() && !self.wanted.contains(&id) {
                continue;
            }
            missing.retain(|wanted| *wanted != id);
            if let Some(analysis) = &record.analysis {
                let by = &analysis.by;
                return Err(error!(
                    "{name}: game {id} is analysed already, by {by}; name the log that this one was made from"
                )
                .into());
            }
            take(Entry {
                line: text,
                record,
                names,
            })?;
        }
        match missing.first() {
            Some(id) => Err(error!("{name}: game {id} is not in it").into()),
            None => Ok(()),
        }
    }

    /// A line of the log; `None` if there is no whole game in it.
    fn read<'a>(&self, line: &'a [u8]) -> Option<(&'a str, GameRecord, [String; 2])> {
        let text = str::from_utf8(line).ok()?.trim_end();
        let record = self.source.game(text.as_bytes()).ok()?;
        let players = &self.source.header().players;
        let names = [record.a, record.b].map(|player| players[player].clone());
        Some((text, record, names))
    }
}

/// The copy that is written.
#[derive(Debug)]
pub struct Copy {
    file: LogFile,
    /// The analyses that are in it already, in the order of the log.
    pub done: Vec<Analysis>,
}

impl Copy {
    /// Begins the copy, or goes on with one that this analyst has begun; with `anew` an old file is replaced.
    ///
    /// # Errors
    /// If there is a file that is something else, or it cannot be written.
    pub fn begin(path: &Path, of: &Original, analyst: &Analyst, anew: bool) -> Result<Self> {
        let old = if anew { None } else { LogFile::open(path)? };
        let Some(mut file) = old else {
            let mut file = LogFile::begin(path, anew)?;
            file.write_all(&[&of.header[..], b"\n"].concat())
                .and_then(|()| file.flush())
                .with_context(|| msg!("cannot write {}", path.display()))?;
            return Ok(Self {
                file,
                done: Vec::new(),
            });
        };
        let (done, length) = read_done(&file, of, analyst).with_context(|| {
            msg!(
                "cannot resume {}; name another file with --out, or add --force to replace it",
                path.display()
            )
        })?;
        file.cut(length)?;
        let mut copy = Self { file, done };
        if length == 0 {
            copy.write(&of.header)?;
        }
        Ok(copy)
    }

    /// Adds the analysis of a game, whose line this is.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, line: &str, analysis: &Analysis) -> Result<()> {
        let game = line.strip_suffix('}').unwrap_or(line);
        let analysis = serde_json::to_string(analysis)?;
        self.write(format!("{game}{ANALYSIS}{analysis}}}").as_bytes())
    }

    fn write(&mut self, line: &[u8]) -> Result<()> {
        // In one piece: killed in between, there would be a game without an end of its line.
        let whole = [line, b"\n"].concat();
        self.file
            .write_all(&whole)
            .and_then(|()| self.file.flush())
            .with_context(|| msg!("cannot write {}", self.file.path().display()))
    }
}

/// The analyses in a copy, and the bytes of its whole lines.
fn read_done(file: &LogFile, of: &Original, analyst: &Analyst) -> Result<(Vec<Analysis>, u64)> {
    let mut lines = Lines::new(file.reader()?);
    let header = lines.first()?;
    if !header.whole {
        require!(
            of.header.starts_with(header.bytes),
            "its first line is not that of {}",
            of.path.display()
        );
        return Ok((Vec::new(), 0));
    }
    require!(
        header.bytes == of.header,
        "its first line is not that of {}",
        of.path.display()
    );
    let mut length = header.bytes.len() as u64 + 1;
    let mut written: Vec<(u64, String)> = Vec::new();
    while let Some(line) = lines.next_line()? {
        if !line.whole {
            notice!("warning: {}: {}", file.path().display(), line.cut());
            break;
        }
        length += line.bytes.len() as u64 + 1;
        let text = str::from_utf8(line.bytes).context("it is not text")?;
        written.push((line.number, text.to_owned()));
    }
    let mut written = written.into_iter();
    let mut done = Vec::new();
    let compared = of.each(&mut |entry| {
        let Some((number, text)) = written.next() else {
            return Ok(());
        };
        let game = entry.line.strip_suffix('}').unwrap_or(entry.line);
        let rest = text
            .strip_prefix(game)
            .and_then(|rest| rest.strip_prefix(ANALYSIS));
        let rest = rest.and_then(|rest| rest.strip_suffix('}'));
        let analysis: Option<Analysis> = rest.and_then(|rest| serde_json::from_str(rest).ok());
        let analysis = analysis.with_context(|| {
            msg!(
                "line {number} is not that of game {} of the log",
                entry.record.id
            )
        })?;
        if (analysis.by.as_str(), analysis.nodes) != (analyst.name.as_str(), analyst.nodes) {
            return Err(error!(
                "line {number} is an analysis by {} with {} nodes",
                analysis.by, analysis.nodes
            )
            .into());
        }
        done.push(analysis);
        Ok(())
    });
    match compared {
        Ok(()) => {}
        Err(Stop::Failed(error)) => return Err(error),
        Err(Stop::Cancelled) => fail!("it was cancelled"),
    }
    if let Some((number, _)) = written.next() {
        fail!("line {number} is none of the games");
    }
    Ok((done, length))
}
