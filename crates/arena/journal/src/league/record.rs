//! What is in the file of a league: JSON lines, one [`LeagueHeader`], then one [`LeagueGame`] a game.
//!
//! ```text
//! {"format":"arena-league","version":2,"players":["a","b","c"],"shard":null,"match":{...}}
//! {"a":0,"b":2,"id":0,"pair":0,"seats":[0,1],...}
//! ```
//!
//! `match` is the header of a match log without players, and a game is the record of a match log with the two players
//! in front. A line is written when its game has ended; one that was cut off in the middle is dropped at the next
//! start, and its game played again. While an arena writes the file it is locked.
//!
//! Player A of a game is the one with the earlier name (bytes compared), so that a game is fixed by two names and a number.
//! The list of players is that of a league that began with these and grew: later ones stand at its end. The canonical order
//! is that of `arena merge`: players by their names, games by A, B and number.
//!
//! In version 1 the player earlier in the list was A, and shards depended on its length. Such a file is read as one of
//! today's: see [`modernize`].
//!
//! `identities` of the first line says for each player what it is, so that no game of another strength gets in by
//! accident. A game takes memory only while it is read: what is kept of it is its place, a digest and its score.

use anyhow::Result;
use referee::record::GameRecord;
use serde::{Deserialize, Serialize};

use super::Fixture;
use super::Shard;
use crate::log::Header;
use crate::log::resume::differences;
use players::identity::Identity;

