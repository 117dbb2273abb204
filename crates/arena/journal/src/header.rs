//! The first line of a file of games: who plays whom, and under which conditions.

use anyhow::Result;
use arena_common::texts::tr;
use gameplay::game::TWO_SEATS;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use players::identity::Identity;
use referee::conduct::Mode;

use crate::fixture::{Shard, offset};
use crate::hypotheses::Hypotheses;
use crate::schedule::deal;
use crate::session::Session;

/// The value of [`Header::format`].
pub const FORMAT: &str = "arena-games";
/// The version this program writes. It changes when an old reader would misread a new file.
pub const VERSION: u32 = 1;

/// The value of [`Header::judge`] in a log of matches that the site has played: nobody has planned them.
pub const SITE: &str = "botzone.org.cn";

/// The first line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// True for a league: player A of a game is the one with the earlier name, and the list may grow. Otherwise it is a
    /// match: the first player of the list is A, the second B.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub league: bool,
    /// Name of the game; null if only an official judge knew it.
    pub game: Option<String>,
    /// The official judge's command; null for the arena's own referee.
    pub judge: Option<String>,
    /// Restart or keep-running.
    pub mode: Mode,
    /// True if the arena sent programs simple IO.
    pub simple_io: bool,
    /// Time limit of a turn in milliseconds; like the other limits and the seed none in the log of matches of the site
    /// that does not tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The factor by which the first turn's limit is multiplied.
    pub first_turn_factor: u32,
    /// Memory limit in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u64>,
    /// Output limit of a turn in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_bytes: Option<usize>,
    /// Node budget of a turn; null if the bots played by the clock.
    pub nodes: Option<u64>,
    /// The seed of all openings and bot seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Turns of random play at the start of a pair.
    pub opening_plies: u32,
    /// True if only games of two bots of the workspace have these turns, as in a league without a given number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_openings: bool,
    /// The digest of the starts that were read from a file; none if they were random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// True if every start was played in all seatings, not only in the first one.
    #[serde(default = "swapped")]
    pub swap: bool,
    /// The games of a deal: for each the player (0 = A, 1 = B) in every seat.
    #[serde(default = "two_seats", skip_serializing_if = "are_two_seats")]
    pub seatings: Vec<Vec<usize>>,
    /// The hypotheses of a sequential test, if the games are played for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Hypotheses>,
    /// Games planned of every two players; the most of a test.
    pub games: u32,
    /// Rounds of a half of SnakeGo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_round: Option<u16>,
    /// The names of the players.
    pub players: Vec<String>,
    /// The players as written on the command line, if that is more than their names; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub specs: Vec<String>,
    /// The identity of each player. Several if games of different strengths were mixed on purpose; empty in files that
    /// do not record it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identities: Vec<Vec<Identity>>,
    /// The shard that plays into this file; none for all games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Version of the arena; none in files of arenas that did not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arena: Option<String>,
    /// When and where the games were played; empty where the file does not say it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sittings: Vec<Session>,
}

/// The default for headers that do not record it.
fn swapped() -> bool {
    true
}

/// The default for headers of games with two seats, which do not record it.
fn two_seats() -> Vec<Vec<usize>> {
    owned(TWO_SEATS)
}

fn are_two_seats(seatings: &[Vec<usize>]) -> bool {
    seatings == TWO_SEATS
}

/// The seatings of a game as a header has them.
pub fn owned(seatings: &[&[usize]]) -> Vec<Vec<usize>> {
    seatings.iter().map(|seats| seats.to_vec()).collect()
}

/// The relation between the identities of the players in two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Every player that is in both is the same in both.
    Same,
    /// One of the two does not say it.
    Unknown,
    /// A player is another one; the text names it and why.
    Differs(String),
}

