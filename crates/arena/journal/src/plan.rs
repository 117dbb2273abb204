//! The games that are planned. Each is fixed by its two players and its number: start, seeds and seats follow from these and
//! the conditions. In a league the players are known by their names, never by the order or length of the list: so it can
//! grow. A match is a league of two in which the list says who is A.

use crate::fixture::{Fixture, Shard, offset};
use crate::header::Header;

/// All games of a file, or those of one shard.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players, those first who are A: in a league by their names.
    order: Vec<usize>,
    /// The place of each player in `order`.
    rank: Vec<usize>,
    /// Pairs of games of every two players.
    pairs: u32,
    /// Games of a pair.
    games: u32,
    shard: Option<Shard>,
    /// The offset of the shards of each match, by [`Plan::number`]; `None` in a test, which is cut in blocks.
    offsets: Option<Vec<u64>>,
}

/// Players by their names, and the place of each among them.
pub fn by_name(players: &[String]) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|x, y| players[*x].cmp(&players[*y]));
    let mut rank = vec![0; players.len()];
    for (place, player) in order.iter().enumerate() {
        rank[*player] = place;
    }
    (order, rank)
}

impl Plan {
    /// The games that a header plans.
    pub fn new(header: &Header) -> Self {
        let players = &header.players;
        let (order, rank) = if header.league {
            by_name(players)
        } else {
            ((0..players.len()).collect(), (0..players.len()).collect())
        };
        let shard = header.shard;
        let offsets = header.test.is_none().then(|| {
            let mut offsets = Vec::new();
            for (place, a) in order.iter().enumerate() {
                let others = order[place + 1..].iter();
                offsets.extend(others.map(|b| offset([&players[*a], &players[*b]])));
            }
            offsets
        });
        Self {
            order,
            rank,
            pairs: header.pairs(),
            games: header.games_of_pair(),
            shard,
            offsets,
        }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.order.len()
    }

    /// Pairs of games of every two players.
    pub fn pairs(&self) -> u32 {
        self.pairs
    }

    /// Number of the match between two players, in the order of their names: (0,1), (0,2), ..., (1,2), ...
    pub fn number(&self, a: usize, b: usize) -> usize {
        let [a, b] = [self.rank[a], self.rank[b]];
        match_number(self.players(), a.min(b), a.max(b))
    }

    /// All games. The first pair of games of all matches comes first, so that a league that is stopped has met everybody.
    /// A pair is never divided among shards.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + Send {
        let all = (0..self.pairs).flat_map(|pair| self.matches().map(move |[a, b]| (a, b, pair)));
        all.filter(|&(a, b, pair)| self.has(a, b, pair))
            .flat_map(|(a, b, pair)| self.pair(a, b, pair))
    }

    /// The games of a pair.
    pub fn pair(&self, x: usize, y: usize, pair: u32) -> impl Iterator<Item = Fixture> + use<> {
        let (a, b) = if self.rank[x] < self.rank[y] {
            (x, y)
        } else {
            (y, x)
        };
        let first = self.games * pair;
        (first..first + self.games).map(move |id| Fixture { a, b, id })
    }

    /// Returns true if a pair of games belongs to this shard.
    pub fn has(&self, a: usize, b: usize, pair: u32) -> bool {
        self.shard.is_none_or(|shard| {
            shard
                == match &self.offsets {
                    Some(offsets) => Shard::in_turn(offsets[self.number(a, b)], pair, shard.count),
                    None => Shard::in_blocks(pair, self.pairs, shard.count),
                }
        })
    }

    /// Every two players, by their names.
    pub fn matches(&self) -> impl Iterator<Item = [usize; 2]> + Send {
        let firsts = self.order.iter().enumerate();
        firsts.flat_map(|(place, &a)| self.order[place + 1..].iter().map(move |&b| [a, b]))
    }

    /// The number of games.
    pub fn count(&self) -> u64 {
        let pairs = u64::from(self.pairs);
        let Some(Shard { index, count }) = self.shard else {
            let players = self.players() as u64;
            return u64::from(self.games) * pairs * (players * players.saturating_sub(1) / 2);
        };
        let (index, count) = (u64::from(index), u64::from(count));
        let Some(offsets) = &self.offsets else {
            let before = |shards: u64| (shards * pairs).div_ceil(count);
            return u64::from(self.games) * (before(index) - before(index - 1));
        };
        let of_match = |offset: &u64| {
            let first = (index - 1 + count - offset % count) % count;
            pairs.saturating_sub(first).div_ceil(count)
        };
        u64::from(self.games) * offsets.iter().map(of_match).sum::<u64>()
    }
}

