//! The games of a tuning: a bot with one parameter file against itself with another, or against somebody else.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use arena_common::{Cancel, Stop};
use gameplay::record::{GameRecord, ReplyRecord};
use judges_common::args::flags;
use process::{End, Launch};
use referee::saved::CURE;

use super::anneal::Proposal;
use crate::Contest;
use crate::pool;
use journal::fixture::Fixture;
use players::player::Player;

/// Time for a bench of one node: nobody waits for it on a good path.
const PATIENCE: Duration = Duration::from_secs(120);

/// The bot's program with parameters from a file; `has_modes` is the platform's.
pub fn player(program: &Path, file: &Path, has_modes: bool) -> Player {
    let mut words = vec![program.to_string_lossy().into_owned()];
    if has_modes {
        // The same moves as restarted, without the start of a process in every turn.
        words.push(botzone::flags::KEEP_RUNNING.to_owned());
    }
    for (flag, value) in [
        (flags::SEED, "{seed}"),
        (flags::NODES, "{nodes}"),
        (flags::TIME_MS, "{time-ms}"),
        (flags::PARAMS, &file.to_string_lossy()),
    ] {
        words.extend([flag.to_owned(), value.to_owned()]);
    }
    Player::command(shell_words::join(&words), words)
}

/// The reason why the bot refuses this parameter file; `None` if it takes it. `cancel` ends it.
///
/// # Errors
/// If the program cannot be started, fails otherwise, is not done in time or was cancelled.
pub fn refusal(program: &Path, file: &Path, cancel: &Cancel) -> Result<Option<String>> {
    let [program, file] = [program, file].map(|path| path.to_string_lossy().into_owned());
    let words = [&program, "bench", flags::NODES, "1", flags::PARAMS, &file];
    let turn = Launch::from(words.map(str::to_owned).to_vec()).run(PATIENCE, cancel)?;
    match (turn.failure(), turn.end) {
        (Some(why), End::Exit(status)) if status.code() == Some(2) => Ok(Some(why)),
        (Some(why), _) => fail!("`{program} bench` failed: {why}"),
        (None, _) => Ok(None),
    }
}

/// The first answer that the fallback move has saved: whose games are not its own, cannot be tuned by them.
fn saved(contest: &Contest, game: &GameRecord) -> Option<anyhow::Error> {
    let found = |reply: &&ReplyRecord| reply.saved.is_some();
    let reply = game.replies.iter().find(found)?;
    let cause = &reply.saved.as_ref()?.cause;
    Some(error!(
        "`{}`: answer saved by the fallback move in game {}, turn {}: {cause}\n{CURE}",
        contest.players[[game.a, game.b][game.seats[reply.seat]]].name(),
        game.id,
        reply.turn + 1,
    ))
}

/// Games that depend on nothing but the plan and the state: those of a step, or some of a confirmation.
#[derive(Debug)]
pub struct Round {
    /// The players and the conditions.
    pub contest: Contest,
    /// The games.
    pub games: Vec<Fixture>,
    /// The proposal that they test; `None` in a confirmation.
    pub proposal: Option<Proposal>,
}

impl Round {
    /// Plays these games of it. The scores of A are in their order, and no game hears of another by its global data, so
    /// that nothing depends on the number of threads.
    ///
    /// # Errors
    /// If a game has no result, or the fallback move has saved an answer.
    pub fn play(&self, games: Vec<Fixture>) -> Result<Vec<f64>> {
        let play = |fixture| {
            let record = self.contest.game(fixture, &Default::default())?;
            match saved(&self.contest, &record) {
                Some(error) => Err(Stop::Failed(error)),
                None => Ok(record.score()),
            }
        };
        let cancel = &self.contest.rules.cancel;
        Ok(pool::run_in_order(self.contest.jobs, cancel, games, play)?)
    }
}
