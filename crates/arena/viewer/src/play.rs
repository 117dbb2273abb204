//! A person plays in the browser.
//!
//! | module | does |
//! | --- | --- |
//! | [`live`] | the game as far as it has gone, between the thread that plays it and the one that serves it |
//! | [`server`] | the page's server on the loopback interface |
//!
//! The page is the replay's, and one script more. The person's seat is the one that a person at the terminal has: only
//! the lines come from the page.

pub mod live;
pub mod server;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use anyhow::{Result, anyhow};
use arena_common::Stop;
use contest::Contest;
use contest::schedule::{Slot, init_seed, opening_random};
use referee::human::Lines;
use referee::record::{GameRecord, GameResult};
use referee::setup::{Display, GlobalData};
use serde_json::json;

use crate::Pictures;
use live::{LiveGame, PageLines, PageObserver};
use server::Local;

/// The game's number and who sits where: player A in seat 0.
const SLOT: Slot = Slot {
    id: 0,
    pair: 0,
    seats: [0, 1],
};

/// The game before its first turn, with the person in this seat.
///
/// # Errors
/// If the referee does not begin.
pub fn start(contest: &Contest, pictures: &Pictures, human: usize) -> Result<LiveGame> {
    let given = contest.host.start(
        init_seed(contest.seed, SLOT.pair),
        &mut opening_random(contest.seed, SLOT.pair),
        contest.opening_plies,
    );
    let record = GameRecord {
        id: SLOT.id,
        pair: SLOT.pair,
        seats: SLOT.seats,
        bot_seeds: contest.bot_seeds(SLOT),
        init: contest.host.init(&given.initdata, &contest.rules)?,
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
        analysis: None,
    };
    Ok(LiveGame::new(
        pictures.clone(),
        contest.header(),
        human,
        record,
    ))
}

/// Serves the page until the contest is cancelled, while the game is played on it.
///
/// # Errors
/// If the game fails, or the system does not give what a server needs.
pub fn serve(contest: &Contest, game: &Arc<LiveGame>, local: &Local) -> Result<()> {
    let cancel = &contest.rules.cancel;
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| {
            let played = play(contest, game);
            if played.is_err() {
                cancel.cancel();
            }
            played
        });
        let served = local.serve(game, cancel);
        // Without a server nobody can move any more.
        cancel.cancel();
        let played = playing.join().map_err(|_| anyhow!("the game has failed"))?;
        served?;
        match played {
            Ok(()) | Err(Stop::Cancelled) => Ok(()),
            Err(Stop::Failed(error)) => Err(error.context("the game was stopped")),
        }
    })
}

fn play(contest: &Contest, game: &Arc<LiveGame>) -> Result<(), Stop> {
    let lines = || -> Box<dyn Lines> {
        Box::new(PageLines {
            game: game.clone(),
            cancel: contest.rules.cancel.clone(),
        })
    };
    let globaldata = [GlobalData::default(), GlobalData::default()];
    let mut observer = PageObserver(game.clone());
    let record = contest.watched_game(
        SLOT,
        &globaldata,
        &lines,
        Display::default(),
        Some(&mut observer),
    )?;
    game.finish(record);
    Ok(())
}
