//! Games as planned: who plays under which conditions, and how one game or all of them are played.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Result;
use arena_common::Stop;
use gameplay::opening::Start;
use gameplay::record::{GameRecord, milliseconds};
use journal::fixture::Fixture;
use journal::games_file::GamesFile;
use journal::header::{self, Header};
use journal::openings::Openings;
use journal::schedule::{self, Slot, bot_seed, init_seed, opening_random, slot};
use players::player::Player;
use process::affinity::Cores;
use referee::Host;
use referee::conduct::{Mode, Rules};
use referee::human::{Lines, Terminal};
use referee::setup::{Display, GlobalData, Observer, Seat, Setup};
use serde_json::Value;
use statistics::label;

use crate::pool;
use crate::running::Running;

/// Games as planned: of two players in a match, of every two in a league.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The referee, and the dialogue of its platform.
    pub host: Host,
    /// The players; A and B of a match.
    pub players: Vec<Player>,
    /// The conditions.
    pub rules: Rules,
    /// Number of games of every two players.
    pub games: u32,
    /// Turns of random play at the start of a deal.
    pub opening_plies: u32,
    /// True if only games of two bots of the workspace have these turns, or these starts.
    pub own_openings: bool,
    /// Starts of a file, or those of the game, in place of random ones.
    pub openings: Option<Openings>,
    /// True if every start is played in all seatings of the game, as with swapped seats. If not, in the first one.
    pub swap: bool,
    /// The seed from which openings, initdata and bot seeds are derived.
    pub seed: u64,
    /// Games at a time.
    pub jobs: usize,
    /// The processors of which each game gets one of its own; `None` if all games share all.
    pub cores: Option<Cores>,
    /// True if the games are shown in the terminal.
    pub show: bool,
    /// The running games, if somebody looks on while games are played.
    pub running: Option<Running>,
}

impl Contest {
    /// The header of a file of these games, without what the players are and when they are played.
    pub fn header(&self) -> Header {
        Header {
            game: self.host.game.map(|game| game.name.to_owned()),
            judge: self.host.official.as_ref().map(shell_words::join),
            mode: self.rules.mode.unwrap_or(Mode::KeepRunning),
            simple_io: self.rules.simple_io,
            time_ms: Some(self.rules.time_ms()),
            first_turn_factor: self.rules.first_turn_factor,
            memory_mb: Some(self.rules.memory >> 20),
            output_bytes: Some(self.rules.output),
            nodes: self.rules.nodes,
            seed: Some(self.seed),
            opening_plies: self.opening_plies,
            own_openings: self.own_openings,
            openings: self.openings.as_ref().map(|read| read.digest.clone()),
            swap: self.swap,
            seatings: header::owned(self.host.seatings()),
            games: self.games,
            max_round: self.host.rounds(),
            players: self.names(),
            ..Header::empty()
        }
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        let names = self.players.iter().map(|player| player.name().to_owned());
        names.collect()
    }

    /// The names of two players for tables: `A nogo-switcher`. A long command is cut, so that the two still differ.
    pub fn labels(&self, players: [usize; 2]) -> [String; 2] {
        let [a, b] = label::pair(players.map(|player| self.players[player].name()));
        [format!("A {a}"), format!("B {b}")]
    }

    /// Plays these games in the pool. Each goes to `file` as it ends, then to `take`, which returns true once no more is needed.
    /// Returns what stopped them before their end: a file that cannot be written does.
    pub fn play(
        &self,
        todo: impl Iterator<Item = Fixture> + Send,
        mut file: Option<&mut GamesFile>,
        mut take: impl FnMut(GameRecord) -> bool,
    ) -> Option<Stop> {
        let globaldata: Mutex<BTreeMap<[usize; 2], [GlobalData; 2]>> = Mutex::default();
        let work = |fixture: Fixture| {
            let mut all = globaldata.lock().unwrap_or_else(PoisonError::into_inner);
            let both = all.entry([fixture.a, fixture.b]).or_default().clone();
            drop(all);
            self.game(fixture, &both)
        };
        let mut unwritten = None;
        let stopped = pool::run(self.jobs, &self.rules.cancel, todo, work, |game| {
            // A line behind one that was cut off would be lost with it.
            if unwritten.is_some() {
                return true;
            }
            unwritten = file.as_mut().and_then(|file| file.add(&game).err());
            take(game) || unwritten.is_some()
        });
        unwritten.map(Stop::Failed).or(stopped)
    }

    /// Plays one game. `globaldata` is that of A and B.
    ///
    /// # Errors
    /// If the game has no result.
    pub fn game(&self, fixture: Fixture, globaldata: &[GlobalData; 2]) -> Result<GameRecord, Stop> {
        let lines = || -> Box<dyn Lines> {
            let cancel = self.rules.cancel.clone();
            Box::new(Terminal { cancel })
        };
        let both = [fixture.a, fixture.b];
        let human = both.iter().any(|&player| self.players[player].is_human());
        let labels = self.labels(both);
        let slot = self.slot(fixture.id);
        let display = Display {
            names: (slot.seats.iter().map(|&player| labels[player].clone())).collect(),
            shown: self.show || human,
            boards: !human,
        };
        let mut watched = self
            .running
            .as_ref()
            .map(|running| running.begin(self, fixture));
        let observer = watched.as_mut().map(|watched| watched as &mut dyn Observer);
        let start = self.start(both, slot.pair);
        self.watched_game(both, slot, start, globaldata, &lines, display, observer)
    }

