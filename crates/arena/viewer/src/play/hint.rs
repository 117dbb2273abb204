//! Hints: the move that a strong bot would play in a person's place.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result};
use arena_common::{Cancel, Stop};
use contest::Contest;
use gameplay::opening::Start;
use gameplay::record::{GameRecord, ReplyRecord, Turns, Verdict};
use journal::schedule::Slot;
use players::player::Player;
use referee::conduct::{NODES_TIME_MS, Rules, TIME_MS};
use referee::setup::{Display, GlobalData, Observer};
use serde_json::Value;

use super::order::{decisions, opening};

/// The bot that is asked for hints.
pub struct Adviser {
    /// Its name.
    pub name: String,
    /// Makes it ready, with the first hint: a bot may have to be built.
    pub player: Box<dyn Fn() -> Result<Player> + Send + Sync>,
    /// Its nodes for a hint; `None` for the judge's time of a turn. They do not depend on its opponents' limits.
    pub nodes: Option<u64>,
}

impl Adviser {
    /// The person's own opponent, without the limits that it has for the person's sake.
    pub fn opponent(contest: &Contest, human: usize, nodes: Option<u64>) -> Adviser {
        let mut player = contest.players[1 - human].clone();
        (player.overrides.nodes, player.overrides.time_ms) = (None, None);
        Adviser {
            name: player.name().to_owned(),
            player: Box::new(move || Ok(player.clone())),
            nodes,
        }
    }
}

impl fmt::Debug for Adviser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The move of the player in this seat after the game's last turn. Where all move at once, it plays all seats. `asking` is
/// cancelled once there is one, and by who needs none any more.
///
/// # Errors
/// If it was cancelled, or the player does not answer.
pub(super) fn hint(
    contest: &Contest,
    (player, nodes): (&Player, Option<u64>),
    record: &GameRecord,
    seat: usize,
    asking: &Cancel,
) -> Result<Value> {
    let game = contest.host.game.context("only the judge knows the game")?;
    let (time_ms, patience) = match nodes {
        Some(_) => (NODES_TIME_MS, 1),
        // The patience covers the time that a program needs besides its search.
        None => (TIME_MS, 4),
    };
    let time = Duration::from_millis(time_ms);
    let asked = Contest {
        players: vec![player.clone(), player.clone()],
        rules: Rules {
            time,
            kept_time: time,
            patience,
            nodes,
            cancel: asking.clone(),
            ..contest.rules.clone()
        },
        ..contest.clone()
    };
    let slot = Slot {
        id: record.id,
        pair: record.pair,
        seats: record.seats.clone(),
    };
    let start = Start {
        opening: opening(game, record)?,
        ..asked.start([0, 1], slot.pair)
    };
    let mut first = First {
        turns: game.turns,
        known: decisions(game.turns, &record.moves),
        seat,
        done: asking.clone(),
        found: None,
    };
    let globaldata = [GlobalData::default(), GlobalData::default()];
    let nobody = || -> Box<dyn referee::human::Lines> { Box::new(Nobody) };
    let played = asked.watched_game(
        [0, 1],
        slot,
        start,
        &globaldata,
        &nobody,
        Display::default(),
        Some(&mut first),
    );
    let (written, verdict) = match (first.found, played) {
        (Some(found), _) => found,
        (None, Err(stop)) => return Err(stop.into()),
        (None, Ok(ended)) => {
            let bad = |reply: &&ReplyRecord| reply.verdict != Verdict::Ok;
            let verdict = ended.replies.iter().find(bad).map(|reply| reply.verdict);
            return Err(match verdict {
                Some(verdict) => error!("verdict {}", verdict.name()),
                None => error!("it was not asked"),
            });
        }
    };
    require!(verdict == Verdict::Ok, "verdict {}", verdict.name());
    Ok(match (game.turns, written) {
        (Turns::Together, Value::Array(mut both)) if seat < both.len() => both.swap_remove(seat),
        (Turns::HalfRounds, Value::Array(mut operations)) => operations.pop().into_iter().collect(),
        (_, written) => written,
    })
}

/// Waits for one decision.
struct First {
    turns: Turns,
    /// Decisions that were made before.
    known: usize,
    seat: usize,
    done: Cancel,
    found: Option<(Value, Verdict)>,
}

impl Observer for First {
    fn played(&mut self, moves: &[Value], replies: &[ReplyRecord]) {
        if self.found.is_none() && decisions(self.turns, moves) > self.known {
            let own = |reply: &&ReplyRecord| reply.seat == self.seat;
            let reply = replies.iter().rfind(own);
            self.found = reply.and_then(|reply| {
                let written = moves.get(reply.turn)?.clone();
                Some((written, reply.verdict))
            });
            self.done.cancel();
        }
    }
}

/// No person plays.
struct Nobody;

impl referee::human::Lines for Nobody {
    fn next(&mut self) -> Result<String, Stop> {
        Err(Stop::Cancelled)
    }
}