/// The value of [`LeagueHeader::format`].
pub const FORMAT: &str = "arena-league";
/// The version this program writes.
pub const VERSION: u32 = 2;
/// The oldest version this program reads.
pub const OLDEST: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeagueHeader {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`], or an older one of a file as it was read.
    pub version: u32,
    /// The names of the players.
    pub players: Vec<String>,
    /// The players as the command line has them, where that is more than their names; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub specs: Vec<String>,
    /// The shard that plays into this file, index and count; null for the whole league.
    pub shard: Option<[u32; 2]>,
    /// The conditions of every match; its players are empty names.
    pub r#match: Header,
    /// What each player is. Several where games of several strengths were mixed on purpose; empty in files of arenas
    /// that did not say it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identities: Vec<Vec<Identity>>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeagueGame {
    /// Index of player A of the match, the one with the earlier name.
    pub a: usize,
    /// Index of player B of the match.
    pub b: usize,
    /// The game.
    #[serde(flatten)]
    pub record: GameRecord,
}

/// Whether what two files say of their players goes together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Every player that is in both is the same in both.
    Same,
    /// One of the two does not say it.
    Unknown,
    /// A player is another one; the text names it and why.
    Differs(String),
}

impl LeagueHeader {
    /// The shard that plays into this file.
    pub fn shard(&self) -> Option<Shard> {
        self.shard.map(|[index, count]| Shard { index, count })
    }

    /// The number of a player in the list.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player == name)
    }

    /// A player as the command line has it.
    pub fn spec(&self, player: usize) -> &str {
        self.specs.get(player).unwrap_or(&self.players[player])
    }

    /// Whether another file is of the same league: its conditions. Players, number of games, shard, the arena and what
    /// the players are may differ. Where only one says the rounds of a half, the games must tell.
    ///
    /// # Errors
    /// Names what differs.
    pub fn same_league(&self, other: &LeagueHeader) -> Result<()> {
        let mut except = vec!["games", "arena", "sittings", "identities", "version"];
        if self.r#match.max_round.is_none() || other.r#match.max_round.is_none() {
            except.push("max_round");
        }
        let [one, two] = [self, other].map(|header| serde_json::to_value(&header.r#match));
        if let Some((field, one, two)) = differences(&one?, &two?, &except).first() {
            bail!("`{field}` is {one} in one and {two} in the other");
        }
        // Where both say what a player is, that decides.
        let silent = self.identities.is_empty() || other.identities.is_empty();
        for (player, name) in self.players.iter().enumerate().filter(|_| silent) {
            if let Some(there) = other.index(name) {
                let [one, two] = [self.spec(player), other.spec(there)];
                ensure!(
                    one == two,
                    "player `{name}` is `{one}` in one and `{two}` in the other; give another one a name of its own"
                );
            }
        }
        Ok(())
    }

    /// Whether the players of `other` that are in this league are the same.
    pub fn strength(&self, other: &LeagueHeader) -> Strength {
        if self.identities.is_empty() || other.identities.is_empty() {
            return Strength::Unknown;
        }
        for (name, others) in other.players.iter().zip(&other.identities) {
            let Some(own) = self.index(name).map(|player| &self.identities[player]) else {
                continue;
            };
            let new = others.iter().find(|identity| !own.contains(identity));
            if let Some(new) = new.filter(|_| !own.is_empty()) {
                let why = own.last().and_then(|old| new.change(old));
                return Strength::Differs(said!(
                    "`{name}` is not what it was: {}",
                    why.unwrap_or_default()
                ));
            }
        }
        Strength::Same
    }

    /// Adds what the players of `other` are to those of the same names.
    pub fn mix(&mut self, other: &LeagueHeader) {
        for (name, others) in other.players.iter().zip(&other.identities) {
            let Some(player) = self.index(name) else {
                continue;
            };
            let Some(own) = self.identities.get_mut(player) else {
                continue;
            };
            for identity in others {
                if !own.contains(identity) {
                    own.push(identity.clone());
                }
            }
        }
    }

    /// Adds the players of `other` that this league has not, and its games if they are more. What a player is that only one
    /// of the two says is taken from there; of a player of whom none does it is empty.
    pub fn grow(&mut self, other: &LeagueHeader) {
        self.r#match.games = self.r#match.games.max(other.r#match.games);
        let own = 0..self.players.len();
        self.specs = own.map(|player| self.spec(player).to_owned()).collect();
        let says = !self.identities.is_empty() || !other.identities.is_empty();
        for (player, name) in other.players.iter().enumerate() {
            if self.index(name).is_none() {
                self.players.push(name.clone());
                self.specs.push(other.spec(player).to_owned());
            }
        }
        if self.specs == self.players {
            self.specs.clear();
        }
        if says {
            self.identities.resize(self.players.len(), Vec::new());
            for (own, name) in self.identities.iter_mut().zip(&self.players) {
                if let Some(there) = other.index(name).filter(|_| own.is_empty()) {
                    own.extend(other.identities.get(there).into_iter().flatten().cloned());
                }
            }
        }
    }

    /// Takes the players as the command line of `other` has them: what a name stood for may be found elsewhere by now.
    pub fn adopt_specs(&mut self, other: &LeagueHeader) {
        let specs = (0..self.players.len()).map(|player| {
            let there = other.index(&self.players[player]);
            there
                .map_or(self.spec(player), |there| other.spec(there))
                .to_owned()
        });
        self.specs = specs.collect();
        if self.specs == self.players {
            self.specs.clear();
        }
    }

    /// The list in another order: the new one's first player is number `order[0]` of the old one.
    pub fn reorder(&mut self, order: &[usize]) {
        fn pick<T: Clone>(list: &mut Vec<T>, order: &[usize]) {
            if !list.is_empty() {
                *list = order.iter().map(|&player| list[player].clone()).collect();
            }
        }
        pick(&mut self.players, order);
        pick(&mut self.specs, order);
        pick(&mut self.identities, order);
    }
}

impl LeagueGame {
    /// Which game of the league this is.
    pub fn fixture(&self) -> Fixture {
        Fixture {
            a: self.a,
            b: self.b,
            id: self.record.id,
        }
    }
}

/// Makes a game of version 1, of which the player earlier in the list was A, one of today's: where the other name is
/// earlier, A and B change places, and the two games of the pair change numbers. Who sat where, the start and the moves
/// are as they were; the bots' seeds are those that the record names.
pub fn modernize(players: &[String], game: &mut LeagueGame) {
    if players[game.a] < players[game.b] {
        return;
    }
    std::mem::swap(&mut game.a, &mut game.b);
    game.record.id ^= 1;
    game.record.seats = game.record.seats.map(|player| 1 - player);
}

/// What there is to say of a file that does not say what its players were.
pub fn unknown(name: &str) -> String {
    said!(
        "{name} does not say what its players were (an earlier arena wrote it), so nothing tells whether they changed"
    )
}

/// Warns where two arenas of different versions were at work.
pub fn warn_of_arena(one: &str, header: &LeagueHeader, other: &str, second: &LeagueHeader) {
    let versions = [header, second].map(|header| header.r#match.arena.as_deref());
    if let [Some(a), Some(b)] = versions
        && a != b
    {
        notice!(
            "warning: {one} is of arena {a}, {other} of arena {b}; see its history for changed rules"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{game, league_header as header};

    #[test]
    fn a_league_grows_by_players_and_games() {
        let mut old = header(&["a", "c"], 4, None);
        old.identities = vec![vec![Identity::Human]; 2];
        let mut new = header(&["c", "b"], 6, None);
        new.identities = vec![vec![Identity::Human]; 2];
        new.specs = vec!["c".to_owned(), "b=x".to_owned()];
        assert!(old.same_league(&new).is_ok());
        old.grow(&new);
        assert_eq!(old.players, ["a", "c", "b"]);
        assert_eq!(old.specs, ["a", "c", "b=x"]);
        assert_eq!((old.r#match.games, old.identities.len()), (6, 3));
        old.reorder(&[0, 2, 1]);
        assert_eq!((old.players[1].as_str(), old.spec(1)), ("b", "b=x"));
        // Fewer games take none away, and nobody says what a player of a silent file is.
        old.grow(&header(&["d"], 2, None));
        assert_eq!((old.r#match.games, old.identities[3].len()), (6, 0));
        // What a player is decides, however it is written; where nobody says what it is, the words do.
        new.specs[0] = "c=y".to_owned();
        assert!(old.same_league(&new).is_ok());
        old.adopt_specs(&new);
        assert_eq!(old.specs, ["a", "b=x", "c=y", "d"]);
        new.specs[0] = "c".to_owned();
        new.identities.clear();
        let error = old.same_league(&new).unwrap_err().to_string();
        assert!(error.contains("a name of its own"), "{error}");
    }

    #[test]
    fn a_game_of_version_1_keeps_its_seats() {
        let players = ["b".to_owned(), "a".to_owned()];
        for id in 0..4 {
            let old = LeagueGame {
                a: 0,
                b: 1,
                record: game(id, [1, 0]),
            };
            let mut new = old.clone();
            modernize(&players, &mut new);
            assert_eq!((new.a, new.b), (1, 0));
            let slot = crate::schedule::slot(new.record.id);
            assert_eq!((slot.seats, slot.pair), (new.record.seats, old.record.pair));
            let in_seat =
                |game: &LeagueGame, seat: usize| [game.a, game.b][game.record.seats[seat]];
            for seat in [0, 1] {
                assert_eq!(in_seat(&new, seat), in_seat(&old, seat));
            }
            assert_eq!(new.record.score(), 1.0 - old.record.score());
        }
    }
}
