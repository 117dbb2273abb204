//! A league: every bot of a list meets every other, the results on disk after every game.
//!
//! The games of a league are all in one file of JSON lines, see [`record`]. A league that was stopped, however it was,
//! goes on where it was, and grows by players and games; several machines play one league by shards, whose files are merged
//! into one. Start reading at [`plan`].

pub mod file;
mod live;
pub mod merge;
mod near;
pub mod plan;
pub mod ratings;
pub mod read;
pub mod record;
pub mod seen;
pub mod standings;
pub mod table;

use arena_common::Stop;
use referee::setup::GlobalData;

use crate::Contest;
use crate::pool::{self, Next};
use crate::schedule::slot;
use file::LeagueFile;
use live::Live;
use near::Near;
use plan::Plan;
use record::LeagueGame;

/// The most players that a league may have: what it keeps of each two of them stays small.
pub const MOST_PLAYERS: usize = 256;

/// One part of a league that is played on several machines: `index` of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Number of this part, from 1.
    pub index: u32,
    /// Number of parts.
    pub count: u32,
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err(said!("write i/n with i from 1 to n, such as 2/8")),
        }
    }
}

/// A game of a league: two players, A with the earlier name, and the game's number in their match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixture {
    /// Index of the first player.
    pub a: usize,
    /// Index of the second player.
    pub b: usize,
    /// Number of the game between the two, from 0; games 2k and 2k+1 are a pair.
    pub id: u32,
}

/// In which order the games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Round by round, the same on every run.
    Rounds,
    /// Those who have played least first, against their near neighbors: see [`near`].
    Near,
}

/// Plays the games of `plan` that are not in `file`. `contests` has the match of every two players, by [`Plan::number`]. Each
/// game goes to the file as it ends, and out of memory. Returns what stopped the games before their end: a file that
/// cannot be written does.
pub fn play(
    contests: &[Contest],
    plan: &Plan,
    order: Order,
    jobs: usize,
    file: &mut LeagueFile,
) -> Option<Stop> {
    let done = std::mem::take(&mut file.seen);
    let mut live = Live::new(plan.count(), done.len());
    let near = (order == Order::Near).then(|| Near::new(plan, &done, &file.standings));
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
            if let Some(near) = &near {
                near.add(&game);
            }
            live.update(&file.header.players, &file.standings);
            match unwritten {
                Some(_) => Next::Enough,
                None => Next::More,
            }
        },
    );
    live.finish();
    unwritten.map(Stop::Failed).or(stopped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_written_as_fractions() {
        assert_eq!("2/8".parse(), Ok(Shard { index: 2, count: 8 }));
        for text in ["0/2", "3/2", "1", "a/b", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
