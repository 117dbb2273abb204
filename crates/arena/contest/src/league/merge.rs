//! The files of a league's shards, or of several sittings, put together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use arena_common::whole_file::{self, WholeFile};
use journal::league::Fixture;
use journal::league::Shard;
use journal::league::plan::{Plan, by_name};
use journal::league::read;
use journal::league::read::LeagueReader;
use journal::league::record::{
    LeagueGame, LeagueHeader, Strength, VERSION, unknown, warn_of_arena,
};
use journal::league::seen::{Place, Seen};
use journal::log;
use statistics::league::standings::Standings;

/// Files of one league. The games stay on disk; what is kept of each is where it is.
#[derive(Debug)]
pub struct Merged {
    /// The first line of the whole league, with the players in the order of their names.
    pub header: LeagueHeader,
    /// The totals of all games, each counted once.
    pub standings: Standings,
    seen: Seen,
    files: Vec<Part>,
}

/// Games that are in no file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// How many.
    pub count: u64,
    /// Into how many shards the files divide the league; `None` if not all of them are shards of one division.
    pub shards: Option<u32>,
    /// How many are missing in each of these.
    pub by_shard: BTreeMap<u32, u64>,
    /// Their numbers, by the names of A and B.
    pub by_match: BTreeMap<[String; 2], Vec<u32>>,
}

/// One of the files.
#[derive(Debug)]
struct Part {
    file: File,
    header: LeagueHeader,
    /// The number in the whole league of each player of the file.
    players: Vec<usize>,
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
        let mut files = Vec::new();
        for (path, name) in paths.iter().zip(&names) {
            let file = File::open(path).with_context(|| msg!("cannot read {name}"))?;
            let reader = LeagueReader::new(BufReader::new(&file));
            let reader = reader.with_context(|| msg!("cannot merge {name}"))?;
            let header = reader.header().clone();
            files.push((file, header));
        }
        let headers: Vec<&LeagueHeader> = files.iter().map(|(_, header)| header).collect();
        let header = whole(&names, &headers, mix)?;
        let mut merged = Self {
            standings: Standings::new(header.players.len()),
            seen: Seen::default(),
            files: Vec::new(),
            header,
        };
        let mut rounds = None;
        for (number, (file, header)) in files.into_iter().enumerate() {
            let name = &names[number];
            let players = header.players.iter();
            let players = players.map(|player| merged.header.index(player).unwrap_or_default());
            let part = Part {
                players: players.collect(),
                file,
                header,
            };
            rounds = merged
                .add(&names, number, &part, rounds)
                .with_context(|| msg!("cannot merge {name}"))?;
            merged.files.push(part);
        }
        Ok(merged)
    }

    /// Counts the games of a file; the rounds of a half of SnakeGo, if it or an earlier file has them.
    fn add(
        &mut self,
        names: &[String],
        number: usize,
        part: &Part,
        rounds: Option<u64>,
    ) -> Result<Option<u64>> {
        let mut file = &part.file;
        std::io::Seek::rewind(&mut file)?;
        let mut reader = LeagueReader::new(BufReader::new(file))?;
        reader.expect_rounds(rounds);
        while let Some(mut placed) = reader.next_game()? {
            part.renumber(&mut placed.game);
            if self.seen.add(names, number, &placed)? {
                self.standings.add(&placed.game);
            }
        }
        if let Some(cut) = reader.cut() {
            notice!("warning: {}: {cut}", names[number]);
        }
        Ok(reader.rounds())
    }

    /// The games of the league's plan that are in none of the files.
    pub fn missing(&self) -> Missing {
        let mut missing = Missing::default();
        let players = &self.header.players;
        let counts = self
            .files
            .iter()
            .map(|part| Some(part.header.shard()?.count));
        let counts: BTreeSet<Option<u32>> = counts.collect();
        // All files are shards of one division.
        let count = (counts.first().copied().flatten()).filter(|_| counts.len() == 1);
        for fixture in Plan::new(&self.header).fixtures() {
            if self.seen.has(&fixture) {
                continue;
            }
            let names = [fixture.a, fixture.b].map(|player| players[player].as_str());
            if let Some(count) = count {
                let shard = Shard::playing(names, fixture.id / 2, count).index;
                *missing.by_shard.entry(shard).or_default() += 1;
            }
            let games = missing.by_match.entry(names.map(str::to_owned));
            games.or_default().push(fixture.id);
            missing.count += 1;
        }
        missing.shards = count;
        missing
    }

    /// Whether a file of this shard was read.
    pub fn has_shard(&self, index: u32) -> bool {
        let mut shards = self.files.iter().filter_map(|part| part.header.shard());
        shards.any(|shard| shard.index == index)
    }

    /// Writes the whole league to a new file in its canonical order: players by their names, games by A, B and number. An
    /// old file is replaced with `force` only.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written.
    pub fn write(&self, path: &Path, force: bool) -> Result<()> {
        let cannot = || msg!("cannot make {}", path.display());
        whole_file::free(path, force)?;
        let mut out = WholeFile::create(path).with_context(cannot)?;
        log::write(&mut out, &self.header).with_context(cannot)?;
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
            if part.is_canonical() {
                out.write_all(&line).with_context(cannot)?;
            } else {
                let mut game = read::game(&part.header, &line)?;
                part.renumber(&mut game);
                log::write(&mut out, &game).with_context(cannot)?;
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
    fn renumber(&self, game: &mut LeagueGame) {
        game.a = self.players[game.a];
        game.b = self.players[game.b];
    }

    /// Whether its lines are those of the whole league.
    fn is_canonical(&self) -> bool {
        let mut players = self.players.iter().enumerate();
        self.header.version == VERSION && players.all(|(number, player)| number == *player)
    }
}

/// The first line of the whole league.
fn whole(names: &[String], headers: &[&LeagueHeader], mix: bool) -> Result<LeagueHeader> {
    let (first, others) = headers
        .split_first()
        .context("nothing to merge: name the files of the shards")?;
    let mut header = LeagueHeader {
        version: VERSION,
        shard: None,
        ..(*first).clone()
    };
    let mut silent = false;
    for (name, other) in names[1..].iter().zip(others) {
        header
            .same_league(other)
            .with_context(|| msg!("{name} is of another league than {}", names[0]))?;
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
            Strength::Differs(why) => bail!(
                "{name}: {why}, against {}; results of both are of neither: leave it out, or merge on purpose with --mix",
                names[0]
            ),
        }
        header.grow(other);
        header.r#match.max_round = header.r#match.max_round.or(other.r#match.max_round);
        let sittings = other.r#match.sittings.iter().cloned();
        header.r#match.sittings.extend(sittings);
    }
    if silent {
        header.identities.clear();
    }
    header.r#match.sittings.sort();
    header.r#match.sittings.dedup();
    let (order, _) = by_name(&header.players);
    header.reorder(&order);
    Ok(header)
}
