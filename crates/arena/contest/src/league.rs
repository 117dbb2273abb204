//! A league: every bot of a list meets every other, the results on disk after every game.
//!
//! The games of a league are all in one file of JSON lines, see [`record`]. A league that was stopped, however it was,
//! goes on where it was, and grows by players and games; several machines play one league by shards, whose files are merged
//! into one. Start reading at [`plan`].

mod live;
pub mod merge;
mod near;

use arena_common::Stop;
use arena_common::texts::tr;
use referee::setup::GlobalData;

use journal::league::Fixture;
use journal::league::file::LeagueFile;
use journal::league::plan::Plan;
use journal::league::record::LeagueGame;
use statistics::league::standings::Standings;
use statistics::sprt::Expected;

use crate::Contest;
use crate::pool::{self, Next};
use crate::progress::Progress;
use journal::schedule::slot;
use near::Near;

/// In which order the games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Round by round, the same on every run.
    Rounds,
    /// Those who have played least first, against their near neighbors: see [`near`].
    Near,
}

/// Plays the games of `plan` that are not in `file`. `contests` has the match of every two players, by [`Plan::number`]. Each
/// game goes to the file as it ends, then to `standings`. Returns what stopped the games before their end: a file that
/// cannot be written does.
pub fn play(
    contests: &[Contest],
    plan: &Plan,
    order: Order,
    jobs: usize,
    file: &mut LeagueFile,
    standings: &mut Standings,
) -> Option<Stop> {
    let done = std::mem::take(&mut file.seen);
    let progress = Progress::counting(plan.count(), done.len(), tr("games"));
    let near = (order == Order::Near).then(|| Near::new(plan, &done, standings));
    let todo: Box<dyn Iterator<Item = Fixture> + Send> = match &near {
        Some(near) => Box::new(std::iter::from_fn(|| near.next())),
        None => Box::new(plan.fixtures().filter(|fixture| !done.has(fixture))),
    };
    let globaldata: Vec<_> = contests
        .iter()
        .map(|_| [GlobalData::default(), GlobalData::default()])
        .collect();
    let mut unwritten = None;
    let stopped = pool::run(
        jobs,
        &contests.first()?.rules.cancel,
        todo,
        |fixture| {
            let number = plan.number(fixture.a, fixture.b);
            Ok(LeagueGame {
                a: fixture.a,
                b: fixture.b,
                record: contests[number].game(slot(fixture.id), &globaldata[number])?,
            })
        },
        |game| {
            // A line behind one that was cut off would be lost with it.
            if unwritten.is_some() {
                return Next::Enough;
            }
            unwritten = file.add(&game).err();
            standings.add(&game);
            if let Some(near) = &near {
                near.add(&game);
            }
            progress.tell(standings.games.into(), Expected::Planned, |rows| {
                live::text(&file.header.players, standings, rows)
            });
            match unwritten {
                Some(_) => Next::Enough,
                None => Next::More,
            }
        },
    );
    progress.finish();
    unwritten.map(Stop::Failed).or(stopped)
}
