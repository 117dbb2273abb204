//! What the page of a league gets: the table, the games of two players, and each game's replay.

use anyhow::Result;
use arena_common::texts::{self, Language};
use contest::running::Glance;
use journal::league::record::LeagueHeader;
use journal::log::Header;
use referee::record::GameRecord;
use serde_json::{Map, Value, json};
use statistics::league::standings::Standings;

use super::LeaguePages;
use super::follow::Follow;
use crate::limits::Limits;
use crate::page::{self, More};
use crate::server::{Answer, Asked};
use crate::writer::PageWriter;

const PAGE: &str = include_str!("../../page/league.html");
const STYLE: [&str; 2] = [
    include_str!("../../page/style.css"),
    include_str!("../../page/league.css"),
];
const SCRIPT: &str = include_str!("../../page/league.js");
/// What the page of a running game needs more.
const WATCH: More = More {
    scripts: &[include_str!("../../page/watch.js")],
    styles: &[],
};

/// The page of a league; its script asks for everything else.
pub(super) fn league() -> String {
    let said = texts::chinese().iter();
    let chinese: Map<String, Value> = said
        .filter(|(english, _)| SCRIPT.contains(&format!("\"{english}\"")))
        .map(|(english, chinese)| ((*english).to_owned(), json!(chinese)))
        .collect();
    let data = json!({"chinese": chinese, "lang": texts::asked().map(Language::name)});
    PAGE.replacen("{{style}}", &STYLE.concat(), 1)
        .replacen("{{data}}", &page::written(&data), 1)
        .replacen("{{script}}", SCRIPT, 1)
}

/// The table as the page reads it.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Goes up with every table.
    pub(super) version: u64,
    data: Value,
}

/// A table without its ratings, which take their time.
pub(super) struct Unrated {
    data: Value,
    standings: Standings,
    players: Vec<String>,
}

impl Table {
    /// The table of what was read.
    pub(super) fn new(follow: &Follow, version: u64) -> Table {
        Table::drawn(follow).rated(version)
    }

    pub(super) fn drawn(follow: &Follow) -> Unrated {
        let header = &follow.header;
        let standings = &follow.standings;
        let rules = &header.r#match;
        Unrated {
            data: json!({
                "players": header.players,
                "game": rules.game,
                "mode": rules.mode,
                "time_ms": rules.time_ms,
                "nodes": rules.nodes,
                "seed": rules.seed,
                "each": rules.games,
                "shard": header.shard,
                "games": standings.games,
                "cross": standings.points,
                "curve": {"games": follow.curve.games, "elo": rounded(&follow.curve.elo)},
            }),
            standings: standings.clone(),
            players: header.players.clone(),
        }
    }
}

fn rounded(elos: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let points = elos.iter();
    points
        .map(|elos| elos.iter().map(|elo| (elo * 10.0).round() / 10.0).collect())
        .collect()
}

impl Unrated {
    pub(super) fn rated(mut self, version: u64) -> Table {
        let Standings {
            points, bad, saved, ..
        } = &self.standings;
        let ratings = self.standings.ratings(&self.players);
        let rows = ratings.iter().enumerate().map(|(player, rating)| {
            let cells = points[player].iter();
            let (sum, games) = cells.fold((0.0, 0), |(sum, games), cell| {
                (sum + cell.0, games + cell.1)
            });
            json!({
                "elo": rating.elo, "low": rating.low, "high": rating.high,
                "points": sum, "games": games,
                "bad": bad[player], "saved": saved[player].cell().to_string(),
            })
        });
        self.data["rows"] = rows.collect();
        self.data["version"] = json!(version);
        Table {
            version,
            data: self.data,
        }
    }
}

impl LeaguePages {
    /// The table, if the page does not have it, and the running games.
    pub(super) fn standings(&self, asked: &Asked) -> Value {
        let state = self.state();
        let running = self.running(&state.follow.header);
        let running: Vec<Value> = running
            .iter()
            .map(|(game, [a, b])| json!({"a": a, "b": b, "id": game.id, "turns": game.turns}))
            .collect();
        let known = asked.number("since") == Some(state.table.version);
        json!({
            "running": running,
            "table": (!known).then_some(&state.table.data),
            "trouble": state.trouble,
        })
    }

