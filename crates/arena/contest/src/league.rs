//! A league: every bot of a list meets every other, the results on disk after every game.
//!
//! The games of a league are all in one file of JSON lines, see [`record`]. A league that was stopped, however it was,
//! goes on where it was; several machines play one league by shards, whose files are merged into one.

pub mod file;
pub mod merge;
pub mod ratings;
pub mod read;
pub mod record;
pub mod seen;
pub mod standings;
pub mod table;

use arena_common::Stop;
use indicatif::{ProgressBar, ProgressStyle};
use referee::setup::GlobalData;

use crate::Contest;
use crate::pool::{self, Next};
use crate::schedule::slot;
use file::LeagueFile;
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

impl Shard {
    /// Whether the pair of this [number](pair_number) is played in this part.
    pub fn has(self, number: u64) -> bool {
        number % u64::from(self.count) == u64::from(self.index) - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err("write i/n with i from 1 to n, such as 2/8".to_owned()),
        }
    }
}

/// A game of a league: players `a` below `b`, and the game's number in their match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixture {
    /// Index of the first player.
    pub a: usize,
    /// Index of the second player.
    pub b: usize,
    /// Number of the game between the two, from 0; games 2k and 2k+1 are a pair.
    pub id: u32,
}

/// All games of a league of `players` with `games` in each match, or those of one shard. The first pair of games of all
/// matches comes first, so that a league that is stopped has met everybody. A pair is never divided among shards.
pub fn fixtures(
    players: usize,
    games: u32,
    shard: Option<Shard>,
) -> impl Iterator<Item = Fixture> + Send {
    let pairs = (0..games.div_ceil(2)).flat_map(move |pair| {
        let matches = (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)));
        matches.map(move |(a, b)| Fixture { a, b, id: 2 * pair })
    });
    pairs
        .filter(move |first| shard.is_none_or(|shard| shard.has(pair_number(players, first))))
        .flat_map(|first| {
            let second = Fixture {
                id: first.id + 1,
                ..first
            };
            [first, second]
        })
}

/// How many games [`fixtures`] has.
pub fn planned(players: usize, games: u32, shard: Option<Shard>) -> u64 {
    let pairs = matches(players) * u64::from(games.div_ceil(2));
    2 * shard.map_or(pairs, |Shard { index, count }| {
        (pairs + u64::from(count) - u64::from(index)) / u64::from(count)
    })
}

fn matches(players: usize) -> u64 {
    players as u64 * (players as u64).saturating_sub(1) / 2
}

/// Number of a game's pair among all pairs of the league, from 0, in the order of [`fixtures`].
pub fn pair_number(players: usize, fixture: &Fixture) -> u64 {
    let number = match_number(players, fixture.a, fixture.b) as u64;
    u64::from(fixture.id / 2) * matches(players) + number
}

/// Plays the games of `todo`, of which there are `count`. `contests` has the match of every two players, by
/// [`match_number`]. Each game goes to `file` as it ends, and out of memory. Returns what stopped the games before their
/// end: a file that cannot be written does.
pub fn play(
    contests: &[Contest],
    players: usize,
    todo: impl Iterator<Item = Fixture> + Send,
    count: u64,
    jobs: usize,
    file: &mut LeagueFile,
) -> Option<Stop> {
    let bar = ProgressBar::new(count);
    if let Ok(style) =
        ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {msg}, {elapsed} (eta {eta})")
    {
        bar.set_style(style);
    }
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
            let number = match_number(players, fixture.a, fixture.b);
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
            let names = &file.header.players;
            bar.set_message(format!("{} - {}", names[game.a], names[game.b]));
            unwritten = file.add(&game).err();
            bar.inc(1);
            match unwritten {
                Some(_) => Next::Enough,
                None => Next::More,
            }
        },
    );
    bar.finish_and_clear();
    unwritten.map(Stop::Failed).or(stopped)
}

/// Number of the match between players `a` and `b`, `a < b`, in the order (0,1), (0,2), ..., (1,2), ...
pub fn match_number(players: usize, a: usize, b: usize) -> usize {
    a * (2 * players - a - 1) / 2 + b - a - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody() {
        let all: Vec<Fixture> = fixtures(4, 6, None).collect();
        assert_eq!(all.len(), 6 * 6);
        let mut sorted = all.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), all.len());
        // The first pair of every match comes before the second of any.
        assert!(all[..12].iter().all(|fixture| fixture.id < 2));
    }

    #[test]
    fn shards_divide_whole_pairs() {
        let mut parts: Vec<Fixture> = Vec::new();
        for index in 1..=3 {
            let shard = Shard { index, count: 3 };
            let part: Vec<Fixture> = fixtures(5, 4, Some(shard)).collect();
            assert_eq!(part.len() as u64, planned(5, 4, Some(shard)));
            assert!(part.chunks(2).all(|pair| {
                (pair[0].a, pair[0].b, pair[0].id + 1) == (pair[1].a, pair[1].b, pair[1].id)
            }));
            parts.extend(part);
        }
        parts.sort();
        let mut whole: Vec<Fixture> = fixtures(5, 4, None).collect();
        whole.sort();
        assert_eq!(parts, whole);
    }

    #[test]
    fn a_league_of_any_size_has_a_number_of_games() {
        assert_eq!(planned(256, 1_000_000, None), 32_640_000_000);
        let last = Shard { index: 9, count: 9 };
        assert_eq!(planned(2, 4, Some(last)), 0);
        assert_eq!(fixtures(2, 4, Some(last)).count(), 0);
        assert_eq!(fixtures(256, 1_000_000, None).nth(100_000).unwrap().id, 2);
    }

    #[test]
    fn shards_are_written_as_fractions() {
        assert_eq!("2/8".parse(), Ok(Shard { index: 2, count: 8 }));
        for text in ["0/2", "3/2", "1", "a/b", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn matches_are_numbered_in_order() {
        let mut number = 0;
        for a in 0..5 {
            for b in a + 1..5 {
                assert_eq!(match_number(5, a, b), number);
                number += 1;
            }
        }
    }
}
