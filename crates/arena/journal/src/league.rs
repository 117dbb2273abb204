//! The file of a league: every bot of a list meets every other, the results on disk after every game.
//!
//! The games of a league are all in one file of JSON lines, see [`record`]. A league that was stopped, however it was,
//! goes on where it was, and grows by players and games; several machines play one league by shards. Start reading at
//! [`plan`].

pub mod file;
pub mod plan;
pub mod read;
pub mod record;
pub mod seen;

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
