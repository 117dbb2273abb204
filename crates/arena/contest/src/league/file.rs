//! The file of a league, open for more games: locked, and never with half a line in it.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::read::LeagueReader;
use super::record::{LeagueGame, LeagueHeader, Strength, unknown, warn_of_arena};
use super::seen::Seen;
use super::standings::Standings;
use crate::log;
use crate::log::file::LogFile;

/// A league's file, open for more games.
#[derive(Debug)]
pub struct LeagueFile {
    /// Its first line.
    pub header: LeagueHeader,
    /// The games that were in it when it was opened.
    pub seen: Seen,
    /// The totals of its games.
    pub standings: Standings,
    file: LogFile,
}

impl LeagueFile {
    /// Makes the file of a new league.
    ///
    /// # Errors
    /// If there is one already, or it cannot be written.
    pub fn create(path: &Path, header: LeagueHeader) -> Result<Self> {
        let file = LogFile::create(path, "to go on with a league add --resume")?;
        Self::begin(file, header)
    }

    fn begin(mut file: LogFile, header: LeagueHeader) -> Result<Self> {
        log::write(&mut file, &header)
            .with_context(|| format!("cannot write {}", file.path().display()))?;
        Ok(Self {
            seen: Seen::default(),
            standings: Standings::new(header.players.len()),
            header,
            file,
        })
    }

    /// Opens the file of a league to go on with it. A line that was cut off is taken off the file. If there is no file,
    /// or the arena was killed while it wrote the first line, it is made. If a player has changed since and `mix` is true,
    /// the first line says of what players the file is then.
    ///
    /// # Errors
    /// If it is the file of another league or of none, is damaged, or a player has changed and `mix` is false; then it
    /// stays as it is. If it cannot be written.
    pub fn resume(path: &Path, header: LeagueHeader, mix: bool) -> Result<Self> {
        let Some(mut file) = LogFile::open(path)? else {
            return Self::create(path, header);
        };
        let name = path.display().to_string();
        let context = || format!("cannot go on with {name}");
        if is_begun(&file, &header).with_context(context)? {
            file.cut(0)?;
            return Self::begin(file, header);
        }
        let mut reader = LeagueReader::new(file.reader()).with_context(context)?;
        let old = reader.header().clone();
        header
            .same_league(&old)
            .with_context(|| format!("{name} is of another league; name another --out"))?;
        ensure!(
            header.shard == old.shard,
            "{name} belongs to another shard; name another --out"
        );
        warn_of_arena(&name, &old, "this arena", &header);
        let mut now = old.clone();
        match old.strength(&header) {
            Strength::Same => {}
            Strength::Unknown => eprintln!("warning: {}", unknown(&name)),
            Strength::Differs(_) if mix => now.mix(&header),
            Strength::Differs(why) => bail!(
                "{name}: {why}; results of both are of neither: name another --out, or go on on purpose with --mix"
            ),
        }
        reader.expect_rounds(header.r#match.max_round.map(u64::from));
        let start = reader.whole();
        let names = [name.clone()];
        let (mut seen, mut standings) = (Seen::default(), Standings::new(old.players.len()));
        while let Some(placed) = reader.next_game().with_context(context)? {
            if seen.add(&names, 0, &placed).with_context(context)? {
                standings.add(&placed.game);
            }
        }
        let (whole, cut) = (reader.whole(), reader.cut());
        if let Some(cut) = cut {
            eprintln!("warning: {name}: {cut}; its game is played again");
            file.cut(whole)?;
        }
        if now != old {
            file.replace_start(&now, start)?;
        }
        Ok(Self {
            header: now,
            seen,
            standings,
            file,
        })
    }

    /// Adds a game, in the file first.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &LeagueGame) -> Result<()> {
        log::write(&mut self.file, game)
            .with_context(|| format!("cannot write {}", self.file.path().display()))?;
        self.standings.add(game);
        Ok(())
    }
}

/// Whether all of the file is the beginning of this header: what is left of a league that was killed before its first
/// game. Anything else without a newline may be somebody's only copy.
fn is_begun(file: &LogFile, header: &LeagueHeader) -> Result<bool> {
    let line = serde_json::to_vec(header).context("cannot encode a header")?;
    if file.length() > line.len() as u64 {
        return Ok(false);
    }
    let there = file.start(line.len())?;
    Ok(line.starts_with(&there))
}
