//! From one opponent to another.

use anyhow::{Context, Error, Result};
use arena_common::foreign;
use contest::Contest;
use gameplay::record::GameRecord;
use journal::schedule::Slot;
use players::player::Player;
use serde_json::json;

use super::live::{LiveGame, Shown};
use super::opponents::{Choice, Opponents, Session, conditions};

/// The contest against another opponent, and its first game, the person in the seat that it had last.
///
/// # Errors
/// If the opponent cannot be had; the games of the page are as they were then.
pub(super) fn meet(
    contest: &Contest,
    game: &LiveGame,
    opponents: Option<&Opponents<'_>>,
    choice: Choice,
    last: &GameRecord,
) -> Result<(Contest, GameRecord)> {
    let opponents = opponents.context("no opponents are offered")?;
    let other = opponents.contest(choice, &contest.rules.cancel)?;
    require!(
        other.players.get(game.human).is_some_and(Player::is_human),
        "nobody plays against the new opponent"
    );
    let slot = Slot {
        id: 0,
        pair: 0,
        seats: last.seats.clone(),
    };
    let first = other.begun_in([0, 1], slot)?;
    game.meet(&other, choice, first.clone());
    Ok((other, first))
}

impl LiveGame {
    /// Lets the page offer these opponents.
    pub fn offer(&mut self, opponents: &Opponents<'_>) {
        self.offered = json!({"names": opponents.names, "levels": opponents.levels});
        self.change(|state| state.session.choice = opponents.first);
    }

    /// Says why there is no other opponent.
    pub(super) fn keep_opponent(&self, error: &Error) {
        let failed = json!({"failed": foreign::error(error)});
        self.change(|state| state.session.change = failed);
    }

    /// Begins a session with this game; what was played before is gone.
    fn meet(&self, contest: &Contest, choice: Choice, record: GameRecord) {
        let (header, limits) = conditions(contest);
        self.change(|state| {
            state.session = Session {
                number: state.session.number + 1,
                choice,
                ..Session::new(header, limits)
            };
            state.games = vec![Shown {
                record,
                finished: false,
                version: state.version + 1,
            }];
        });
    }
}
