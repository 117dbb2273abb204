//! The games of a league. Each is fixed by the names of its two players and its number: start, seeds and seats follow from
//! these and the league's conditions, never from the order or length of the list. So a league can grow.

use sha2::{Digest, Sha256};

use super::Fixture;
use super::Shard;
use super::record::LeagueHeader;

/// All games of a league, or those of one shard.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players by their names.
    order: Vec<usize>,
    /// The place of each player in `order`.
    rank: Vec<usize>,
    /// Pairs of games of every two players.
    pairs: u32,
    shard: Option<Shard>,
    /// Where the shards of each match begin, by [`Plan::number`]; empty for the whole league.
    offsets: Vec<u64>,
}

/// The players of a league by their names, and the place of each among them.
pub fn by_name(players: &[String]) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|x, y| players[*x].cmp(&players[*y]));
    let mut rank = vec![0; players.len()];
    for (place, player) in order.iter().enumerate() {
        rank[*player] = place;
    }
    (order, rank)
}

/// Where the shards of a match begin: the first pair of A and B is of the shard after this one. From the two names, so
/// that no list decides it, and with a hash that every machine and version has.
fn offset(names: [&str; 2]) -> u64 {
    let digest = Sha256::digest(names.join("\n"));
    u64::from_le_bytes(digest.first_chunk().copied().unwrap_or_default()) >> 32
}

impl Shard {
    /// Whether this pair of games of A and B is played in this part.
    pub fn has(self, names: [&str; 2], pair: u32) -> bool {
        self.takes(offset(names), pair)
    }

    fn takes(self, offset: u64, pair: u32) -> bool {
        Self::of(offset, pair, self.count) == self
    }

    /// The part, of so many, in which this pair of games of A and B is played.
    pub fn playing(names: [&str; 2], pair: u32, count: u32) -> Self {
        Self::of(offset(names), pair, count)
    }

    fn of(offset: u64, pair: u32, count: u32) -> Self {
        let index = (offset + u64::from(pair)) % u64::from(count);
        Self {
            index: index as u32 + 1,
            count,
        }
    }
}

impl Plan {
    /// The games of a league, as its header has them.
    pub fn new(header: &LeagueHeader) -> Self {
        let players = &header.players;
        let (order, rank) = by_name(players);
        let shard = header.shard();
        let mut offsets = Vec::new();
        if shard.is_some() {
            for (place, a) in order.iter().enumerate() {
                let others = order[place + 1..].iter();
                offsets.extend(others.map(|b| offset([&players[*a], &players[*b]])));
            }
        }
        Self {
            order,
            rank,
            pairs: header.r#match.games.div_ceil(2),
            shard,
            offsets,
        }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.order.len()
    }

    /// The players by their names.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The place of each player among the names.
    pub fn rank(&self) -> &[usize] {
        &self.rank
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

    /// The two games of a pair; the player with the earlier name is A.
    pub fn pair(&self, x: usize, y: usize, pair: u32) -> [Fixture; 2] {
        let (a, b) = if self.rank[x] < self.rank[y] {
            (x, y)
        } else {
            (y, x)
        };
        [0, 1].map(|second| Fixture {
            a,
            b,
            id: 2 * pair + second,
        })
    }

    /// Whether a pair of games is of this shard.
    pub fn has(&self, a: usize, b: usize, pair: u32) -> bool {
        self.shard
            .is_none_or(|shard| shard.takes(self.offsets[self.number(a, b)], pair))
    }

    /// Every two players, by their names.
    pub fn matches(&self) -> impl Iterator<Item = [usize; 2]> + Send {
        let firsts = self.order.iter().enumerate();
        firsts.flat_map(|(place, &a)| self.order[place + 1..].iter().map(move |&b| [a, b]))
    }

    /// How many games there are.
    pub fn count(&self) -> u64 {
        let pairs = u64::from(self.pairs);
        let Some(Shard { index, count }) = self.shard else {
            let players = self.players() as u64;
            return 2 * pairs * (players * players.saturating_sub(1) / 2);
        };
        let count = u64::from(count);
        let of_match = |offset: &u64| {
            let first = (u64::from(index) - 1 + count - offset % count) % count;
            pairs.saturating_sub(first).div_ceil(count)
        };
        2 * self.offsets.iter().map(of_match).sum::<u64>()
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
    fn everybody_meets_everybody() {
        let header = header(&["d", "b", "c", "a"], 6, None);
        let plan = Plan::new(&header);
        let all: Vec<Fixture> = plan.fixtures().collect();
        assert_eq!(all.len(), 6 * 6);
        // The first pair of every match comes before the second of any.
        assert!(all[..12].iter().all(|fixture| fixture.id < 2));
        // By the names: a, b, c, d.
        assert_eq!((all[0].a, all[0].b), (3, 1));
        assert!(all.iter().all(|f| plan.rank()[f.a] < plan.rank()[f.b]));
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
        let names = ["a", "b"];
        let in_shard = |index| (0..9).map(move |pair| Shard { index, count: 9 }.has(names, pair));
        assert!((1..=9).all(|index| in_shard(index).filter(|has| *has).count() == 1));
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
    fn shards_are_the_same_on_every_machine() {
        assert_eq!(offset(["a", "b"]), 3_274_513_201);
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
