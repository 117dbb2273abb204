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
use crate::page::{self, More};
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
        Ok(match self.found(asked)? {
            None => None,
            Some(Found::Finished(header, record)) => {
                let mut page = PageWriter::new(Vec::new(), &self.games, &header)?;
                page.add(&record)?;
                page.check()?;
                Some(String::from_utf8(page.finish()?.output)?)
            }
            Some(Found::Running(header, record)) => {
                let drawn = page::drawn(&self.games, &header)?;
                let (mut game, _) = page::game(
                    drawn.game,
                    &record,
                    &Limits::of_header(drawn.game, &header),
                    [0, 1],
                )?;
                game["live"] = json!(true);
                Some(page::live(drawn, &header, vec![game], json!({}), WATCH))
            }
        })
    }

    /// The current state of a game, unless the page already has this version.
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
        let drawn = page::drawn(&self.games, header)?;
        let (mut game, _) = page::game(
            drawn.game,
            record,
            &Limits::of_header(drawn.game, header),
            [0, 1],
        )?;
        if live {
            game["live"] = json!(true);
        }
        Ok(Some(Answer::json(
            &json!({"version": version, "game": game}),
        )))
    }

    /// The game that a request names by its players' numbers and its own.
    fn found(&self, asked: &Asked) -> Result<Option<Found>> {
        let (Some(a), Some(b), Some(id)) =
            (asked.number("a"), asked.number("b"), asked.number("id"))
        else {
            return Ok(None);
        };
        let of_two = |game: GameRecord| {
            let header = self.state().follow.header.between([game.a, game.b]);
            (header, GameRecord { a: 0, b: 1, ..game })
        };
        if let Some(now) = self.running.snapshot(Fixture { a, b, id })? {
            let (header, game) = of_two(now);
            return Ok(Some(Found::Running(header, game)));
        }
        let game = self.state().follow.game(a, b, id)?;
        Ok(game.map(|game| {
            let (header, game) = of_two(game);
            Found::Finished(header, game)
        }))
    }
}

/// A game that is in the file, or one that is being played, with the header of its match.
enum Found {
    Finished(Header, GameRecord),
    Running(Header, GameRecord),
}
