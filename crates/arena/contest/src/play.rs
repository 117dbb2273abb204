//! A match: the schedule's games in the pool, the log, the totals.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use arena_common::Stop;
use process::affinity::Cores;
use referee::Host;
use referee::conduct::{FIRST_TURN_FACTOR, Rules};
use referee::human::{Lines, Terminal};
use referee::record::{GameRecord, milliseconds};
use referee::setup::{Display, GlobalData, Observer, Seat, Setup, Start};

use crate::pool::{self, Next};
use crate::progress::Progress;
use crate::running::Running;
use journal::log::{self, Header};
use journal::openings::Openings;
use journal::schedule::{Slot, bot_seed, init_seed, opening_random, slot, slot_alone};
use journal::session::Sitting;
use players::identity::Identity;
use players::player::{Flags, Player};
use statistics::label;
use statistics::matches::Matches;
use statistics::sprt::Expected;
use statistics::tally::Tally;

/// A match as planned.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Who referees, and how the seats are talked to.
    pub host: Host,
    /// A and B.
    pub players: [Player; 2],
    /// What A and B are, for the log; empty if there is none.
    pub identities: Vec<Identity>,
    /// When and where it is played, for the log.
    pub sittings: Vec<Sitting>,
    /// What the bots are told.
    pub flags: Flags,
    /// The conditions.
    pub rules: Rules,
    /// Number of games.
    pub games: u32,
    /// Turns of random play at the start of a pair.
    pub opening_plies: u32,
    /// Starts that were read from a file, in place of random ones.
    pub openings: Option<Openings>,
    /// Whether every start is played twice, with swapped seats. If not, A always sits in seat 0.
    pub swap: bool,
    /// What openings, initdata and bot seeds come from.
    pub seed: u64,
    /// Games at a time.
    pub jobs: usize,
    /// The processors of which each game gets one of its own; `None` if all games share all.
    pub cores: Option<Cores>,
    /// Whether the games are shown in the terminal.
    pub show: bool,
    /// Where somebody looks on while games are played.
    pub running: Option<Running>,
}

/// How a match went.
#[derive(Debug)]
pub struct Outcome {
    /// The finished games.
    pub tally: Tally,
    /// The finished matches, for a game of which a match is two halves.
    pub matches: Option<Matches>,
    /// What stopped the match before its end, if anything did.
    pub stopped: Option<Stop>,
    /// Why the log could not be written, which ends the match, too.
    pub unwritten: Option<anyhow::Error>,
    /// Wall-clock time of the whole match.
    pub wall: Duration,
}

/// The games of a match that were played before.
#[derive(Clone, Debug)]
pub struct Played {
    /// Their numbers.
    games: BTreeSet<u32>,
    tally: Tally,
    matches: Option<Matches>,
}

impl Played {
    /// Counts one.
    pub fn add(&mut self, game: &GameRecord) {
        self.games.insert(game.id);
        self.tally.add(game);
        if let Some(matches) = &mut self.matches {
            matches.add(game);
        }
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.games.len() as u32
    }
}

/// What the caller says after a game.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Added to the progress text.
    pub note: String,
    /// How many games there will be.
    pub expected: Expected,
    /// No more games are needed.
    pub enough: bool,
}

impl Contest {
    /// The header of this match's log.
    pub fn header(&self) -> Header {
        Header {
            format: log::FORMAT.to_owned(),
            version: log::VERSION,
            game: self.host.game.map(|game| game.name.to_owned()),
            judge: self.host.official.as_ref().map(shell_words::join),
            mode: self.rules.mode,
            simple_io: self.flags.simple_io,
            time_ms: Some(u64::try_from(self.rules.time.as_millis()).unwrap_or(u64::MAX)),
            first_turn_factor: FIRST_TURN_FACTOR,
            memory_mb: Some(self.rules.memory >> 20),
            output_bytes: Some(self.rules.output),
            nodes: self.flags.nodes,
            seed: Some(self.seed),
            opening_plies: self.opening_plies,
            own_openings: false,
            openings: self.openings.as_ref().map(|read| read.digest.clone()),
            swap: self.swap,
            games: self.games,
            players: [0, 1].map(|i| self.players[i].name().to_owned()),
            arena: log::arena(),
            max_round: self.host.rounds(),
            identities: self.identities.clone(),
            sittings: self.sittings.clone(),
        }
    }

    /// The players' names for tables: `A nogo-switcher`. A long command is cut, so that the two still differ.
    pub fn labels(&self) -> [String; 2] {
        let [a, b] = label::pair([0, 1].map(|i| self.players[i].name()));
        [format!("A {a}"), format!("B {b}")]
    }

    /// Plays the match. Each finished game goes to `log` at once, then to `watch`, which may end the match early; games
    /// that are running then are dropped.
    ///
    /// # Errors
    /// If the log cannot be begun. What stops the games later is no error here: see [`Outcome::stopped`] and
    /// [`Outcome::unwritten`].
    pub fn run(
        &self,
        mut log: Option<&mut dyn Write>,
        watch: &mut dyn FnMut(&GameRecord) -> Watch,
    ) -> Result<Outcome> {
        if let Some(log) = &mut log {
            log::write(*log, &self.header())?;
        }
        Ok(self.go_on(self.nothing_played(), log, watch))
    }

    /// Where a match begins.
    pub fn nothing_played(&self) -> Played {
        Played {
            games: BTreeSet::new(),
            tally: if self.swap {
                Tally::default()
            } else {
                Tally::alone()
            },
            matches: self.host.game.and_then(Matches::new),
        }
    }