/// Number of the match between players `a` and `b`, `a < b`, in the order (0,1), (0,2), ..., (1,2), ...
pub fn match_number(players: usize, a: usize, b: usize) -> usize {
    a * (2 * players - a - 1) / 2 + b - a - 1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::samples::league_header as header;

    /// The games with the names of A and B.
    fn named(
        players: &[&str],
        games: u32,
        shard: Option<Shard>,
    ) -> BTreeSet<(String, String, u32)> {
        let header = header(players, games, shard);
        let plan = Plan::new(&header);
        let games: Vec<Fixture> = plan.fixtures().collect();
        assert_eq!(games.len() as u64, plan.count());
        assert!(games.chunks(2).all(|pair| {
            (pair[0].a, pair[0].b, pair[0].id + 1) == (pair[1].a, pair[1].b, pair[1].id)
        }));
        let name = |player: usize| header.players[player].clone();
        let named: BTreeSet<_> = games.iter().map(|f| (name(f.a), name(f.b), f.id)).collect();
        assert_eq!(named.len(), games.len());
        named
    }

    #[test]
    fn a_match_is_planned_as_listed() {
        let mut header = crate::samples::header();
        header.players = vec!["z".to_owned(), "a".to_owned()];
        header.games = 3;
        let ids = |header: &Header| -> Vec<u32> {
            let plan = Plan::new(header);
            let games: Vec<Fixture> = plan.fixtures().collect();
            assert!(games.iter().all(|game| (game.a, game.b) == (0, 1)));
            assert_eq!(games.len() as u64, plan.count());
            games.iter().map(|game| game.id).collect()
        };
        assert_eq!(ids(&header), [0, 1, 2, 3]);
        header.swap = false;
        assert_eq!(ids(&header), [0, 1, 2]);
    }

    #[test]
    fn everybody_meets_everybody() {
        let header = header(&["d", "b", "c", "a"], 6, None);
        let plan = Plan::new(&header);
        let all: Vec<Fixture> = plan.fixtures().collect();
        assert_eq!(all.len(), 6 * 6);
        // The first pair of every match comes before the second of any.
        assert!(all[..12].iter().all(|fixture| fixture.id < 2));
        // By the names: a, b, c, d.
        assert_eq!((all[0].a, all[0].b), (3, 1));
        assert!(all.iter().all(|f| plan.rank[f.a] < plan.rank[f.b]));
        let numbers: Vec<usize> = plan.matches().map(|[a, b]| plan.number(b, a)).collect();
        assert_eq!(numbers, (0..6).collect::<Vec<_>>());
    }

    #[test]
    fn no_game_depends_on_the_list() {
        for shard in [None, Some(Shard { index: 2, count: 3 })] {
            let few = named(&["b", "d", "a"], 10, shard);
            let many = named(&["a", "c", "b", "e", "d"], 14, shard);
            let old = |name: &String| ["a", "b", "d"].contains(&name.as_str());
            let of_few = |(a, b, id): &&(String, String, u32)| old(a) && old(b) && *id < 10;
            assert_eq!(
                many.iter().filter(of_few).cloned().collect::<BTreeSet<_>>(),
                few
            );
            assert!(!few.is_empty() && many.len() > few.len());
        }
    }

    #[test]
    fn shards_divide_whole_pairs() {
        let players = ["a", "b", "c", "d", "e"];
        let mut parts = BTreeSet::new();
        for index in 1..=3 {
            let part = named(&players, 12, Some(Shard { index, count: 3 }));
            // Each match is divided evenly.
            assert_eq!(part.len(), 10 * 12 / 3);
            assert!(parts.is_disjoint(&part));
            parts.extend(part);
        }
        assert_eq!(parts, named(&players, 12, None));
        let offset = offset(["a", "b"]);
        let shards: BTreeSet<u32> = (0..9)
            .map(|pair| Shard::in_turn(offset, pair, 9).index)
            .collect();
        assert_eq!(shards, (1..=9).collect());
    }

    #[test]
    fn a_test_is_cut_in_blocks() {
        for (games, count) in [(20, 3), (20, 10), (6, 9), (2_000, 7)] {
            let mut next = 0;
            for index in 1..=count {
                let mut header = crate::samples::header();
                header.games = games;
                header.shard = Some(Shard { index, count });
                header.test = Some(crate::samples::test());
                let plan = Plan::new(&header);
                let ids: Vec<u32> = plan.fixtures().map(|fixture| fixture.id).collect();
                assert_eq!(ids.len() as u64, plan.count());
                assert_eq!(ids, (next..next + ids.len() as u32).collect::<Vec<_>>());
                next += ids.len() as u32;
            }
            assert_eq!(next, games);
        }
    }

    #[test]
    fn a_league_of_any_size_has_a_number_of_games() {
        let names: Vec<String> = (0..256).map(|n| format!("{n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let whole = Plan::new(&header(&names, 1_000_000, None));
        assert_eq!(whole.count(), 32_640_000_000);
        assert_eq!(whole.fixtures().nth(100_000).unwrap().id, 2);
        let counts = (1..=9).map(|index| {
            let plan = Plan::new(&header(&["x", "y"], 4, Some(Shard { index, count: 9 })));
            assert_eq!(plan.fixtures().count() as u64, plan.count());
            plan.count()
        });
        assert_eq!(counts.sum::<u64>(), 4);
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
