//! The person's seat: where the lines come from, and who sees what has been played.

use std::sync::Arc;

use anyhow::Result;
use arena_common::{Cancel, Stop, foreign};
use gameplay::record::{GameRecord, ReplyRecord};
use referee::human::Lines;
use referee::setup::Observer;
use serde_json::Value;

use super::live::LiveGame;
use super::order::{decisions, joined};

/// The page as somebody who looks on.
#[derive(Debug)]
pub(super) struct PageObserver {
    pub(super) game: Arc<LiveGame>,
    /// The game before what is played now: moves that are played again are not shown again.
    pub(super) before: GameRecord,
}

impl Observer for PageObserver {
    fn played(&mut self, moves: &[Value], replies: &[ReplyRecord]) {
        let turns = self.game.turns();
        let [now, before] = [moves, &self.before.moves].map(|moves| decisions(turns, moves));
        if now <= before {
            let again = (now < before).then_some([now, before]);
            return self.game.change(|state| state.again = again);
        }
        let mut record = self.before.clone();
        record.moves = moves.to_vec();
        record.replies = joined(&record.replies, replies);
        self.game.change(|state| state.put(record, false));
    }
}

/// The page as the place where a person's lines come from.
#[derive(Debug)]
pub struct PageLines {
    /// The game that the person plays.
    pub game: Arc<LiveGame>,
    /// Set when the game is stopped.
    pub cancel: Cancel,
}

impl Lines for PageLines {
    fn next(&mut self) -> Result<String, Stop> {
        self.game
            .change(|state| (state.asked, state.again) = (true, None));
        self.game.line(&self.cancel)
    }

    fn show(&mut self, _text: &str) -> Result<()> {
        // The page has the board already.
        Ok(())
    }

    fn refuse(&mut self, text: &str) -> Result<()> {
        self.game
            .change(|state| state.refusal = Some(foreign::read(text).to_string()));
        Ok(())
    }
}
