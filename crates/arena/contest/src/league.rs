//! A league: every bot of a list meets every other, and is rated.

mod live;
mod near;

use arena_common::Stop;
use arena_common::texts::tr;
use journal::fixture::Fixture;
use journal::games_file::GamesFile;
use journal::plan::Plan;
use statistics::league::standings::Standings;
use statistics::sprt::Expected;

use crate::Contest;
use crate::pool::Next;
use crate::progress::Progress;
use near::Near;

/// The order in which the games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Round by round, the same on every run.
    Rounds,
    /// Those who have played least first, against their near neighbors: see [`near`].
    Near,
}

/// Plays the games of `plan` that are not in `file`. Each goes to the file as it ends, then to `standings`. Returns what
/// stopped them before their end.
pub fn play(
    contest: &Contest,
    plan: &Plan,
    order: Order,
    file: &mut GamesFile,
    standings: &mut Standings,
) -> Option<Stop> {
    let (players, done) = (file.header.players.clone(), std::mem::take(&mut file.seen));
    let progress = Progress::counting(plan.count(), done.len(), tr("games"));
    let near = (order == Order::Near).then(|| Near::new(plan, &done, standings));
    let todo: Box<dyn Iterator<Item = Fixture> + Send> = match &near {
        Some(near) => Box::new(std::iter::from_fn(|| near.next())),
        None => Box::new(plan.fixtures().filter(|fixture| !done.has(fixture))),
    };
    let stopped = contest.play(todo, Some(file), |game| {
        standings.add(&game);
        if let Some(near) = &near {
            near.add(&game);
        }
        progress.tell(standings.games.into(), Expected::Planned, |rows| {
            live::text(&players, standings, rows)
        });
        Next::More
    });
    progress.finish();
    stopped
}
