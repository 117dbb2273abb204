//! A match: the schedule's games on several threads, the log, the totals.

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::conduct::{
    FIRST_TURN_FACTOR, GlobalData, HumanSeat, ProgramSeat, Rules, Stop, Terminal,
};
use crate::game::Game;
use crate::identity::Identity;
use crate::label;
use crate::log::{self, GameRecord, Header, ReplyRecord};
use crate::play::{Played, Seat, Start, play};
use crate::player::{Flags, Player};
use crate::progress::{Expected, Progress};
use crate::referee::{JudgeProgram, Referee};
use crate::saiblo::matches::Matches;
use crate::saiblo::{self, Saiblo};
use crate::saved;
use crate::schedule::{Slot, bot_seed, init_seed, opening_random, slot};
use crate::show::Show;
use crate::tally::Tally;

/// A match as planned.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game; `None` if only the official judge knows it.
    pub game: Option<&'static Game>,
    /// The official judge's command, if one decides.
    pub judge: Option<Vec<String>>,
    /// Set for a game of Saiblo's; then `game` and `judge` are not.
    pub saiblo: Option<Saiblo>,
    /// A and B.
    pub players: [Player; 2],
    /// What A and B are, for the log; empty if there is none.
    pub identities: Vec<Identity>,
    /// What the bots are told.
    pub flags: Flags,
    /// The conditions.
    pub rules: Rules,
    /// Number of games.
    pub games: u32,
    /// Turns of random play at the start of a pair.
    pub opening_plies: u32,
    /// What openings, initdata and bot seeds come from.
    pub seed: u64,
    /// Games at a time.
    pub jobs: usize,
    /// Whether the games are shown in the terminal.
    pub show: bool,
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

