//! The file of a league, read again and again while it grows. Games stay on disk: what is kept of each is a few bytes.

use std::fs::File;
use std::io::{BufReader, Chain, Cursor, Read, Seek, SeekFrom, Take};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use gameplay::record::GameRecord;
use journal::header::Header;
use journal::reader::Reader;
use statistics::league::ratings::bradley_terry;
use statistics::league::standings::Standings;

/// Points of the rating curve; with twice as many every second one goes.
const POINTS: usize = 40;

/// A file that is being followed.
#[derive(Debug)]
pub struct Follow {
    path: PathBuf,
    file: File,
    /// The first line, its end included.
    first: Vec<u8>,
    /// Bytes of whole lines that were read.
    whole: u64,
    /// The header, from the first line.
    pub header: Header,
    /// The games, in the order in which they ended.
    pub games: Vec<Entry>,
    /// Their totals.
    pub standings: Standings,
    /// The course of the ratings.
    pub curve: Curve,
}

/// The data kept of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of player A.
    pub a: usize,
    /// The number of player B.
    pub b: usize,
    /// The game's number in their match.
    pub id: u32,
    /// Turns.
    pub turns: usize,
    /// The number of the player who won; `None` if it was drawn.
    pub winner: Option<usize>,
    /// Bytes before its line.
    offset: u64,
    /// Bytes of its line.
    length: u64,
}

/// The Elo of all players after some numbers of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Numbers of games, ascending.
    pub games: Vec<usize>,
    /// For each of them the Elo of every player.
    pub elo: Vec<Vec<f64>>,
    /// Games between two points.
    step: usize,
}

/// The result of [`Follow::read`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// Nothing.
    None,
    /// More games.
    Games,
    /// Another first line: the league has grown, and everything was read again.
    Header,
}

/// The first line, and the file behind what was read.
type Rest = BufReader<Chain<Cursor<Vec<u8>>, Take<File>>>;

impl Follow {
    /// Opens a league and reads its games.
    ///
    /// # Errors
    /// If the file cannot be read, is not a league, or is damaged.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display();
        let file = File::open(path).with_context(|| {
            msg!("cannot read {name}; name a file of `arena league` with --out")
        })?;
        let cannot = || msg!("cannot show {name}");
        let reader = Reader::new(BufReader::new(&file)).with_context(cannot)?;
        let (header, whole) = (reader.header().clone(), reader.whole());
        let mut first = vec![0; usize::try_from(whole)?];
        file.read_exact_at(&mut first, 0).with_context(cannot)?;
        let mut follow = Self {
            path: path.to_owned(),
            file,
            first,
            whole,
            standings: Standings::new(header.players.len()),
            header,
            games: Vec::new(),
            curve: Curve::default(),
        };
        follow.more().with_context(cannot)?;
        Ok(follow)
    }

    /// Reads what is new. A last line without an end is left for the next time.
    ///
    /// # Errors
    /// If the file cannot be read any more, or is damaged.
    pub fn read(&mut self) -> Result<News> {
        let cannot = || msg!("cannot show {}", self.path.display());
        // A league that grows gets another first line, in a new file in the place of the old one or in the same.
        let file = File::open(&self.path).with_context(cannot)?;
        let length = file.metadata().with_context(cannot)?.len();
        let mut first = vec![0; self.first.len()];
        let same = length >= self.whole
            && file.read_exact_at(&mut first, 0).is_ok()
            && first == self.first;
        if !same {
            *self = Self::open(&self.path)?;
            return Ok(News::Header);
        }
        self.file = file;
        let more = length > self.whole
            && self
                .more()
                .with_context(|| msg!("cannot show {}", self.path.display()))?;
        Ok(if more { News::Games } else { News::None })
    }

    /// Reads the games behind what was read.
    fn more(&mut self) -> Result<bool> {
        let (before, start) = (self.games.len(), self.whole);
        let mut reader = Reader::new(self.rest(start, u64::MAX - start)?)?;
        while let Some(placed) = reader.next_game()? {
            // The reader counts from the first line, as if the lines between had never been.
            let shift = start - self.first.len() as u64;
            let game = &placed.game;
            self.games.push(Entry {
                a: game.a,
                b: game.b,
                id: game.id,
                turns: game.result.turns,
                winner: game.won_by().map(|player| [game.a, game.b][player]),
                offset: placed.offset + shift,
                length: placed.length as u64,
            });
            self.whole = placed.offset + shift + placed.length as u64;
            self.standings.add(&placed.game);
            self.curve.add(&self.standings);
        }
        Ok(self.games.len() > before)
    }

    /// The first line, and a part of the file: something that reads like a league of these games.
    fn rest(&self, start: u64, length: u64) -> Result<Rest> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(start))?;
        let first = Cursor::new(self.first.clone());
        Ok(BufReader::new(first.chain(file.take(length))))
    }

    /// The game of this number between two players, in either order.
    ///
    /// # Errors
    /// If the file cannot be read any more.
    pub fn game(&self, a: usize, b: usize, id: u32) -> Result<Option<GameRecord>> {
        let found = self.between(a, b).find(|entry| entry.id == id);
        let Some(entry) = found else {
            return Ok(None);
        };
        let mut reader = Reader::new(self.rest(entry.offset, entry.length)?)?;
        let placed = reader.next_game()?;
        let game = placed.map(|placed| placed.game);
        require!(
            game.as_ref().is_some_and(|game| game.id == id),
            "{} has changed; load the page again",
            self.path.display()
        );
        Ok(game)
    }

    /// The games between two players.
    pub fn between(&self, a: usize, b: usize) -> impl Iterator<Item = &Entry> {
        let of_both = move |entry: &&Entry| [[a, b], [b, a]].contains(&[entry.a, entry.b]);
        self.games.iter().filter(of_both)
    }
}

impl Curve {
    /// Adds a point if it is time for one.
    fn add(&mut self, standings: &Standings) {
        let games = standings.games as usize;
        self.step = self.step.max(1);
        if !games.is_multiple_of(self.step) {
            return;
        }
        let players = standings.points.len();
        self.games.push(games);
        self.elo.push(bradley_terry(players, &standings.matches()));
        if self.games.len() == 2 * POINTS {
            self.step *= 2;
            let mut keep = self
                .games
                .iter()
                .map(|games| games.is_multiple_of(self.step));
            self.elo.retain(|_| keep.next().unwrap_or(true));
            let step = self.step;
            self.games.retain(|games| games.is_multiple_of(step));
        }
    }
}
