//! The parts of the file: page, style and scripts, and the data of a game.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use contest::log::Header;
use judges_common::value;
use referee::Game;
use referee::conduct::Verdict;
use referee::game::{Replay, Turns};
use referee::record::GameRecord;
use serde_json::{Map, Value, json};

use crate::Pictures;

const PAGE: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/style.css");
/// What the pictures need, and what needs the picture.
const BEFORE: [&str; 2] = [
    include_str!("../page/text.js"),
    include_str!("../page/draw.js"),
];
const AFTER: &str = include_str!("../page/viewer.js");

/// The page's file around its data, with the game's script and more of them behind its own: what stands before, what
/// stands behind.
pub(crate) fn around(picture: &str, more: &[&str]) -> [String; 2] {
    let [text, draw] = BEFORE;
    let scripts = [&[text, draw, picture, AFTER], more].concat().join("\n");
    let (before, behind) = PAGE.split_once("{{data}}").unwrap_or((PAGE, ""));
    [
        before.replacen("{{style}}", STYLE, 1),
        behind.replacen("{{script}}", &scripts, 1),
    ]
}

/// JSON for the page. A `<` can only stand in a text there; so no text can end the element.
pub(crate) fn written(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// The page's file with one game that goes on, and with more scripts behind its own.
///
/// # Errors
/// If the game cannot be drawn.
pub(crate) fn live(
    pictures: &Pictures,
    header: &Header,
    record: &GameRecord,
    scripts: &[&str],
) -> Result<String> {
    let (drawn, script) = drawn(pictures, header)?;
    let mut data = about(drawn, header, &header.players);
    let (mut shown, _) = game(drawn, record)?;
    shown["live"] = json!(true);
    data["games"] = json!([shown]);
    data["matches"] = match drawn.match_winner {
        Some(_) => json!({}),
        None => Value::Null,
    };
    let [before, behind] = around(script, scripts);
    Ok(before + &written(&data) + &behind)
}

/// The game of a log, and its script.
///
/// # Errors
/// If it cannot be drawn; the text is made to stand behind the name of the log.
pub(crate) fn drawn(pictures: &Pictures, header: &Header) -> Result<(&'static Game, &'static str)> {
    let name = header.game.as_deref();
    name.and_then(|name| pictures.get(name)).with_context(|| {
        format!(
            "it is of {}, whose rules the arena does not have; games of {} can be shown",
            name.unwrap_or("a game that only its judge knows"),
            pictures.names().join(", ")
        )
    })
}

/// What the page's scripts read beside the games.
pub(crate) fn about(game: &Game, header: &Header, players: &[String]) -> Value {
    json!({
        "game": game.name,
        "players": players,
        "mode": header.mode,
        "time_ms": header.time_ms,
        "nodes": header.nodes,
        "seed": header.seed,
        "judge": header.judge,
    })
}

/// One game for the page's scripts, and what may be done after its last turn.
///
/// # Errors
/// If the record does not say how the game began.
pub(crate) fn game(game: &Game, record: &GameRecord) -> Result<(Value, Replay)> {
    let mut replay = (game.replay)(record)?;
    let frames = replay.frames.take();
    let mut turns = turns(game, record);
    if replay.broken.is_some() {
        turns.truncate(frames.as_array().map_or(0, Vec::len).saturating_sub(1));
    }
    let shown = json!({
        "id": record.id,
        "pair": record.pair,
        "seats": record.seats,
        "scores": record.result.scores,
        "winner": record.result.winner,
        "err": record.result.err,
        "opening": record.opening,
        "wall_ms": record.wall_ms,
        "setup": replay.setup,
        "frames": frames,
        "turns": turns,
        "analysis": record.analysis.as_ref().map(|found| json!({"by": found.by, "nodes": found.nodes})),
        "broken": replay.broken,
    });
    Ok((shown, replay))
}

/// For every turn a list of what the seats did: `s` the seat, `m` the move, `t` its time in milliseconds, `f` if the limit
/// was larger, `v` the verdict unless it is OK, `d` the debug text, `x` what is known of a failure, `r` the answers that the
/// fallback move saved. `value` says how good the seat's position was before it moved, from -1 (it loses) to 1 (it wins): by
/// the analysis of the log if it has one, else by what the player's own debug text says. A turn of the opening has no time.
fn turns(game: &Game, record: &GameRecord) -> Vec<Value> {
    let mut turns: Vec<BTreeMap<usize, Map<String, Value>>> = Vec::new();
    for (turn, moves) in record.moves.iter().enumerate() {
        let mut seats = BTreeMap::new();
        let mut put = |seat: usize, written: &Value| {
            let mut done = Map::new();
            done.insert("s".to_owned(), json!(seat));
            done.insert("m".to_owned(), json!(label(game, written)));
            seats.insert(seat, done);
        };
        match (game.turns, moves.as_array()) {
            (Turns::Together, Some(both)) => {
                for (seat, written) in both.iter().enumerate().take(2) {
                    put(seat, written);
                }
            }
            (Turns::Alternate, _) => put(turn % 2, moves),
            // Who has no snake left has no half-round: the reply says whose it is.
            (Turns::HalfRounds, _) | (Turns::Together, None) => {}
        }
        turns.push(seats);
    }
    for reply in &record.replies {
        let Some(seats) = turns.get_mut(reply.turn) else {
            continue;
        };
        let done = seats.entry(reply.seat).or_default();
        let mut put = |key: &str, value: Value| done.insert(key.to_owned(), value);
        put("s", json!(reply.seat));
        if game.turns == Turns::HalfRounds {
            put("m", json!(label(game, &record.moves[reply.turn])));
        }
        put("t", json!(reply.ms));
        if reply.first {
            put("f", json!(1));
        }
        if reply.verdict != Verdict::Ok {
            put("v", json!(reply.verdict));
        }
        if let Some(saved) = &reply.saved {
            put("r", json!(saved));
        }
        if let Some(value) = reply.debug.as_deref().and_then(value::find) {
            put("value", json!(value));
        }
        for (key, text) in [("d", &reply.debug), ("x", &reply.trouble)] {
            if let Some(text) = text {
                put(key, json!(text));
            }
        }
    }
    if let Some(analysis) = &record.analysis {
        for done in turns.iter_mut().flat_map(BTreeMap::values_mut) {
            done.remove("value");
        }
        for found in &analysis.values {
            let seats = turns.get_mut(found.turn);
            if let Some(done) = seats.and_then(|seats| seats.get_mut(&found.seat)) {
                done.insert("value".to_owned(), json!(found.value));
            }
        }
    }
    let values = turns
        .into_iter()
        .map(|seats| json!(seats.into_values().collect::<Vec<_>>()));
    values.collect()
}

/// A move as people read it.
fn label(game: &Game, written: &Value) -> String {
    (game.label)(written).unwrap_or_else(|| match written.get("response") {
        Some(Value::Null) => "–".to_owned(),
        Some(response) => response.to_string(),
        None => written.to_string(),
    })
}