/// What somebody who looks on says after a game.
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
            game: match &self.saiblo {
                Some(_) => Some(saiblo::SNAKEGO.to_owned()),
                None => self.game.map(|game| game.name.to_owned()),
            },
            judge: (self.judge.as_ref())
                .or_else(|| self.saiblo.as_ref()?.logic.as_ref())
                .map(shell_words::join),
            mode: self.rules.mode,
            simple_io: self.flags.simple_io,
            time_ms: u64::try_from(self.rules.time.as_millis()).unwrap_or(u64::MAX),
            first_turn_factor: FIRST_TURN_FACTOR,
            memory_mb: self.rules.memory >> 20,
            output_bytes: self.rules.output,
            nodes: self.flags.nodes,
            seed: self.seed,
            opening_plies: self.opening_plies,
            games: self.games,
            players: [0, 1].map(|i| self.players[i].name().to_owned()),
            arena: log::arena(),
            max_round: (self.saiblo.as_ref())
                .map(|saiblo| saiblo.max_round.unwrap_or(snakego::MAX_ROUND)),
            identities: self.identities.clone(),
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
        let started = Instant::now();
        if let Some(log) = &mut log {
            log::write(*log, &self.header())?;
        }
        let mut tally = Tally::default();
        let mut matches = self.saiblo.as_ref().map(|_| Matches::default());
        let mut stopped = None;
        let mut unwritten = None;
        let mut enough = false;
        let mut progress = Progress::new(
            self.games,
            self.show || self.players.contains(&Player::Human),
        );
        let next = AtomicU32::new(0);
        let globaldata = [GlobalData::default(), GlobalData::default()];
        thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for _ in 0..self.jobs {
                let sender = sender.clone();
                scope.spawn(|| {
                    let sender = sender;
                    self.work(&next, &globaldata, &sender);
                });
            }
            drop(sender);
            for game in games {
                match game {
                    Ok(record) => {
                        tally.add(&record);
                        if let Some(matches) = &mut matches {
                            matches.add(&record);
                        }
                        if let Some(Err(error)) = log.as_mut().map(|log| log::write(*log, &record))
                        {
                            unwritten = Some(error);
                            log = None;
                            self.cancel();
                        }
                        let watch = watch(&record);
                        progress.update(&tally, &watch.note, watch.expected);
                        if watch.enough && stopped.is_none() {
                            enough = true;
                            self.cancel();
                        }
                    }
                    Err(Stop::Cancelled) if enough || unwritten.is_some() => {}
                    Err(stop) => {
                        self.cancel();
                        // The first one is the cause; the others follow from it.
                        stopped.get_or_insert(stop);
                    }
                }
            }
        });
        progress.finish();
        Ok(Outcome {
            tally,
            matches,
            stopped,
            unwritten,
            wall: started.elapsed(),
        })
    }

    fn cancel(&self) {
        self.rules.cancel.store(true, Ordering::Relaxed);
    }

    /// One thread: plays the next game until there is none, or one has no result.
    fn work(
        &self,
        next: &AtomicU32,
        globaldata: &[GlobalData; 2],
        sender: &mpsc::Sender<Result<GameRecord, Stop>>,
    ) {
        loop {
            let id = next.fetch_add(1, Ordering::Relaxed);
            if id >= self.games {
                return;
            }
            let game = if self.rules.cancel.load(Ordering::Relaxed) {
                Err(Stop::Cancelled)
            } else {
                self.game(slot(id), globaldata)
            };
            let over = game.is_err();
            if sender.send(game).is_err() || over {
                return;
            }
        }
    }

    /// Plays one game.
    pub(crate) fn game(
        &self,
        slot: Slot,
        globaldata: &[GlobalData; 2],
    ) -> Result<GameRecord, Stop> {
        if let Some(saiblo) = &self.saiblo {
            return saiblo::half(self, saiblo, slot);
        }
        let started = Instant::now();
        let bot_seeds = [0, 1].map(|seat| bot_seed(self.seed, slot.id, seat));
        let mut seats = [
            self.seat(slot.seats[0], bot_seeds[0], globaldata)?,
            self.seat(slot.seats[1], bot_seeds[1], globaldata)?,
        ];
        let mut referee: Box<dyn Referee> = match (&self.judge, self.game) {
            (Some(argv), _) => Box::new(JudgeProgram::new(argv.clone(), self.rules.cancel.clone())),
            (None, Some(game)) => (game.referee)(),
            (None, None) => {
                return Err(anyhow::anyhow!("no referee: give --judge-cmd PROGRAM").into());
            }
        };
        let mut start = Start {
            initdata: "".into(),
            opening: Vec::new(),
        };
        if let Some(game) = self.game {
            start.initdata = (game.initdata)(init_seed(self.seed, slot.pair));
            start.opening = (game.opening)(
                &start.initdata,
                &mut opening_random(self.seed, slot.pair),
                self.opening_plies,
            );
        }
        let opening = start.opening.len();
        let human = self.players.contains(&Player::Human);
        let show = (self.show || human).then(|| self.show(&slot, !human));
        let played = play(self.game, referee.as_mut(), &mut seats, start, show);
        // Their programs do not count into the game's time.
        drop(seats);
        Ok(record(slot, bot_seeds, opening, played?, started.elapsed()))
    }

    fn seat(&self, player: usize, seed: u64, globaldata: &[GlobalData; 2]) -> Result<Seat> {
        let chosen = &self.players[player];
        if *chosen == Player::Human {
            let game = self.game.ok_or_else(|| {
                anyhow::anyhow!("a human needs a game with pictures: give --game")
            })?;
            let terminal = Terminal {
                cancel: self.rules.cancel.clone(),
            };
            return Ok(Seat::Human(HumanSeat::new(
                self.labels()[player].clone(),
                (game.view)(),
                Box::new(terminal),
            )));
        }
        let simple = if self.flags.simple_io {
            self.game.and_then(|game| game.simple)
        } else {
            None
        };
        let argv = chosen.argv(&self.flags, seed)?;
        let mut seat =
            ProgramSeat::new(argv, self.rules.clone(), simple, globaldata[player].clone());
        if matches!(chosen, Player::Command { .. }) {
            seat = seat.with_hints(self.game.is_some_and(|game| game.simple.is_some()));
        }
        Ok(Seat::Program(Box::new(seat)))
    }

    /// A person sees the board at the prompt, so there it has no pictures.
    fn show(&self, slot: &Slot, pictures: bool) -> Show {
        let labels = self.labels();
        Show {
            title: format!("game {}", slot.id),
            names: slot.seats.map(|player| labels[player].clone()),
            views: self
                .game
                .filter(|_| pictures)
                .map(|game| [(game.view)(), (game.view)()]),
        }
    }
}

/// A finished game for the log.
pub(crate) fn record(
    slot: Slot,
    bot_seeds: [u64; 2],
    opening: usize,
    played: Played,
    wall: Duration,
) -> GameRecord {
    let mut replies: Vec<ReplyRecord> = played
        .replies
        .into_iter()
        .map(|(turn, seat, reply)| ReplyRecord {
            turn,
            seat,
            verdict: reply.verdict,
            ms: milliseconds(reply.elapsed),
            first: reply.first,
            debug: reply.debug,
            trouble: reply.trouble,
            saved: None,
        })
        .collect();
    saved::attach(&mut replies, &played.told);
    GameRecord {
        id: slot.id,
        pair: slot.pair,
        seats: slot.seats,
        bot_seeds,
        init: played.init,
        opening: opening.min(played.moves.len()),
        moves: played.moves,
        replies,
        result: played.result,
        wall_ms: milliseconds(wall),
        disagreement: None,
    }
}

/// Milliseconds with two digits after the point: a log is read by people too.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 100.0
}
