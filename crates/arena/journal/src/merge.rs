//! Files of the same games, of shards or of several sessions, put together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::whole_file::{self, WholeFile};
use gameplay::record::GameRecord;

use crate::fixture::Fixture;
use crate::header::{Header, Strength, unknown, warn_of_arena};
use crate::lines::write;
use crate::plan::{Plan, by_name};
use crate::reader::Reader;
use crate::seen::{Place, Seen};

/// Files of the same games. The games stay on disk; what is kept of each is where it is.
#[derive(Debug)]
pub struct Merged {
    /// The first line of all, in a league with the players in the order of their names.
    pub header: Header,
    seen: Seen,
    files: Vec<Part>,
}

/// Games that are in no file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// The number of games.
    pub count: u64,
    /// The number of shards into which the files divide the games; `None` if not all of them are shards of one
    /// division.
    pub shards: Option<u32>,
    /// The number of missing games in each of these.
    pub by_shard: BTreeMap<u32, u64>,
    /// Their numbers, by the names of A and B.
    pub by_match: BTreeMap<[String; 2], Vec<u32>>,
}

/// One of the files.
#[derive(Debug)]
struct Part {
    file: File,
    header: Header,
    /// The number in the whole of each player of the file.
    players: Vec<usize>,
    /// True if its lines are those of the whole.
    canonical: bool,
}

impl Merged {
    /// Reads the files, and hands each game once to `take`, with the header of all and the number of its file.
    ///
    /// # Errors
    /// If one cannot be read, is damaged or of other games, or two lines have different results of one game; if a
    /// player is not the same in all and `mix` is false.
    pub fn read(
        paths: &[PathBuf],
        mix: bool,
        take: &mut dyn FnMut(&Header, usize, &GameRecord),
    ) -> Result<Self> {
        let names: Vec<String> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let mut files = Vec::new();
        for (path, name) in paths.iter().zip(&names) {
            let file = File::open(path).with_context(|| msg!("cannot read {name}"))?;
            let reader = Reader::new(BufReader::new(&file));
            let reader = reader.with_context(|| msg!("cannot merge {name}"))?;
            let header = reader.header().clone();
            files.push(Part {
                file,
                header,
                players: Vec::new(),
                canonical: true,
            });
        }
        let headers: Vec<&Header> = files.iter().map(|part| &part.header).collect();
        let header = whole(&names, &headers, mix)?;
        let (mut seen, mut rounds) = (Seen::default(), None);
        for (number, part) in files.iter_mut().enumerate() {
            let name = &names[number];
            part.join(&header);
            let mut file = &part.file;
            std::io::Seek::rewind(&mut file)?;
            let mut reader = Reader::new(BufReader::new(file))?;
            reader.expect_rounds(rounds);
            let context = || msg!("cannot merge {name}");
            while let Some(mut placed) = reader.next_game().with_context(context)? {
                part.renumber(&mut placed.game);
                if seen.add(&names, number, &placed).with_context(context)? {
                    take(&header, number, &placed.game);
                }
            }
            if let Some(cut) = reader.cut() {
                notice!("warning: {name}: {cut}");
            }
            rounds = reader.rounds();
        }
        Ok(Self {
            header,
            seen,
            files,
        })
    }

    /// The games of the plan that are in none of the files.
    pub fn missing(&self) -> Missing {
        let mut missing = Missing::default();
        let players = &self.header.players;
        let counts = self.files.iter().map(|part| Some(part.header.shard?.count));
        let counts: BTreeSet<Option<u32>> = counts.collect();
        // All files are shards of one division.
        let count = (counts.first().copied().flatten()).filter(|_| counts.len() == 1);
        let header = &self.header;
        for fixture in Plan::new(header).fixtures() {
            if self.seen.has(&fixture) {
                continue;
            }
            let Fixture { a, b, id } = fixture;
            if let Some(count) = count {
                let shard = header.shard_of(a, b, id / header.games_of_pair(), count);
                *missing.by_shard.entry(shard.index).or_default() += 1;
            }
            let names = [a, b].map(|player| players[player].clone());
            let games = missing.by_match.entry(names);
            games.or_default().push(fixture.id);
            missing.count += 1;
        }
        missing.shards = count;
        missing
    }

