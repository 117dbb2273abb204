//! A game of a plan, and a part of all of them.

use std::str::FromStr;

use gameplay::record::GameRecord;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// One part of games that are played on several machines: `index` of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u32; 2]", into = "[u32; 2]")]
pub struct Shard {
    /// Number of this part, from 1.
    pub index: u32,
    /// Number of parts.
    pub count: u32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err(said!(
                "write i/n with i from 1 to n, such as 2/8; where a scheduler counts from 0, add 1"
            )),
        }
    }
}

impl From<[u32; 2]> for Shard {
    fn from([index, count]: [u32; 2]) -> Self {
        Self { index, count }
    }
}

impl From<Shard> for [u32; 2] {
    fn from(shard: Shard) -> Self {
        [shard.index, shard.count]
    }
}

/// A game of a plan: two players, and the game's number in their match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixture {
    /// Index of player A.
    pub a: usize,
    /// Index of player B.
    pub b: usize,
    /// Number of the game between the two, from 0; where seats are swapped, games 2k and 2k+1 are a pair.
    pub id: u32,
}

impl From<&GameRecord> for Fixture {
    fn from(game: &GameRecord) -> Self {
        let &GameRecord { a, b, id, .. } = game;
        Self { a, b, id }
    }
}

/// The offset of the shards of a match: the first pair of A and B belongs to the shard after this one. It comes from
/// the two names, so that it depends on no list, and from a hash that is the same on every machine and in every
/// version.
pub fn offset(names: [&str; 2]) -> u64 {
    let digest = Sha256::digest(names.join("\n"));
    u64::from_le_bytes(digest.first_chunk().copied().unwrap_or_default()) >> 32
}

impl Shard {
    /// The part, of `count`, that plays this pair of a match whose shards begin at `offset`: pair by pair in turn, so that
    /// a longer match leaves every pair where it was.
    pub fn in_turn(offset: u64, pair: u32, count: u32) -> Self {
        let index = (offset + u64::from(pair)) % u64::from(count);
        Self {
            index: index as u32 + 1,
            count,
        }
    }

    /// The part, of `count`, that plays this one of all `pairs` of a test: the first part has the first pairs. A test
    /// counts them in their order, so it can be decided before the last parts begin.
    pub fn in_blocks(pair: u32, pairs: u32, count: u32) -> Self {
        let index = u64::from(pair) * u64::from(count) / u64::from(pairs.max(1));
        Self {
            index: index as u32 + 1,
            count,
        }
    }
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

    #[test]
    fn shards_are_the_same_on_every_machine() {
        assert_eq!(offset(["a", "b"]), 3_274_513_201);
    }
}
