//! The arena's own referee and judger, looked at while they play.

use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use snakego::{Operation, Position, Rules};

use super::table::{PageLines, Table};
use crate::conduct::{GlobalData, HumanSeat, ProgramSeat, Stop, Verdict};
use crate::contest::{Contest, milliseconds, record};
use crate::game::Game;
use crate::log::{GameRecord, GameResult, ReplyRecord};
use crate::play::{self, Seat, Start, log_move, logged_init};
use crate::referee::Referee;
use crate::saiblo::judger::{Judger, Watcher};
use crate::saiblo::logic::{self, Logic, Output};
use crate::saiblo::seat as saiblo_seat;
use crate::schedule::{Slot, bot_seed, init_seed};

/// The game's number and who sits where: player A in seat 0.
const SLOT: Slot = Slot {
    id: 0,
    pair: 0,
    seats: [0, 1],
};

/// The game before its first turn.
///
/// # Errors
/// If the contest has no game, or its referee does not begin.
pub fn start(contest: &Contest) -> Result<GameRecord> {
    let init = match contest.game {
        None => half_config(contest),
        Some(game) => {
            let given = (game.initdata)(init_seed(contest.seed, SLOT.pair));
            let output = (game.referee)().begin(&given).map_err(failed)?;
            logged_init(&given, &output["initdata"])
        }
    };
    Ok(GameRecord {
        id: SLOT.id,
        pair: SLOT.pair,
        seats: SLOT.seats,
        bot_seeds: bot_seeds(contest),
        init,
        opening: 0,
        moves: Vec::new(),
        replies: Vec::new(),
        result: GameResult {
            scores: [json!(0), json!(0)],
            turns: 0,
            winner: None,
            err: None,
        },
        wall_ms: 0.0,
        disagreement: None,
    })
}

fn failed(stop: Stop) -> anyhow::Error {
    match stop {
        Stop::Cancelled => anyhow::anyhow!("cancelled"),
        Stop::Failed(error) => error,
    }
}

fn bot_seeds(contest: &Contest) -> [u64; 2] {
    [0, 1].map(|seat| bot_seed(contest.seed, SLOT.id, seat))
}

fn half_config(contest: &Contest) -> Value {
    let rounds = contest.saiblo.as_ref().and_then(|saiblo| saiblo.max_round);
    json!({
        "random_seed": init_seed(contest.seed, SLOT.pair),
        "max_round": rounds.unwrap_or(snakego::MAX_ROUND),
        "length": 16, "width": 16,
    })
}

/// Plays the game to its end, the person in seat `human`, and notes all of it on the table.
///
/// # Errors
/// If it was cancelled or the bot cannot be started.
pub fn play(contest: &Contest, table: &Arc<Table>, human: usize) -> Result<(), Stop> {
    let lines = PageLines {
        table: table.clone(),
        cancel: contest.rules.cancel.clone(),
    };
    match contest.game {
        Some(game) => botzone(contest, game, table, human, lines),
        None => half(contest, table, human, lines),
    }
}

fn botzone(
    contest: &Contest,
    game: &'static Game,
    table: &Arc<Table>,
    human: usize,
    lines: PageLines,
) -> Result<(), Stop> {
    let started = Instant::now();
    let seeds = bot_seeds(contest);
    let bot = 1 - human;
    let argv = contest.players[bot].argv(&contest.flags, seeds[bot])?;
    let program = ProgramSeat::new(argv, contest.rules.clone(), None, GlobalData::default());
    let person = HumanSeat::new("human".to_owned(), (game.view)(), Box::new(lines));
    let mut seats = [Seat::Program(Box::new(program)), Seat::Human(person)];
    if human == 0 {
        seats.swap(0, 1);
    }
    let mut referee = Watched {
        referee: (game.referee)(),
        game,
        table: table.clone(),
    };
    let start = Start {
        initdata: (game.initdata)(init_seed(contest.seed, SLOT.pair)),
        opening: Vec::new(),
    };
    let played = play::play(Some(game), &mut referee, &mut seats, start, None);
    drop(seats);
    table.finish(record(SLOT, seeds, 0, played?, started.elapsed()));
    Ok(())
}

/// A referee whose turns go on the table.
struct Watched {
    referee: Box<dyn Referee>,
    game: &'static Game,
    table: Arc<Table>,
}

impl Referee for Watched {
    fn begin(&mut self, initdata: &Value) -> Result<Value, Stop> {
        self.referee.begin(initdata)
    }

