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
use crate::progress::Progress;
use near::Near;

/// Plays the games of `plan` that are not in `file`. Each goes to the file as it ends, then to `standings`. With `near`
/// those who have played least come first, against their near neighbors, see [`near`]; else the order is that of the rounds, the
/// same on every run. Returns what stopped them before their end.
pub fn play(
    contest: &Contest,
    plan: &Plan,
    near: bool,
    file: &mut GamesFile,
    standings: &mut Standings,
) -> Option<Stop> {
    let (players, done) = (file.header.players.clone(), std::mem::take(&mut file.seen));
    let progress = Progress::counting(plan.count(), done.len(), tr("games"));
    let near = near.then(|| Near::new(plan, &done, standings));
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
        false
    });
    progress.finish();
    stopped
}
