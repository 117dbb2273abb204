//! A league as pages on the loopback interface: live standings, and every game a click away, finished or being played.
//!
//! | module | does |
//! | --- | --- |
//! | `follow` | the league's file, read again and again while it grows |
//! | `page` | what the page gets: standings, games, replays |
//!
//! Everything comes from the file, so the page shows a league that another process plays just as well; only the games
//! that are being played come from this one.

mod follow;
mod page;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use arena_common::{Cancel, foreign};
use contest::running::Running;

use crate::server::{Answer, Asked, Local, Pages};
use follow::{Follow, News};
use gameplay::Games;
use page::Table;

/// The interval at which the file is read.
const STEP: Duration = Duration::from_millis(200);
/// The least time from one table to the next.
const LEAST: Duration = Duration::from_millis(500);
/// Tables may take one part in this many of the time on one core: the games need the rest.
const SHARE: u32 = 20;

/// The pages of a league.
#[derive(Debug)]
pub struct LeaguePages {
    games: Games,
    running: Running,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    follow: Follow,
    table: Table,
    /// The error that ended the following of the file.
    failure: Option<String>,
}

impl LeaguePages {
    /// The pages of the league in this file, and of its games that are being played.
    ///
    /// # Errors
    /// If the file cannot be read or is not a league.
    pub fn open(path: &Path, games: &Games, running: Running) -> Result<LeaguePages> {
        let follow = Follow::open(path)?;
        let state = State {
            table: Table::new(&follow, 1),
            follow,
            failure: None,
        };
        Ok(LeaguePages {
            games: games.clone(),
            running,
            state: Mutex::new(state),
        })
    }

    /// Serves the pages until `cancel` is set.
    ///
    /// # Errors
    /// If the system does not give what a server needs.
    pub fn serve(self: &Arc<Self>, local: &Local, cancel: &Cancel) -> Result<()> {
        thread::scope(|scope| {
            scope.spawn(|| self.follow(cancel));
            let served = local.serve(self, cancel);
            // Nobody looks any more.
            cancel.cancel();
            served
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads what is new in the file and makes new tables of it, without anybody having to wait for one.
    fn follow(&self, cancel: &Cancel) {
        let (mut made, mut rest, mut late) = (Instant::now(), LEAST, false);
        while !cancel.is_cancelled() {
            thread::sleep(STEP);
            let mut state = self.state();
            if state.failure.is_some() {
                continue;
            }
            match state.follow.read() {
                Ok(News::None) => {}
                Ok(News::Games | News::Header) => late = true,
                Err(error) => state.failure = Some(foreign::error(&error)),
            }
            if !late || made.elapsed() < rest {
                continue;
            }
            let started = Instant::now();
            let version = state.table.version + 1;
            let drawn = Table::drawn(&state.follow);
            drop(state);
            let table = drawn.rated(version);
            self.state().table = table;
            (made, rest, late) = (Instant::now(), LEAST.max(started.elapsed() * SHARE), false);
        }
    }
}

impl Pages for LeaguePages {
    fn answer(&self, asked: &Asked) -> Answer {
        if asked.sent.is_some() {
            return Answer::missing();
        }
        let answer = match asked.path.as_str() {
            "/" => Ok(Some(Answer::page(page::league()))),
            "/standings" => Ok(Some(Answer::json(&self.standings(asked)))),
            "/games" => Ok(self.games(asked).map(|games| Answer::json(&games))),
            "/game" => self.game(asked).map(|page| page.map(Answer::page)),
            "/state" => self.news(asked),
            _ => Ok(None),
        };
        match answer {
            Ok(answer) => answer.unwrap_or_else(Answer::missing),
            Err(error) => Answer::failed(&error),
        }
    }
}
