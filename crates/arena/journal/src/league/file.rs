//! The file of a league, open for more games: locked, and never with half a line in it.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, Result};

use super::read::{LeagueReader, header};
use super::record::{LeagueGame, LeagueHeader, Strength, VERSION, unknown, warn_of_arena};
use super::seen::Seen;
use crate::log;
use crate::log::file::LogFile;
use crate::log::lines::Lines;
use crate::log::resume::is_begun;
use crate::session::Sitting;

/// A league's file, open for more games.
#[derive(Debug)]
pub struct LeagueFile {
    /// Its first line.
    pub header: LeagueHeader,
    /// The games that were in it when it was opened.
    pub seen: Seen,
    file: LogFile,
    /// The sitting that the first line does not name yet.
    sitting: Option<Sitting>,
}

/// The first line of the league in this file; `None` if there is no file, or no whole line in it.
///
/// # Errors
/// If the file cannot be read, or its first line is another one; if another process writes that, the text names it.
pub fn peek(path: &Path) -> Result<Option<LeagueHeader>> {
    let context = || msg!("cannot go on with {}", path.display());
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.with_context(context)?,
    };
    let mut lines = Lines::new(BufReader::new(file));
    let first = lines.first().with_context(context)?;
    if !first.whole {
        return Ok(None);
    }
    header(first).map(Some).or_else(|error| {
        LogFile::open(path)?;
        Err(error.context(context()))
    })
}

impl LeagueFile {
    /// Makes the file of a new league. An old file is replaced with `force` only.
    ///
    /// # Errors
    /// If there is one already, another process writes it, or it cannot be written.
    pub fn create(path: &Path, header: LeagueHeader, force: bool) -> Result<Self> {
        Self::begin(LogFile::begin(path, force)?, header)
    }

    fn begin(mut file: LogFile, header: LeagueHeader) -> Result<Self> {
        log::write(&mut file, &header)
            .with_context(|| msg!("cannot write {}", file.path().display()))?;
        Ok(Self {
            seen: Seen::default(),
            header,
            file,
            sitting: None,
        })
    }

    /// Opens the file of a league to go on with it, and hands every game that is in it to `take`. A line that was cut off is taken off the file. If there is no file,
    /// or the arena was killed while it wrote the first line, it is made.
    ///
    /// The league grows by the players and games that `header` has more. If a player has changed since and `mix` is true,
    /// the first line says of what players the file is then. A file of an older version becomes one of today's.
    ///
    /// # Errors
    /// If it is the file of another league or of none, is damaged, or a player has changed and `mix` is false; then it
    /// stays as it is. If it cannot be written.
    pub fn resume(
        path: &Path,
        header: LeagueHeader,
        mix: bool,
        take: &mut dyn FnMut(&LeagueHeader, &LeagueGame),
    ) -> Result<Self> {
        let Some(mut file) = LogFile::open(path)? else {
            return Self::create(path, header, false);
        };
        let name = path.display().to_string();
        let context = || msg!("cannot go on with {name}");
        if is_begun(&file, &header).with_context(context)? {
            file.cut(0)?;
            return Self::begin(file, header);
        }
        let reader = LeagueReader::new(file.reader()?).with_context(context)?;
        let old = reader.header().clone();
        check(&name, &old, &header, mix)?;
        if old.version < VERSION {
            renew(&mut file, &old).with_context(context)?;
            notice!(
                "note: {name} was of version {} and is of version {VERSION} now, in which the list of players decides no \
                 game",
                old.version
            );
        }
        let mut reader = LeagueReader::new(file.reader()?).with_context(context)?;
        reader.expect_rounds(header.r#match.max_round.map(u64::from));
        let old = reader.header().clone();
        let mut now = old.clone();
        now.grow(&header);
        now.adopt_specs(&header);
        if old.identities.is_empty() {
            now.identities.clear();
        } else if mix {
            now.mix(&header);
        }
        let start = reader.whole();
        let names = [name.clone()];
        let mut seen = Seen::default();
        while let Some(placed) = reader.next_game().with_context(context)? {
            if seen.add(&names, 0, &placed).with_context(context)? {
                take(&now, &placed.game);
            }
        }
        let (whole, cut) = (reader.whole(), reader.cut());
        drop(reader);
        if let Some(cut) = cut {
            notice!("warning: {name}: {cut}; its game is played again");
            file.cut(whole)?;
        }
        let mut file = Self {
            header: old,
            seen,
            file,
            sitting: header.r#match.sittings.last().cloned(),
        };
        if now != file.header {
            file.replace_header(now, start)?;
        }
        Ok(file)
    }

    /// Says in the first line that more games follow, played as the header of [`resume`](Self::resume) tells.
    ///
    /// # Errors
    /// If the file cannot be written; then it stays as it is.
    pub fn sit_down(&mut self) -> Result<()> {
        let Some(sitting) = self.sitting.take() else {
            return Ok(());
        };
        let mut now = self.header.clone();
        let games = self.seen.len();
        now.r#match.sittings.push(Sitting { games, ..sitting });
        let start = self.file.reader()?;
        let start = LeagueReader::new(start)?.whole();
        self.replace_header(now, start)
    }

    fn replace_header(&mut self, now: LeagueHeader, start: u64) -> Result<()> {
        self.file.replace_start(&now, start)?;
        self.header = now;
        Ok(())
    }

    /// Adds a game, in the file first.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &LeagueGame) -> Result<()> {
        log::write(&mut self.file, game)
            .with_context(|| msg!("cannot write {}", self.file.path().display()))
    }
}

/// Whether the league in a file can be gone on with as `header` has it.
fn check(name: &str, old: &LeagueHeader, header: &LeagueHeader, mix: bool) -> Result<()> {
    header
        .same_league(old)
        .with_context(|| msg!("{name} is of another league; name another --out"))?;
    ensure!(
        header.shard == old.shard,
        "{name} belongs to another shard; name another --out"
    );
    ensure!(
        header.r#match.games >= old.r#match.games,
        "{name} is of {} games a match, which is more than {}; leave --games out, or give a larger number",
        old.r#match.games,
        header.r#match.games
    );
    ensure!(
        old.version == VERSION || old.shard.is_none(),
        "{name} is a shard of league version {}, which arena {} wrote: let that one play the rest, and go on with what \
         `arena merge` makes of all shards",
        old.version,
        old.r#match.arena.as_deref().unwrap_or("0.1.0 or earlier")
    );
    warn_of_arena(name, old, "this arena", header);
    match old.strength(header) {
        Strength::Differs(why) if !mix => bail!(
            "{name}: {why}; results of both are of neither: give the new one a name of its own, so that both are in the \
             league, or name another --out, or go on on purpose with --mix"
        ),
        Strength::Unknown => notice!("warning: {}", unknown(name)),
        Strength::Same | Strength::Differs(_) => {}
    }
    Ok(())
}

/// Writes a file of an older version as one of today's.
fn renew(file: &mut LogFile, old: &LeagueHeader) -> Result<()> {
    let header = LeagueHeader {
        version: VERSION,
        ..old.clone()
    };
    let input = file.reader()?;
    let mut reader = LeagueReader::new(input)?;
    // Read twice: what is damaged is found before anything is written.
    while reader.next_game()?.is_some() {}
    drop(reader);
    file.rewrite(|old, new: &mut dyn Write| {
        log::write(new, &header)?;
        let mut input = old;
        std::io::Seek::rewind(&mut input)?;
        let mut reader = LeagueReader::new(BufReader::new(input))?;
        while let Some(placed) = reader.next_game()? {
            log::write(new, &placed.game)?;
        }
        Ok(())
    })
}