impl Header {
    /// The header of a file that this program writes, without all that is to be known of its games.
    pub fn empty() -> Self {
        Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            arena: Some(env!("CARGO_PKG_VERSION").to_owned()),
            ..Header::default()
        }
    }

    /// The number of a player in the list.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player == name)
    }

    /// A player as written on the command line.
    pub fn spec(&self, player: usize) -> &str {
        self.specs.get(player).unwrap_or(&self.players[player])
    }

    /// The identity of a player, if the file records it; the first if several were mixed.
    pub fn identity(&self, player: usize) -> Option<&Identity> {
        self.identities.get(player)?.first()
    }

    /// The shard, of `count`, in which a pair of games of A and B is played.
    pub fn shard_of(&self, a: usize, b: usize, pair: u32, count: u32) -> Shard {
        if self.test.is_some() {
            return Shard::in_blocks(pair, self.pairs(), count);
        }
        let names = [&self.players[a], &self.players[b]];
        Shard::in_turn(offset(names.map(String::as_str)), pair, count)
    }

    /// The [seatings](deal) of the games that are played from every start.
    pub fn deal(&self) -> &[Vec<usize>] {
        deal(&self.seatings, self.swap)
    }

    /// Games of a deal: 2 with two seats, or 1 where no seats are swapped.
    pub fn games_of_pair(&self) -> u32 {
        self.deal().len() as u32
    }

    /// Pairs of games of every two players.
    pub fn pairs(&self) -> u32 {
        self.games.div_ceil(self.games_of_pair())
    }

    /// The header of the match of two players.
    pub fn between(&self, both: [usize; 2]) -> Header {
        let mut header = Header {
            league: false,
            ..self.clone()
        };
        header.reorder(&both);
        header
    }

    /// Checks that another file is of the same games: its conditions, in a match its players, too. Number of games,
    /// shard, the arena, the identities of the players and, in a league, the list of players may differ. If only one
    /// file records the rounds of a half, the games must tell.
    ///
    /// # Errors
    /// Names the difference; `self` is said to be here, `other` there.
    pub fn same_conditions(&self, other: &Header) -> Result<()> {
        let kind = |league| if league { "league" } else { "match" };
        require!(
            self.league == other.league,
            "it is a {} there and a {} here",
            tr(kind(other.league)),
            tr(kind(self.league))
        );
        let mut except = vec!["games", "arena", "sittings", "identities", "specs", "shard"];
        if self.league {
            except.push("players");
        }
        if self.max_round.is_none() || other.max_round.is_none() {
            except.push("max_round");
        }
        // The games of a test are those of a match, unless they are cut.
        if self.shard.is_none() && other.shard.is_none() {
            except.push("test");
        }
        let [one, two] = [self, other].map(serde_json::to_value);
        if let Some((field, here, there)) = difference(&one?, &two?, &except) {
            fail!("`{field}` is {there} there and {here} here");
        }
        // If both files record a player's identity, that decides; a match has its players' texts for names.
        let silent = self.identities.is_empty() || other.identities.is_empty();
        for (player, name) in self.players.iter().enumerate() {
            if let Some(there) = other.index(name).filter(|_| silent && self.league) {
                let [one, two] = [self.spec(player), other.spec(there)];
                require!(
                    one == two,
                    "player `{name}` is `{two}` there and `{one}` here; give one of them another name"
                );
            }
        }
        Ok(())
    }

    /// Compares the players of `other` that are in this file with those of this file.
    pub fn strength(&self, other: &Header) -> Strength {
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
    pub fn mix(&mut self, other: &Header) {
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

    /// Adds the players of `other` that this file has not, and its games if they are more. What a player is that only one
    /// of the two says is taken from there; of a player of whom none does it is empty.
    pub fn grow(&mut self, other: &Header) {
        self.games = self.games.max(other.games);
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
    pub fn adopt_specs(&mut self, other: &Header) {
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

/// The first field in which two headers differ, except `except`, with its two values.
fn difference(one: &Value, two: &Value, except: &[&str]) -> Option<(String, Value, Value)> {
    let fields = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let mut names: Vec<String> = fields(one).into_iter().map(|(name, _)| name).collect();
    names.extend(fields(two).into_iter().map(|(name, _)| name));
    names.sort();
    let differs = |name: &String| !except.contains(&name.as_str()) && one[name] != two[name];
    let name = names.into_iter().find(differs)?;
    let [one, two] = [&one[&name], &two[&name]].map(Value::clone);
    Some((name, one, two))
}

/// The warning about a file that does not record the identities of its players.
pub fn unknown(name: &str) -> String {
    said!(
        "{name} does not say what its players were (an earlier arena wrote it), so nothing tells whether they changed"
    )
}

/// Warns if two arenas of different versions were at work.
pub fn warn_of_arena(one: &str, header: &Header, other: &str, second: &Header) {
    if let [Some(a), Some(b)] = [&header.arena, &second.arena]
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
    use crate::samples::{header, league_header};

    #[test]
    fn a_league_grows_by_players_and_games() {
        let mut old = league_header(&["a", "c"], 4, None);
        old.identities = vec![vec![Identity::Human]; 2];
        let mut new = league_header(&["c", "b"], 6, None);
        new.identities = vec![vec![Identity::Human]; 2];
        new.specs = vec!["c".to_owned(), "b=x".to_owned()];
        assert!(old.same_conditions(&new).is_ok());
        old.grow(&new);
        assert_eq!(old.players, ["a", "c", "b"]);
        assert_eq!(old.specs, ["a", "c", "b=x"]);
        assert_eq!((old.games, old.identities.len()), (6, 3));
        old.reorder(&[0, 2, 1]);
        assert_eq!((old.players[1].as_str(), old.spec(1)), ("b", "b=x"));
        // Fewer games take none away, and nobody says what a player of a silent file is.
        old.grow(&league_header(&["d"], 2, None));
        assert_eq!((old.games, old.identities[3].len()), (6, 0));
        // A player's identity decides, however it is written; if neither file records it, the words do.
        new.specs[0] = "c=y".to_owned();
        assert!(old.same_conditions(&new).is_ok());
        old.adopt_specs(&new);
        assert_eq!(old.specs, ["a", "b=x", "c=y", "d"]);
        new.specs[0] = "c".to_owned();
        new.identities.clear();
        let error = old.same_conditions(&new).unwrap_err().to_string();
        assert!(error.contains("another name"), "{error}");
    }

    #[test]
    fn a_match_has_its_players_among_its_conditions() {
        let (one, mut two) = (header(), header());
        two.games += 2;
        assert!(one.same_conditions(&two).is_ok());
        two.players.reverse();
        let error = one.same_conditions(&two).unwrap_err().to_string();
        assert_eq!(error, r#"`players` is ["b","a"] there and ["a","b"] here"#);
    }
}