    /// The finished games of two players.
    pub(super) fn games(&self, asked: &Asked) -> Option<Value> {
        let [a, b] = [asked.number("a")?, asked.number("b")?];
        let state = self.state();
        let mut games: Vec<_> = state.follow.between(a, b).collect();
        games.sort_by_key(|game| game.id);
        let games = games.iter().map(|game| {
            json!({"a": game.a, "b": game.b, "id": game.id, "turns": game.turns, "winner": game.winner})
        });
        Some(games.collect())
    }

    /// A game's page: its replay, or what has been played of it.
    pub(super) fn game(&self, asked: &Asked) -> Result<Option<String>> {
        Ok(match self.found(asked)? {
            None => None,
            Some(Found::Finished(header, record)) => {
                let players = &header.players;
                let mut page =
                    PageWriter::new(Vec::new(), &self.pictures, &header, players, false)?;
                page.add(&record, None)?;
                page.check()?;
                Some(String::from_utf8(page.finish()?.output)?)
            }
            Some(Found::Running(header, record)) => {
                let drawn = page::drawn(&self.pictures, &header)?;
                let (mut game, _) = page::game(
                    drawn.game,
                    &record,
                    &Limits::of_header(drawn.game, &header, 2),
                    [0, 1],
                )?;
                game["live"] = json!(true);
                Some(page::live(drawn, &header, vec![game], json!({}), WATCH))
            }
        })
    }

    /// What has happened in a game since so many changes.
    pub(super) fn news(&self, asked: &Asked) -> Result<Option<Answer>> {
        let Some(found) = self.found(asked)? else {
            // Between its last turn and its line in the file a game is nowhere for a moment.
            let may_come = asked.number::<u32>("id").is_some();
            return Ok(may_come.then(Answer::nothing));
        };
        let (Found::Finished(header, record) | Found::Running(header, record)) = &found;
        let live = matches!(found, Found::Running(..));
        let version = record.moves.len() + record.replies.len();
        if live && asked.number("since") == Some(version) {
            return Ok(Some(Answer::nothing()));
        }
        let drawn = page::drawn(&self.pictures, header)?;
        let (mut game, _) = page::game(
            drawn.game,
            record,
            &Limits::of_header(drawn.game, header, 2),
            [0, 1],
        )?;
        if live {
            game["live"] = json!(true);
        }
        Ok(Some(Answer::json(
            &json!({"version": version, "game": game}),
        )))
    }

    /// The games of the league that are being played, with the numbers of A and B.
    fn running(&self, header: &LeagueHeader) -> Vec<(Glance, [usize; 2])> {
        // A league may name a command as its command line does.
        let is =
            |named: &str, name: &str| named == name || named.strip_prefix("cmd:") == Some(name);
        let number = |name: &str| header.players.iter().position(|named| is(named, name));
        let games = self.running.glance().into_iter().filter_map(|game| {
            let [a, b] = &game.players;
            let both = [number(a)?, number(b)?];
            Some((game, both))
        });
        games.collect()
    }

    /// The game that a request names by its players' numbers and its own.
    fn found(&self, asked: &Asked) -> Result<Option<Found>> {
        let (Some(a), Some(b), Some(id)) =
            (asked.number("a"), asked.number("b"), asked.number("id"))
        else {
            return Ok(None);
        };
        let state = self.state();
        let header = &state.follow.header;
        let running = self.running(header);
        let mut running = running
            .iter()
            .filter(|(game, both)| game.id == id && *both == [a, b]);
        if let Some((game, _)) = running.next()
            && let Some(now) = self.running.snapshot(&game.players, id)?
        {
            return Ok(Some(Found::Running(now.header, now.record)));
        }
        let game = state.follow.game(a, b, id)?;
        Ok(game.map(|game| {
            let players = [game.a, game.b].map(|player| header.players[player].clone());
            let known = [game.a, game.b].map(|player| header.identities.get(player)?.first());
            let header = Header {
                players,
                identities: known.into_iter().flatten().cloned().collect(),
                ..header.r#match.clone()
            };
            Found::Finished(header, game.record)
        }))
    }
}

/// A game that is in the file, or one that is being played, with the header of its match.
enum Found {
    Finished(Header, GameRecord),
    Running(Header, GameRecord),
}