    fn turn(&mut self, entry: &Value) -> Result<Value, Stop> {
        let output = self.referee.turn(entry)?;
        self.table.played(|record| {
            let mut written = Vec::new();
            for seat in 0..2 {
                let Some(answer) = entry.get(seat.to_string()) else {
                    continue;
                };
                let verdict = serde_json::from_value(answer["verdict"].clone());
                let verdict = verdict.unwrap_or(Verdict::Ok);
                written.push(log_move(Some(self.game), verdict, &answer["response"]));
                record.replies.push(ReplyRecord {
                    turn: record.moves.len(),
                    seat,
                    verdict,
                    ms: answer["time"].as_f64().unwrap_or_default(),
                    first: false,
                    debug: answer["debug"].as_str().map(str::to_owned),
                    trouble: None,
                    saved: None,
                });
            }
            record.moves.push(match written.len() {
                1 => written.remove(0),
                _ => Value::Array(written),
            });
        });
        Ok(output)
    }
}

fn half(contest: &Contest, table: &Arc<Table>, human: usize, lines: PageLines) -> Result<(), Stop> {
    let started = Instant::now();
    let seeds = bot_seeds(contest);
    let bot = 1 - human;
    let config = half_config(contest);
    let argv = crate::saiblo::argv(contest, bot, seeds[bot])?;
    let program = saiblo_seat::ProgramSeat::start(&argv, contest.rules.clone())?;
    let person = saiblo_seat::HumanSeat::new("human".to_owned(), Box::new(lines));
    let mut seats = [
        saiblo_seat::Seat::Program(Box::new(program)),
        saiblo_seat::Seat::Human(person),
    ];
    if human == 0 {
        seats.swap(0, 1);
    }
    let seed = config["random_seed"]
        .as_u64()
        .context("a half without a seed")?;
    let rounds = config["max_round"]
        .as_u64()
        .and_then(|rounds| u16::try_from(rounds).ok());
    let rules = Rules::generate_for(seed, rounds.unwrap_or(snakego::MAX_ROUND));
    let mut referee = WatchedHalf {
        logic: logic::Referee::new(0),
        position: Position::new(rules),
        clock: None,
        table: table.clone(),
    };
    let watcher = Watcher {
        title: String::new(),
        names: [String::new(), String::new()],
        show: false,
        boards: false,
    };
    let played = Judger::new(&mut referee, &mut seats, &contest.rules, watcher).play(&config);
    drop(seats);
    let played = played?;
    table.finish(GameRecord {
        moves: played.moves,
        replies: played.replies,
        result: played.result,
        wall_ms: milliseconds(started.elapsed()),
        ..start(contest)?
    });
    Ok(())
}

/// A logic whose operations go on the table.
struct WatchedHalf {
    logic: logic::Referee,
    position: Position,
    /// The half-round of the last operation.
    clock: Option<u32>,
    table: Arc<Table>,
}

impl WatchedHalf {
    fn note(&mut self, event: &Value) {
        let number = match event["content"].as_str().map(str::as_bytes) {
            Some([number]) => *number,
            _ => return,
        };
        let seat = self.position.board.player();
        let clock = snakego::saiblo::clock(&self.position);
        let operation = Operation::from_number(number);
        if operation.is_none_or(|operation| self.position.try_play(operation).is_err()) {
            return;
        }
        let fresh = self.clock.replace(clock) != Some(clock);
        let ms = event["time"].as_f64().unwrap_or_default();
        self.table.played(|record| {
            if fresh {
                record.moves.push(json!([]));
                record.replies.push(ReplyRecord {
                    turn: record.moves.len() - 1,
                    seat,
                    verdict: Verdict::Ok,
                    ms,
                    first: false,
                    debug: None,
                    trouble: None,
                    saved: None,
                });
            }
            if let Some(Value::Array(operations)) = record.moves.last_mut() {
                operations.push(json!(number));
            }
            if let Some(reply) = record.replies.last_mut() {
                reply.ms = ms;
            }
        });
    }
}

impl Logic for WatchedHalf {
    fn send(&mut self, message: &Value) -> Result<(), Stop> {
        self.logic.send(message)?;
        if message["player"].as_u64().is_some() {
            self.note(message);
        }
        Ok(())
    }

    fn ready(&mut self) -> Result<Option<Output>, Stop> {
        self.logic.ready()
    }

    fn next(&mut self) -> Result<Output, Stop> {
        self.logic.next()
    }

    fn wake(&self) -> Option<BorrowedFd<'_>> {
        self.logic.wake()
    }
}
