//! The games of a tuning: a bot with one parameter file against itself with another, or against somebody else.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, anyhow, bail};

use crate::conduct::{GlobalData, Stop};
use crate::contest::Contest;
use crate::log::{GameRecord, ReplyRecord};
use crate::player::Player;
use crate::saved::CURE;
use crate::schedule::slot;

/// What ends a tuning that the user stopped.
pub const CANCELLED: &str = "cancelled";

/// The bot's program with parameters from a file.
pub fn player(program: &Path, file: &Path, saiblo: bool) -> Player {
    let mut words = vec![program.to_string_lossy().into_owned()];
    if !saiblo {
        // The same moves as restarted, without the start of a process in every turn.
        words.push("--keep-running".to_owned());
    }
    for (flag, value) in [
        ("--seed", "{seed}"),
        ("--nodes", "{nodes}"),
        ("--time-ms", "{time-ms}"),
        ("--params", &file.to_string_lossy()),
    ] {
        words.extend([flag.to_owned(), value.to_owned()]);
    }
    Player::Command {
        text: shell_words::join(&words),
        words,
    }
}

/// Why the bot refuses this parameter file; `None` if it takes it.
///
/// # Errors
/// If the program cannot be started or fails otherwise.
pub fn refusal(program: &Path, file: &Path) -> Result<Option<String>> {
    let output = Command::new(program)
        .args(["bench", "--nodes", "1", "--params"])
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    match output.status.code() {
        Some(0) => Ok(None),
        Some(2) => Ok(Some(words)),
        _ => bail!("`bench` failed: {words}"),
    }
}

/// The first answer that the fallback move has saved: whose games are not its own, cannot be tuned by them.
fn saved(contest: &Contest, game: &GameRecord) -> Option<anyhow::Error> {
    let found = |reply: &&ReplyRecord| reply.saved.is_some();
    let reply = game.replies.iter().find(found)?;
    let cause = &reply.saved.as_ref()?.cause;
    Some(anyhow!(
        "`{}`: answer saved by the fallback move in game {}, turn {}: {cause}\n{CURE}",
        contest.players[game.seats[reply.seat]].name(),
        game.id,
        reply.turn + 1,
    ))
}

/// Plays these games, each given with its contest, on several threads. The records are in the order of the games, so
/// that nothing depends on the number of threads.
///
/// # Errors
/// If a game has no result, or the fallback move has saved an answer; [`CANCELLED`] if the user stopped it.
pub fn play(games: &[(&Contest, u32)], jobs: usize) -> Result<Vec<GameRecord>> {
    let next = AtomicUsize::new(0);
    let records = Mutex::new(vec![None; games.len()]);
    let work = || -> Result<(), Stop> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((contest, id)) = games.get(number) else {
                return Ok(());
            };
            if contest.rules.cancel.load(Ordering::Relaxed) {
                return Err(Stop::Cancelled);
            }
            let globaldata = [GlobalData::default(), GlobalData::default()];
            let record = contest.game(slot(*id), &globaldata)?;
            if let Some(error) = saved(contest, &record) {
                // The others need not play on.
                next.store(games.len(), Ordering::Relaxed);
                return Err(Stop::Failed(error));
            }
            records.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(record);
        }
    };
    let results: Vec<Result<(), Stop>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended
            .map(|result| result.unwrap_or_else(|_| Err(anyhow!("a thread panicked").into())))
            .collect()
    });
    for result in results {
        match result {
            Ok(()) => {}
            Err(Stop::Cancelled) => bail!(CANCELLED),
            Err(Stop::Failed(error)) => return Err(error),
        }
    }
    let records = records.into_inner().unwrap_or_else(PoisonError::into_inner);
    let records: Option<Vec<GameRecord>> = records.into_iter().collect();
    records.context("a game was lost")
}
