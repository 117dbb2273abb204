//! Saiblo: the judger between a logic program and two seats, and whole matches of two halves.
//!
//! | module | does |
//! | --- | --- |
//! | [`logic`] | who decides: our own referee, or an official logic program |
//! | [`serve`] | our referee as a logic program |
//! | [`seat`] | a program or a person in a seat: raw bytes in, packets out |
//! | [`judger`] | one half: the dialogue, the clock, faults |
//! | [`matches`] | halves put together to matches |
//!
//! A half is a game of the schedule, and a pair of games is a match: the same items with the seats swapped.

pub mod judger;
pub mod logic;
pub mod matches;
pub mod seat;
pub mod serve;

use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde_json::{Value, json};

use crate::conduct::{Rules, Stop, Terminal};
use crate::contest::{Contest, milliseconds};
use crate::log::GameRecord;
use crate::player::Player;
use crate::schedule::{Slot, bot_seed, init_seed};
use judger::{Judger, Watcher};
use logic::{Logic, LogicProgram, Referee};
use seat::{HumanSeat, ProgramSeat, Seat};

/// Name of the one game so far.
pub const SNAKEGO: &str = "snakego";

/// Wall-clock time for a logic program to say something. Generous: it is trusted, but a hang must end.
const LOGIC_TIME: Duration = Duration::from_secs(20);

/// A contest's game if it is one of Saiblo's.
#[derive(Clone, Debug)]
pub struct Saiblo {
    /// The official logic program, if one decides.
    pub logic: Option<Vec<String>>,
    /// Rounds of a half; `None` for as many as the contest had.
    pub max_round: Option<u16>,
}

/// Plays one half of a contest.
///
/// # Errors
/// If the match was cancelled, a program cannot be started, or the logic does not do its part.
pub fn half(contest: &Contest, saiblo: &Saiblo, slot: Slot) -> Result<GameRecord, Stop> {
    let started = Instant::now();
    let bot_seeds = [0, 1].map(|seat| bot_seed(contest.seed, slot.id, seat));
    let max_round = saiblo.max_round.unwrap_or(snakego::MAX_ROUND);
    let config = json!({
        "random_seed": init_seed(contest.seed, slot.pair), "max_round": max_round,
        "length": 16, "width": 16,
    });
    let mut logic: Box<dyn Logic> = match &saiblo.logic {
        None => Box::new(Referee::new(0)),
        Some(argv) => Box::new(LogicProgram::start(argv, &contest.rules.cancel)?),
    };
    let mut seats = [
        seat(contest, slot.seats[0], bot_seeds[0])?,
        seat(contest, slot.seats[1], bot_seeds[1])?,
    ];
    let labels = contest.labels();
    let human = contest.players.contains(&Player::Human);
    let watcher = Watcher {
        title: format!("half {}", slot.id),
        names: slot.seats.map(|player| labels[player].clone()),
        show: contest.show || human,
        // A person sees the board at the prompt.
        boards: !human,
    };
    let played = Judger::new(logic.as_mut(), &mut seats, &contest.rules, watcher).play(&config);
    drop(seats);
    drop(logic);
    let played = played?;
    Ok(GameRecord {
        id: slot.id,
        pair: slot.pair,
        seats: slot.seats,
        bot_seeds,
        init: config,
        opening: 0,
        moves: played.moves,
        replies: played.replies,
        result: played.result,
        wall_ms: milliseconds(started.elapsed()),
        disagreement: None,
    })
}

fn seat(contest: &Contest, player: usize, seed: u64) -> Result<Seat, Stop> {
    let Rules { cancel, .. } = &contest.rules;
    if contest.players[player] == Player::Human {
        let name = contest.labels()[player].clone();
        let terminal = Terminal {
            cancel: cancel.clone(),
        };
        return Ok(Seat::Human(HumanSeat::new(name, Box::new(terminal))));
    }
    let argv = argv(contest, player, seed)?;
    let seat = ProgramSeat::start(&argv, contest.rules.clone())?;
    Ok(Seat::Program(Box::new(seat)))
}

/// The command line of a player's program.
///
/// # Errors
/// If a command wants a node budget and there is none.
pub(crate) fn argv(contest: &Contest, player: usize, seed: u64) -> anyhow::Result<Vec<String>> {
    let Player::Bot { program, .. } = &contest.players[player] else {
        return contest.players[player].argv(&contest.flags, seed);
    };

    let mut argv = vec![
        program.to_string_lossy().into_owned(),
        "--time-ms".to_owned(),
        contest.flags.time_ms.to_string(),
        "--seed".to_owned(),
        seed.to_string(),
    ];
    if let Some(nodes) = contest.flags.nodes {
        argv.extend(["--nodes".to_owned(), nodes.to_string()]);
    }
    Ok(argv)
}

/// A number in a message.
fn number(message: &Value, key: &str) -> Result<i64, Stop> {
    message[key]
        .as_i64()
        .ok_or_else(|| unusable(message, &format!("no number `{key}`")))
}

/// A message of the logic that the judger can do nothing with.
fn unusable(message: &Value, why: &str) -> Stop {
    anyhow!("the logic's message is not usable ({why}): {message}").into()
}