    /// Plays the games of the match that are not among those `played`. `log` has its header already. The rest is as in
    /// [`run`](Self::run).
    pub fn go_on(
        &self,
        played: Played,
        mut log: Option<&mut dyn Write>,
        watch: &mut dyn FnMut(&GameRecord) -> Watch,
    ) -> Outcome {
        let started = Instant::now();
        let Played {
            games,
            mut tally,
            mut matches,
        } = played;
        let mut unwritten = None;
        let progress = Progress::new(
            self.games,
            games.len() as u32,
            self.show || self.players.iter().any(Player::is_human),
        );
        let globaldata = [GlobalData::default(), GlobalData::default()];
        let collect = |record: GameRecord| {
            tally.add(&record);
            if let Some(matches) = &mut matches {
                matches.add(&record);
            }
            if let Some(Err(error)) = log.as_mut().map(|log| log::write(*log, &record)) {
                unwritten = Some(error);
                log = None;
            }
            let watch = watch(&record);
            progress.update(&tally, &watch.note, watch.expected);
            if watch.enough || unwritten.is_some() {
                Next::Enough
            } else {
                Next::More
            }
        };
        let stopped = pool::run(
            self.jobs,
            &self.rules.cancel,
            (0..self.games).filter(|id| !games.contains(id)),
            |id| self.game(self.slot(id), &globaldata),
            collect,
        );
        progress.finish();
        Outcome {
            tally,
            matches,
            stopped,
            unwritten,
            wall: started.elapsed(),
        }
    }

    /// Plays one game. `globaldata` is that of A and B.
    ///
    /// # Errors
    /// If the game has no result.
    pub fn game(&self, slot: Slot, globaldata: &[GlobalData; 2]) -> Result<GameRecord, Stop> {
        let lines = || -> Box<dyn Lines> {
            let cancel = self.rules.cancel.clone();
            Box::new(Terminal { cancel })
        };
        let human = self.players.iter().any(Player::is_human);
        let labels = self.labels();
        let display = Display {
            names: slot.seats.map(|player| labels[player].clone()),
            shown: self.show || human,
            boards: !human,
        };
        let mut watched = self
            .running
            .as_ref()
            .map(|running| running.begin(self, slot));
        let observer = watched.as_mut().map(|watched| watched as &mut dyn Observer);
        let start = self.start(slot.pair);
        self.watched_game(slot, start, globaldata, &lines, display, observer)
    }

    /// [`game`](Self::game) from this start for somebody who looks on: people take their lines from `lines`.
    ///
    /// # Errors
    /// If the game has no result.
    pub fn watched_game(
        &self,
        slot: Slot,
        start: Start,
        globaldata: &[GlobalData; 2],
        lines: &dyn Fn() -> Box<dyn Lines>,
        display: Display,
        observer: Option<&mut dyn Observer>,
    ) -> Result<GameRecord, Stop> {
        let started = Instant::now();
        let _core = self.cores.as_ref().and_then(Cores::take);
        let bot_seeds = self.bot_seeds(slot);
        let seat = |seat: usize| -> Result<Seat> {
            let player = slot.seats[seat];
            let chosen = &self.players[player];
            if chosen.is_human() {
                return Ok(Seat::Person {
                    name: self.labels()[player].clone(),
                    lines: lines(),
                });
            }
            Ok(Seat::Program {
                launch: chosen.launch(&self.flags, bot_seeds[seat])?,
                foreign: chosen.is_foreign(),
                globaldata: globaldata[player].clone(),
                rules: chosen.rules(&self.rules),
                simple_io: chosen.own.flags(&self.flags).simple_io,
            })
        };
        let played = self.host.play(Setup {
            number: slot.id,
            start,
            seats: [seat(0)?, seat(1)?],
            rules: &self.rules,
            display,
            observer,
        })?;
        Ok(GameRecord {
            id: slot.id,
            pair: slot.pair,
            seats: slot.seats,
            number: None,
            bot_seeds: Some(bot_seeds),
            init: played.init,
            opening: played.opening,
            moves: played.moves,
            replies: played.replies,
            result: played.result,
            wall_ms: Some(milliseconds(started.elapsed())),
            disagreement: None,
            analysis: None,
            displays: played.displays,
        })
    }

    /// The game number `id` of this match.
    pub fn slot(&self, id: u32) -> Slot {
        if self.swap { slot(id) } else { slot_alone(id) }
    }

    /// How the games of a pair begin.
    pub fn start(&self, pair: u32) -> Start {
        match &self.openings {
            Some(openings) => openings.of_pair(pair),
            None => self.host.start(
                init_seed(self.seed, pair),
                &mut opening_random(self.seed, pair),
                self.opening_plies,
            ),
        }
    }

    /// The seeds of the bots in the seats of a game.
    pub fn bot_seeds(&self, slot: Slot) -> [u64; 2] {
        [0, 1].map(|seat| bot_seed(self.seed, slot.id, seat))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_pair_has_its_own_start() {
        for game in referee::games::standard().iter() {
            let host = Host::new(game);
            let starts: BTreeSet<String> = (0..50)
                .map(|pair| {
                    let mut random = opening_random(1, pair);
                    let start = host.start(init_seed(1, pair), &mut random, host.opening_plies());
                    json!([start.initdata, start.opening]).to_string()
                })
                .collect();
            assert!(starts.len() >= 49, "{}: {} of 50", game.name, starts.len());
        }
    }
}
