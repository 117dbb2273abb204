//! Files of earlier arenas, read as those of today.
//!
//! A match and a league had formats of their own. `arena-match` has the conditions and two players, one identity each, and
//! games that do not say between whom. `arena-league` has the conditions in `match`, and games as today. In its version 1
//! the player earlier in the list was A.

use anyhow::{Context, Result};
use referee::record::GameRecord;
use serde_json::{Map, Value, json};

use crate::header::{FORMAT, VERSION};

const MATCH: &str = "arena-match";
const LEAGUE: &str = "arena-league";

/// What is different in the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    /// Nothing.
    Today,
    /// The player earlier in the list was A.
    Listed,
}

/// A header of any time as one of today.
///
/// # Errors
/// If it is none, or one of a later version.
pub fn header(old: Value) -> Result<(Value, Games)> {
    let format = old["format"].as_str().unwrap_or_default();
    let newest = match format {
        FORMAT => VERSION,
        MATCH => 1,
        LEAGUE => 2,
        _ => bail!("this is not a games file: line 1 has no \"format\":\"{FORMAT}\""),
    };
    let version = old["version"].as_u64();
    let known = version.filter(|version| (1..=u64::from(newest)).contains(version));
    let version = known.with_context(|| {
        let version = &old["version"];
        match old["arena"].as_str().or(old["match"]["arena"].as_str()) {
            Some(arena) => msg!(
                "{format} version {version}; this arena reads up to version {newest}: read it with arena {arena}, which \
                 wrote it, or a later one"
            ),
            None => msg!(
                "{format} version {version}; this arena reads up to version {newest}: read it with the arena that wrote \
                 it, or a later one"
            ),
        }
    })?;
    let (mut new, games) = match format {
        FORMAT => return Ok((old, Games::Today)),
        MATCH => {
            let mut header = fields(old);
            let identities = header.remove("identities").unwrap_or_default();
            if let Value::Array(each) = identities {
                let each: Vec<Value> = each.into_iter().map(|one| json!([one])).collect();
                header.insert("identities".to_owned(), each.into());
            }
            (header, Games::Today)
        }
        _ => {
            let mut league = fields(old);
            let mut header = fields(league.remove("match").unwrap_or_default());
            header.extend(league);
            // Imported leagues said of their matches that nobody swaps, and were scheduled as all.
            header.remove("swap");
            header.insert("league".to_owned(), true.into());
            let games = if version == 1 {
                Games::Listed
            } else {
                Games::Today
            };
            (header, games)
        }
    };
    new.insert("format".to_owned(), FORMAT.into());
    new.insert("version".to_owned(), VERSION.into());
    Ok((new.into(), games))
}

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Makes a game of which the player earlier in the list was A one of today: where the other name is earlier, A and B change
/// places, and the two games of the pair change numbers. Who sat where, the start and the moves are as they were; the bots'
/// seeds are those that the record names.
pub fn modernize(players: &[String], game: &mut GameRecord) {
    if players[game.a] < players[game.b] {
        return;
    }
    std::mem::swap(&mut game.a, &mut game.b);
    game.id ^= 1;
    game.seats = game.seats.map(|player| 1 - player);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::Header;
    use crate::reader::Reader;
    use crate::samples::{game, header as today, league_header};

    /// A header as an arena of `format` and `version` wrote it.
    fn written(header: &Header, format: &str, version: u32) -> Value {
        let mut value = serde_json::to_value(header).unwrap();
        value["format"] = format.into();
        value["version"] = version.into();
        value
    }

    #[test]
    fn headers_of_all_times_are_read() {
        let human = json!({"kind": "human"});
        let mut of_match = written(&today(), MATCH, 1);
        of_match["identities"] = json!([human, human]);
        let (read, games) = header(of_match).unwrap();
        assert_eq!(
            (&read["identities"], games),
            (&json!([[human], [human]]), Games::Today)
        );

        let league = league_header(&["b", "a"], 4, None);
        for (version, games) in [(1, Games::Listed), (2, Games::Today)] {
            let mut conditions = written(&today(), MATCH, 1);
            conditions["games"] = 4.into();
            conditions["players"] = json!(["", ""]);
            let old = json!({"format": LEAGUE, "version": version, "players": ["b", "a"], "shard": null,
                "match": conditions});
            let (read, found) = header(old).unwrap();
            assert_eq!(found, games);
            assert_eq!(serde_json::from_value::<Header>(read).unwrap(), league);
        }
        for (value, want) in [
            (json!({"format": "else"}), "not a games file"),
            (json!({"format": MATCH, "version": 2}), "version 2"),
            (
                json!({"format": LEAGUE, "version": 9, "match": {"arena": "7"}}),
                "arena 7",
            ),
            (json!(4), "not a games file"),
        ] {
            let error = header(value).unwrap_err().to_string();
            assert!(error.contains(want), "{error}");
        }
    }

    /// Files that arenas of commit bff5636 wrote.
    #[test]
    fn files_of_earlier_arenas_are_read() {
        let read = |text: &str| {
            let mut reader = Reader::new(text.as_bytes()).unwrap();
            let mut games = Vec::new();
            while let Some(placed) = reader.next_game().unwrap() {
                let game = placed.game;
                games.push((game.a, game.b, game.id, game.moves.len()));
            }
            (reader.header().clone(), games)
        };
        let (header, games) = read(include_str!("../tests/data/match-1.jsonl"));
        assert!(!header.league && header.swap && header.players == ["nogo-greedy", "nogo-random"]);
        assert_eq!(
            (header.games, header.nodes, header.seed),
            (6, Some(50), Some(3))
        );
        assert!(header.identity(1).is_some() && header.sittings.len() == 1);
        assert_eq!(games, [(0, 1, 0, 71), (0, 1, 1, 72)]);
        let (header, games) = read(include_str!("../tests/data/league-2.jsonl"));
        assert!(header.league && header.own_openings);
        assert_eq!(header.players.len(), 3);
        assert!(header.identity(2).is_some() && header.sittings.len() == 1);
        assert_eq!(
            games,
            [(0, 1, 0, 35), (0, 1, 1, 36), (0, 2, 0, 38), (0, 2, 1, 29)]
        );
    }

    #[test]
    fn a_game_of_which_the_list_decided_keeps_its_seats() {
        let players = ["b".to_owned(), "a".to_owned()];
        for id in 0..4 {
            let old = game(id, [1, 0]);
            let mut new = old.clone();
            modernize(&players, &mut new);
            assert_eq!((new.a, new.b), (1, 0));
            let slot = crate::schedule::slot(new.id);
            assert_eq!((slot.seats, slot.pair), (new.seats, old.pair));
            let in_seat = |game: &GameRecord, seat: usize| [game.a, game.b][game.seats[seat]];
            for seat in [0, 1] {
                assert_eq!(in_seat(&new, seat), in_seat(&old, seat));
            }
            assert_eq!(new.score(), 1.0 - old.score());
        }
    }
}
