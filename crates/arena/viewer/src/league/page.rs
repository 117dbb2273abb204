//! The data of a league's page: the table, the games of two players, and each game's replay.

use anyhow::Result;
use arena_common::texts::{self, Language};
use gameplay::record::GameRecord;
use journal::fixture::Fixture;
use journal::header::Header;
use serde_json::{Map, Value, json};
use statistics::league::standings::Standings;

use super::LeaguePages;
use super::follow::Follow;
use crate::limits::Limits;
use crate::page::{self, Drawn, More};
use crate::server::{Answer, Asked};
use crate::writer::PageWriter;

const PAGE: &str = include_str!("../../page/league.html");
const STYLE: [&str; 2] = [
    include_str!("../../page/style.css"),
    include_str!("../../page/league.css"),
];
const SCRIPT: &str = include_str!("../../page/league.js");
/// The additional script of a running game's page.
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
        Unrated {
            data: json!({
                "players": header.players,
                "own": Limits::of_header(None, header).own(),
                "game": header.game,
                "mode": header.mode,
                "time_ms": header.time_ms,
                "nodes": header.nodes,
                "seed": header.seed,
                "each": header.games,
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
        let Standings { bad, saved, .. } = &self.standings;
        let ratings = self.standings.ratings(&self.players);
        let rows = ratings.iter().enumerate().map(|(player, rating)| {
            let (sum, games) = self.standings.total(player);
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
        let running = self.running.glance().into_iter().map(|game| {
            let Fixture { a, b, id } = game.fixture;
            json!({"a": a, "b": b, "id": id, "turns": game.turns})
        });
        let running: Vec<Value> = running.collect();
        let known = asked.number("since") == Some(state.table.version);
        json!({
            "running": running,
            "table": (!known).then_some(&state.table.data),
            "trouble": state.failure,
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
        let Some(found) = self.found(asked)? else {
            return Ok(None);
        };
        if found.live {
            let (drawn, game) = self.shown(&found)?;
            return Ok(Some(page::live(
                drawn,
                &found.header,
                vec![game],
                json!({}),
                WATCH,
            )));
        }
        let mut page = PageWriter::new(Vec::new(), &self.games, &found.header)?;
        page.add(&found.record)?;
        page.check()?;
        Ok(Some(String::from_utf8(page.finish()?.output)?))
    }

    /// The current state of a game, unless the page already has this version.
    pub(super) fn news(&self, asked: &Asked) -> Result<Option<Answer>> {
        let Some(found) = self.found(asked)? else {
            // Between its last turn and its line in the file a game is nowhere for a moment.
            let may_come = asked.number::<u32>("id").is_some();
            return Ok(may_come.then(Answer::nothing));
        };
        let version = found.record.moves.len() + found.record.replies.len();
        if found.live && asked.number("since") == Some(version) {
            return Ok(Some(Answer::nothing()));
        }
        let (_, game) = self.shown(&found)?;
        Ok(Some(Answer::json(
            &json!({"version": version, "game": game}),
        )))
    }

    /// A game as the pages show it, and what draws it.
    fn shown(&self, found: &Found) -> Result<(Drawn, Value)> {
        let drawn = page::drawn(&self.games, &found.header)?;
        let limits = Limits::of_header(drawn.game, &found.header);
        let (mut game, _) = page::game(drawn.game, &found.record, &limits, [0, 1])?;
        game["live"] = json!(found.live);
        Ok((drawn, game))
    }

    /// The game that a request names by its players' numbers and its own.
    fn found(&self, asked: &Asked) -> Result<Option<Found>> {
        let (Some(a), Some(b), Some(id)) =
            (asked.number("a"), asked.number("b"), asked.number("id"))
        else {
            return Ok(None);
        };
        let found = |live: bool, game: GameRecord| Found {
            live,
            header: self.state().follow.header.between([game.a, game.b]),
            record: GameRecord { a: 0, b: 1, ..game },
        };
        if let Some(now) = self.running.snapshot(Fixture { a, b, id })? {
            return Ok(Some(found(true, now)));
        }
        let game = self.state().follow.game(a, b, id)?;
        Ok(game.map(|game| found(false, game)))
    }
}

/// A game that is in the file, or one that is being played.
struct Found {
    live: bool,
    /// The first line of a log of its match alone.
    header: Header,
    record: GameRecord,
}
