//! A file of games, open for more of them: what is there is not played again.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Seek};
use std::path::Path;

use anyhow::{Context, Result};
use gameplay::record::GameRecord;

use crate::file::LogFile;
use crate::header::{Header, Strength, unknown, warn_of_arena};
use crate::lines::{Lines, write};
use crate::reader::{Reader, check_planned};
use crate::seen::Seen;
use crate::session::Session;

/// A file of games. While it is open it is locked; a line is written when its game has ended.
#[derive(Debug)]
pub struct GamesFile {
    /// Its first line.
    pub header: Header,
    /// The games that were in it when it was opened; who plays the others takes them.
    pub seen: Seen,
    file: LogFile,
    /// Bytes of the first line, the newline included.
    start: u64,
    /// The first line to be written once more games are played; `None` if it is up to date.
    next: Option<Header>,
}

/// The first line of a file; `None` if there is no file, or no whole line in it.
///
/// # Errors
/// If the file cannot be read, or its first line is another one; if another process writes that, the text names it.
pub fn peek(path: &Path) -> Result<Option<Header>> {
    let context = || msg!("cannot resume {}", path.display());
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.with_context(context)?,
    };
    let mut lines = Lines::new(BufReader::new(&file));
    if !lines.first().with_context(context)?.whole {
        return Ok(None);
    }
    (&file).rewind().with_context(context)?;
    match Reader::new(BufReader::new(&file)) {
        Ok(reader) => Ok(Some(reader.header().clone())),
        Err(error) => {
            LogFile::open(path)?;
            Err(error.context(context()))
        }
    }
}

impl GamesFile {
    /// Makes a new file. An old one is replaced with `force` only.
    ///
    /// # Errors
    /// If there is one already, another process writes it, or it cannot be written.
    pub fn create(path: &Path, header: Header, force: bool) -> Result<Self> {
        Self::begin(LogFile::begin(path, force)?, header)
    }

    fn begin(mut file: LogFile, header: Header) -> Result<Self> {
        write(&mut file, &header)
            .with_context(|| msg!("cannot write {}", file.path().display()))?;
        Ok(Self {
            header,
            seen: Seen::default(),
            start: file.length(),
            file,
            next: None,
        })
    }

    /// Opens a file to go on with it, and hands every game that is in it to `take`, with the header as it will be. A line
    /// that was cut off is taken off the file. If there is no file, or the arena was killed while it wrote the first line,
    /// it is made.
    ///
    /// The file grows by the games, and in a league by the players that `header` has more. If a player has changed since
    /// and `mix` is true, the first line says of what players the file is then.
    ///
    /// # Errors
    /// If it is of other games or of none, is damaged, or a player has changed and `mix` is false; then it stays as it is.
    /// If it cannot be written.
    pub fn resume(
        path: &Path,
        header: Header,
        mix: bool,
        take: &mut dyn FnMut(&Header, &GameRecord),
    ) -> Result<Self> {
        // A device or a pipe holds nothing to go on with.
        if path.exists() && !path.is_file() {
            return Self::create(path, header, false);
        }
        let Some(mut file) = LogFile::open(path)? else {
            return Self::create(path, header, false);
        };
        let name = path.display().to_string();
        let context = || msg!("cannot resume {name}");
        if is_begun(&file, &header).with_context(context)? {
            file.cut(0)?;
            return Self::begin(file, header);
        }
        let mut reader = Reader::new(file.reader()?).with_context(context)?;
        let old = reader.header().clone();
        check(&name, &old, &header, mix)?;
        reader.expect_rounds(header.max_round.map(u64::from));
        let mut now = grown(&old, &header, mix);
        let start = reader.whole();
        let names = [name.clone()];
        let mut seen = Seen::default();
        while let Some(placed) = reader.next_game().with_context(context)? {
            // The games of the site follow no schedule.
            if now.games > 0 {
                check_planned(&now, &placed.game).with_context(|| {
                    msg!("cannot resume {name}: line {} is damaged", placed.line)
                })?;
            }
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
            start,
            next: None,
        };
        // Players and what they are belong to the games that are there; sessions only to those that follow.
        if now.league && now != file.header {
            file.replace_header(now.clone())?;
        }
        let games = file.seen.len();
        let more = header.sittings.into_iter();
        now.sittings
            .extend(more.map(|session| Session { games, ..session }));
        file.next = Some(now);
        Ok(file)
    }

    /// Says in the first line that more games follow, played as the header of [`resume`](Self::resume) tells.
    ///
    /// # Errors
    /// If the file cannot be written; then it stays as it is.
    pub fn begin_session(&mut self) -> Result<()> {
        match self.next.take() {
            Some(now) => self.replace_header(now),
            None => Ok(()),
        }
    }

    fn replace_header(&mut self, now: Header) -> Result<()> {
        let before = self.file.length() - self.start;
        self.file.replace_start(&now, self.start)?;
        self.start = self.file.length() - before;
        self.header = now;
        Ok(())
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<()> {
        write(&mut self.file, game)
            .with_context(|| msg!("cannot write {}", self.file.path().display()))
    }
}

/// Returns true if the whole file is the beginning of this header: the remains of games that were stopped before the
/// first of them had ended. Anything else without a newline may be somebody's only copy.
fn is_begun(file: &LogFile, header: &Header) -> Result<bool> {
    let line = serde_json::to_vec(header).context("cannot encode a header")?;
    // From the date on no two sessions are alike.
    let marker = b"\"sittings\":[{\"date\":\"";
    let at = line.windows(marker.len()).position(|part| part == marker);
    let common = at.map_or(line.len(), |at| at + marker.len());
    let most = 2 * line.len();
    let there = file.start(most)?;
    if there.contains(&b'\n') || file.length() > most as u64 {
        return Ok(false);
    }
    Ok(if there.len() > common {
        at.is_some() && there.starts_with(&line[..common])
    } else {
        line.starts_with(&there)
    })
}

/// Checks that a file may be appended to under `header`.
fn check(name: &str, old: &Header, header: &Header, mix: bool) -> Result<()> {
    header.same_conditions(old).with_context(|| {
        msg!(
            "{name} is of other games; name another file, or play under the conditions of this one"
        )
    })?;
    require!(
        header.shard == old.shard,
        "{name} belongs to another shard; name another file"
    );
    require!(
        header.games >= old.games,
        "{name} is of {} games, which is more than {}; leave the number out, or give a larger one",
        old.games,
        header.games
    );
    require!(
        old.shard.is_none() || old.test.is_none() || header.games == old.games,
        "{name} is a shard of a test of at most {} games, and with {} each shard would have others; leave the number out",
        old.games,
        header.games
    );
    warn_of_arena(name, old, "this arena", header);
    match old.strength(header) {
        Strength::Differs(why) if !mix => {
            let cure = if header.league {
                said!(
                    ": give the new version its own name so that both are in the league, name another file, or continue \
                     with --mix"
                )
            } else {
                said!(": name another file")
            };
            fail!("{name}: {why}; results of different versions cannot be pooled{cure}")
        }
        Strength::Unknown if !header.identities.is_empty() => {
            notice!("warning: {}", unknown(name));
        }
        _ => {}
    }
    Ok(())
}

/// The header of a file that grows to what `header` has.
fn grown(old: &Header, header: &Header, mix: bool) -> Header {
    let mut now = old.clone();
    if !header.league {
        now.games = header.games;
        return now;
    }
    now.grow(header);
    now.adopt_specs(header);
    if old.identities.is_empty() {
        now.identities.clear();
    } else if mix {
        now.mix(header);
    }
    now
}