    /// The header of the file of this number.
    pub fn header_of(&self, file: usize) -> &Header {
        &self.files[file].header
    }

    /// Returns true if a file of this shard was read.
    pub fn has_shard(&self, index: u32) -> bool {
        let mut shards = self.files.iter().filter_map(|part| part.header.shard);
        shards.any(|shard| shard.index == index)
    }

    /// Writes all games to a new file in their canonical order: in a league players by their names; games by A, B and number. An
    /// old file is replaced with `force` only.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written.
    pub fn write(&self, path: &Path, force: bool) -> Result<()> {
        let cannot = || msg!("cannot make {}", path.display());
        whole_file::free(path, force)?;
        let mut out = WholeFile::create(path).with_context(cannot)?;
        write(&mut out, &self.header).with_context(cannot)?;
        let mut games: Vec<(&Fixture, &Place)> = self.seen.places().collect();
        // The players are in the order of their names by now.
        games.sort_by_key(|(fixture, _)| **fixture);
        let mut line = Vec::new();
        for (_, place) in games {
            line.resize(place.length, 0);
            let part = &self.files[place.file];
            part.file
                .read_exact_at(&mut line, place.offset)
                .context("a file was changed while it was merged")?;
            if part.canonical {
                out.write_all(&line).with_context(cannot)?;
            } else {
                let mut game = serde_json::from_slice(&line)?;
                part.renumber(&mut game);
                write(&mut out, &game).with_context(cannot)?;
            }
        }
        if force {
            out.finish().with_context(cannot)
        } else {
            out.finish_new().with_context(cannot)
        }
    }
}

impl Part {
    /// Finds the players of the file in the header of all.
    fn join(&mut self, all: &Header) {
        let players = self.header.players.iter().enumerate();
        let found = players.map(|(number, name)| match all.league {
            true => all.index(name).unwrap_or_default(),
            false => number,
        });
        self.players = found.collect();
        let mut players = self.players.iter().enumerate();
        self.canonical = players.all(|(number, player)| number == *player);
    }

    fn renumber(&self, game: &mut GameRecord) {
        game.a = self.players[game.a];
        game.b = self.players[game.b];
    }
}

/// The first line of all games.
fn whole(names: &[String], headers: &[&Header], mix: bool) -> Result<Header> {
    let (first, others) = headers
        .split_first()
        .context("nothing to merge: name the files of the shards")?;
    let mut header = Header {
        shard: None,
        ..(*first).clone()
    };
    // Apart from the header: it is compared with every file's.
    let mut sittings = std::mem::take(&mut header.sittings);
    let mut silent = false;
    for (name, other) in names[1..].iter().zip(others) {
        header
            .same_conditions(other)
            .with_context(|| msg!("{name} is not of the same games as {}", names[0]))?;
        warn_of_arena(&names[0], &header, name, other);
        match header.strength(other) {
            Strength::Same => {}
            Strength::Unknown => {
                let unsaid = if other.identities.is_empty() {
                    name
                } else {
                    &names[0]
                };
                notice!("warning: {}", unknown(unsaid));
                silent = true;
            }
            Strength::Differs(_) if mix => header.mix(other),
            Strength::Differs(why) => fail!(
                "{name}: {why}, against {}; results of different versions cannot be pooled: leave it out, or merge anyway with --mix",
                names[0]
            ),
        }
        header.games = header.games.max(other.games);
        if header.league {
            header.grow(other);
        }
        header.max_round = header.max_round.or(other.max_round);
        sittings.extend(other.sittings.iter().cloned());
    }
    if silent {
        header.identities.clear();
    }
    sittings.sort();
    sittings.dedup();
    header.sittings = sittings;
    if header.league {
        let (order, _) = by_name(&header.players);
        header.reorder(&order);
    }
    Ok(header)
}
