//! The games that are being played, for somebody who looks on while they are.

use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use gameplay::record::{GameRecord, ReplyRecord};
use referee::setup::Observer;
use serde_json::Value;

use crate::Contest;
use journal::fixture::Fixture;

/// The games that are being played. Clones share them.
#[derive(Clone, Default)]
pub struct Running(Arc<Mutex<Vec<Game>>>);

/// A game as far as it has gone.
struct Game {
    contest: Contest,
    fixture: Fixture,
    /// Turns so far.
    moves: Vec<Value>,
    replies: Vec<ReplyRecord>,
    /// The record of the game's start, once somebody has asked for it.
    start: Option<GameRecord>,
}

/// A running game among others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The game, by the players of its contest.
    pub fixture: Fixture,
    /// Turns so far.
    pub turns: usize,
}

impl Debug for Running {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Running").field(&self.games().len()).finish()
    }
}

impl Running {
    fn games(&self) -> MutexGuard<'_, Vec<Game>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games, in the order in which they began.
    pub fn glance(&self) -> Vec<Glance> {
        let games = self.games();
        let glances = games.iter().map(|game| Glance {
            fixture: game.fixture,
            turns: game.moves.len(),
        });
        glances.collect()
    }

    /// A game as far as it has gone, as a log would have it now, with the result of no turn; `None` if it is not being played.
    ///
    /// # Errors
    /// If the referee does not begin.
    pub fn snapshot(&self, fixture: Fixture) -> Result<Option<GameRecord>> {
        let mut games = self.games();
        let found = games.iter_mut().find(|game| game.fixture == fixture);
        let Some(game) = found else {
            return Ok(None);
        };
        if game.start.is_none() {
            game.start = Some(game.contest.begun(game.fixture)?);
        }
        Ok(game.start.clone().map(|start| GameRecord {
            moves: game.moves.clone(),
            replies: game.replies.clone(),
            ..start
        }))
    }

    /// A game begins. It is among the running ones as long as its observer is there.
    pub(crate) fn begin(&self, contest: &Contest, fixture: Fixture) -> Watched {
        self.games().push(Game {
            contest: Contest {
                running: None,
                ..contest.clone()
            },
            fixture,
            moves: Vec::new(),
            replies: Vec::new(),
            start: None,
        });
        Watched {
            running: self.clone(),
            fixture,
        }
    }
}

/// Hears of every turn of a running game.
pub(crate) struct Watched {
    running: Running,
    fixture: Fixture,
}

impl Observer for Watched {
    fn played(&mut self, moves: &[Value], replies: &[ReplyRecord]) {
        let mut games = self.running.games();
        let found = games.iter_mut().find(|game| game.fixture == self.fixture);
        let Some(game) = found else {
            return;
        };
        // The last turn may have grown: of a half-round we hear after every operation.
        let same = game.moves.len().saturating_sub(1).min(moves.len());
        game.moves.truncate(same);
        game.moves.extend_from_slice(&moves[same..]);
        let same = game.replies.len().saturating_sub(1).min(replies.len());
        game.replies.truncate(same);
        game.replies.extend_from_slice(&replies[same..]);
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let mut games = self.running.games();
        games.retain(|game| game.fixture != self.fixture);
    }
}