    /// [`game`](Self::game) of these players from this start for somebody who looks on: people take their lines from
    /// `lines`.
    ///
    /// # Errors
    /// If the game has no result.
    #[allow(clippy::too_many_arguments, reason = "all that a game is made from")]
    pub fn watched_game(
        &self,
        [a, b]: [usize; 2],
        slot: Slot,
        start: Start,
        globaldata: &[GlobalData; 2],
        lines: &dyn Fn() -> Box<dyn Lines>,
        display: Display,
        observer: Option<&mut dyn Observer>,
    ) -> Result<GameRecord, Stop> {
        let started = Instant::now();
        let _core = self.cores.as_ref().and_then(Cores::take);
        let bot_seeds = self.bot_seeds(&slot);
        let seat = |(player, seed): (&usize, &u64)| -> Result<Seat> {
            let player = *player;
            let chosen = &self.players[[a, b][player]];
            if chosen.is_human() {
                return Ok(Seat::Person {
                    name: self.labels([a, b])[player].clone(),
                    lines: lines(),
                });
            }
            Ok(Seat::Program {
                launch: chosen.launch(&self.rules, *seed)?,
                foreign: chosen.is_foreign(),
                first_move: chosen.first_move,
                globaldata: globaldata[player].clone(),
                rules: Box::new(chosen.overrides.apply(&self.rules)),
            })
        };
        let played = self.host.play(Setup {
            number: slot.id,
            start,
            seats: (slot.seats.iter().zip(&bot_seeds).map(seat)).collect::<Result<_>>()?,
            rules: &self.rules,
            display,
            observer,
        })?;
        Ok(GameRecord {
            moves: played.moves,
            replies: played.replies,
            result: played.result,
            wall_ms: Some(milliseconds(started.elapsed())),
            displays: played.displays,
            ..self.record([a, b], slot, played.init, played.opening)
        })
    }

    /// The record of a game before its first turn.
    ///
    /// # Errors
    /// If the referee does not begin.
    pub fn begun(&self, fixture: Fixture) -> Result<GameRecord> {
        self.begun_in([fixture.a, fixture.b], self.slot(fixture.id))
    }

    /// [`begun`](Self::begun) with the players in other seats than the schedule has it.
    ///
    /// # Errors
    /// If the referee does not begin.
    pub fn begun_in(&self, players: [usize; 2], slot: Slot) -> Result<GameRecord> {
        let given = self.start(players, slot.pair);
        let init = self.host.init(&given.initdata, &self.rules)?;
        Ok(self.record(players, slot, init, given.opening.len()))
    }

    /// The record of a game of which nothing has been played behind its opening.
    fn record(&self, [a, b]: [usize; 2], slot: Slot, init: Value, opening: usize) -> GameRecord {
        GameRecord {
            a,
            b,
            id: slot.id,
            pair: slot.pair,
            bot_seeds: Some(self.bot_seeds(&slot)),
            opening,
            ..GameRecord::begun(&slot.seats, init)
        }
    }

    /// The game number `id` of a match.
    pub fn slot(&self, id: u32) -> Slot {
        slot(id, self.deal())
    }

    /// The [seatings](schedule::deal) of the games that are played from every start.
    pub fn deal(&self) -> &'static [&'static [usize]] {
        schedule::deal(self.host.seatings(), self.swap)
    }

    /// The start of the games of a pair of these players.
    pub fn start(&self, players: [usize; 2], pair: u32) -> Start {
        // A program that counts its turns, or needs the `data` of the turn before, may read no history that it has not
        // played: the site never shows it one.
        let foreign = |player: &usize| self.players[*player].is_foreign();
        let is_plain = self.own_openings && players.iter().any(foreign);
        match &self.openings {
            Some(openings) if !is_plain => openings.of_pair(pair),
            _ => self.host.start(
                init_seed(self.seed, pair),
                &mut opening_random(self.seed, pair),
                if is_plain { 0 } else { self.opening_plies },
            ),
        }
    }

    /// The seeds of the bots in the seats of a game.
    pub fn bot_seeds(&self, slot: &Slot) -> Vec<u64> {
        let seats = 0..slot.seats.len();
        seats
            .map(|seat| bot_seed(self.seed, slot.id, seat))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn every_pair_has_its_own_start() {
        for game in gameplay::games::standard().iter() {
            let host = Host::new(game);
            let own = Openings::own(game, 1).unwrap();
            let starts: BTreeSet<String> = (0..50)
                .map(|pair| {
                    let mut random = opening_random(1, pair);
                    let plies = host.opening_plies();
                    let start = match &own {
                        Some(own) => own.of_pair(pair),
                        None => host.start(init_seed(1, pair), &mut random, plies),
                    };
                    json!([start.initdata, start.opening]).to_string()
                })
                .collect();
            // One stone of Gomoku, on any of 225 cells.
            let least = if host.opening_plies() == 1 { 40 } else { 49 };
            assert!(
                starts.len() >= least,
                "{}: {} of 50",
                game.name,
                starts.len()
            );
        }
    }
}
