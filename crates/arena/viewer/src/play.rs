//! A person plays in the browser: one game after another, until the arena is ended.
//!
//! | module | does |
//! | --- | --- |
//! | [`live`] | the games as far as they have gone, between the thread that plays them and the one that serves them |
//! | [`order`] | what a person may want besides moves, and which game comes next |
//! | `meet` | from one opponent to another |
//! | `news` | what the page is told |
//! | [`seat`] | where the person's lines come from |
//! | [`opponents`] | against whom a person plays, and how strong |
//! | [`hint`] | what a strong bot would play |
//! | `routes` | what the page asks the server |
//!
//! The page is the replay's, and more scripts. The person's seat is the one that a person at the terminal has: only
//! the lines come from the page. A move is taken back by playing the game again up to it; a program that runs through a
//! game is started again, too, and hears of all that was played.

pub mod hint;
pub mod live;
mod meet;
mod news;
pub mod opponents;
pub mod order;
mod routes;
pub mod seat;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use anyhow::{Context, Result};
use arena_common::{Cancel, Stop};
use contest::Contest;
use gameplay::Games;
use gameplay::opening::Start;
use gameplay::record::GameRecord;
use journal::schedule::Slot;
use referee::human::Lines;
use referee::setup::{Display, GlobalData};
use serde_json::Value;

use crate::server::Local;
use hint::Adviser;
use live::LiveGame;
use meet::meet;
use opponents::{Opponents, conditions};
use order::{Order, joined, next, opening};
use seat::{PageLines, PageObserver};

/// The first game before its first turn, with these players in the seats; the person is this one of them (0 = A, 1 = B).
///
/// # Errors
/// If the referee does not begin.
pub fn start(
    contest: &Contest,
    games: &Games,
    seats: &[usize],
    human: usize,
    adviser: Option<&Adviser>,
) -> Result<LiveGame> {
    let slot = Slot {
        id: 0,
        pair: 0,
        seats: seats.to_vec(),
    };
    let adviser = adviser.map(|adviser| adviser.name.clone());
    let record = contest.begun_in([0, 1], slot)?;
    LiveGame::new(games, conditions(contest), human, adviser, record)
}

/// Serves the page until the contest is cancelled, while games are played on it.
///
/// # Errors
/// If a game fails, or the system does not give what a server needs.
pub fn serve(
    contest: &Contest,
    game: &Arc<LiveGame>,
    local: &Local,
    adviser: Option<&Adviser>,
    opponents: Option<&Opponents<'_>>,
) -> Result<()> {
    let cancel = &contest.rules.cancel;
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| {
            let played = play(contest, game, opponents);
            cancel.cancel();
            played
        });
        let advising = scope.spawn(|| adviser.map(|adviser| advise(contest, game, adviser)));
        let served = local.serve(game, cancel);
        // Without a server nobody can move any more.
        cancel.cancel();
        game.stop();
        let played = playing.join().map_err(|_| error!("the game has failed"))?;
        let _ = advising.join();
        served?;
        match played {
            Err(Stop::Failed(error)) => Err(error.context("the game was stopped")),
            _ => Ok(()),
        }
    })
}

/// Plays games, one after another.
fn play(
    contest: &Contest,
    game: &Arc<LiveGame>,
    opponents: Option<&Opponents<'_>>,
) -> Result<(), Stop> {
    let mut contest = contest.clone();
    let (mut record, _) = game.last().context("no game")?;
    loop {
        let running = game.begin(record.clone());
        if contest.rules.cancel.is_cancelled() {
            return Ok(());
        }
        match play_on(&contest, game, record, running) {
            Ok(finished) => game.finish(finished),
            Err(Stop::Cancelled) if game.is_ordered() => {}
            Err(stop) => return Err(stop),
        }
        record = loop {
            let order = game.order(&contest.rules.cancel)?;
            let (last, finished) = game.last().context("no game")?;
            match order {
                Order::Undo => break game.undone().unwrap_or(last),
                Order::New | Order::Swap => {
                    let slot = next(&contest.host, &last, finished, order);
                    break contest.begun_in([0, 1], slot)?;
                }
                Order::Meet(choice) => match meet(&contest, game, opponents, choice, &last) {
                    Ok((other, first)) => {
                        contest = other;
                        break first;
                    }
                    // A game that is over stays over.
                    Err(error) => game.keep_opponent(&error),
                },
            }
            if !finished {
                break last;
            }
        };
    }
}

/// Plays a game from after its last turn to its end.
fn play_on(
    contest: &Contest,
    game: &Arc<LiveGame>,
    before: GameRecord,
    running: Cancel,
) -> Result<GameRecord, Stop> {
    let mut contest = contest.clone();
    contest.rules.cancel = running.clone();
    let lines = || -> Box<dyn Lines> {
        Box::new(PageLines {
            game: game.clone(),
            cancel: running.clone(),
        })
    };
    let slot = Slot {
        id: before.id,
        pair: before.pair,
        seats: before.seats.clone(),
    };
    let mut start = contest.start([0, 1], slot.pair);
    if !before.moves.is_empty() {
        let known = contest.host.game.context("only the judge knows the game")?;
        start = Start {
            opening: opening(known, &before)?,
            ..start
        };
    }
    let globaldata = [GlobalData::default(), GlobalData::default()];
    let mut observer = PageObserver {
        game: game.clone(),
        before: before.clone(),
    };
    let mut record = contest.watched_game(
        [0, 1],
        slot,
        start,
        &globaldata,
        &lines,
        Display::default(),
        Some(&mut observer),
    )?;
    if !before.moves.is_empty() {
        record.opening = before.opening;
        record.replies = joined(&before.replies, &record.replies);
    }
    Ok(record)
}

/// Gives hints until it is cancelled.
fn advise(contest: &Contest, game: &LiveGame, adviser: &Adviser) {
    let cancel = &contest.rules.cancel;
    let mut ready = None;
    while let Ok((record, seat, asking)) = game.wanted_hint(cancel) {
        let mut ask = || -> Result<Value> {
            let player = match ready.take() {
                Some(player) => player,
                None => (adviser.player)()?,
            };
            let player = ready.insert(player);
            hint::hint(contest, (player, adviser.nodes), &record, seat, &asking)
        };
        game.give_hint(&record, ask());
    }
}
