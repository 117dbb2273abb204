//! The files of a league's shards, or of several sittings, put together.

use std::fs::File;
use std::io::{BufReader, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::read::LeagueReader;
use super::record::{LeagueHeader, Strength, unknown, warn_of_arena};
use super::seen::Seen;
use super::standings::Standings;
use crate::log;
use arena_common::whole_file::WholeFile;

/// Files of one league. The games stay on disk; what is kept of each is where it is.
#[derive(Debug)]
pub struct Merged {
    /// The first line of the whole league.
    pub header: LeagueHeader,
    /// The totals of all games, each counted once.
    pub standings: Standings,
    seen: Seen,
    /// The rounds of a half of SnakeGo, if a file has them.
    rounds: Option<u64>,
    files: Vec<File>,
    /// Whether a file does not say what its players were; then the whole league does not, either.
    silent: bool,
}

impl Merged {
    /// Reads the files.
    ///
    /// # Errors
    /// If one cannot be read, is damaged or of another league, or two lines have different results of one game; if a
    /// player is not the same in all and `mix` is false.
    pub fn read(paths: &[PathBuf], mix: bool) -> Result<Self> {
        let names: Vec<String> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let mut merged: Option<Self> = None;
        for (number, (path, name)) in paths.iter().zip(&names).enumerate() {
            let context = || format!("cannot merge {name}");
            let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
            let mut reader = LeagueReader::new(BufReader::new(&file)).with_context(context)?;
            let merged = merged.get_or_insert_with(|| Self::new(reader.header()));
            (merged.header)
                .same_league(reader.header())
                .with_context(|| format!("{name} is of another league than {}", names[0]))?;
            if number > 0 {
                merged.check_strength([&names[0], name], reader.header(), mix)?;
            }
            reader.expect_rounds(merged.rounds);
            while let Some(placed) = reader.next_game().with_context(context)? {
                if (merged.seen.add(&names, number, &placed)).with_context(context)? {
                    merged.standings.add(&placed.game);
                }
            }
            if let Some(cut) = reader.cut() {
                eprintln!("warning: {name}: {cut}");
            }
            merged.rounds = reader.rounds();
            merged.files.push(file);
        }
        let mut merged = merged.context("nothing to merge: name the files of the shards")?;
        if merged.silent {
            merged.header.identities.clear();
        }
        Ok(merged)
    }

    /// Whether the players of one more file are those of the files before.
    fn check_strength(
        &mut self,
        [first, name]: [&str; 2],
        header: &LeagueHeader,
        mix: bool,
    ) -> Result<()> {
        warn_of_arena(first, &self.header, name, header);
        match self.header.strength(header) {
            Strength::Same => {}
            Strength::Unknown => {
                let silent = if header.identities.is_empty() {
                    name
                } else {
                    first
                };
                eprintln!("warning: {}", unknown(silent));
                self.silent = true;
                // What the next files say is compared all the same.
                if self.header.identities.is_empty() {
                    self.header.identities.clone_from(&header.identities);
                }
            }
            Strength::Differs(_) if mix => self.header.mix(header),
            Strength::Differs(why) => bail!(
                "{name}: {why}, against {first}; results of both are of neither: leave it out, or merge on purpose \
                 with --mix"
            ),
        }
        Ok(())
    }

    fn new(first: &LeagueHeader) -> Self {
        Self {
            header: LeagueHeader {
                shard: None,
                ..first.clone()
            },
            standings: Standings::new(first.players.len()),
            seen: Seen::default(),
            rounds: None,
            files: Vec::new(),
            silent: false,
        }
    }

    /// Writes the whole league to a new file, in the order of matches.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let cannot = || format!("cannot make {}", path.display());
        ensure!(
            !path.exists(),
            "{} exists already; name a file that is not there",
            path.display()
        );
        let mut out = WholeFile::create(path).with_context(cannot)?;
        log::write(&mut out, &self.header).with_context(cannot)?;
        let mut line = Vec::new();
        for place in self.seen.places() {
            line.resize(place.length, 0);
            self.files[place.file]
                .read_exact_at(&mut line, place.offset)
                .context("a file was changed while it was merged")?;
            out.write_all(&line).with_context(cannot)?;
        }
        out.finish_new().with_context(cannot)
    }
}
