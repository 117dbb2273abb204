//! The parts of the file: page, style and scripts, and the data of a game.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde_json::{Map, Value, json};

use super::botzone::{self, Position, Told};
use super::snakego;
use crate::log::{GameRecord, Header};
use crate::saiblo::SNAKEGO;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
/// In the order in which they need each other.
const SCRIPTS: [&str; 7] = [
    include_str!("page/text.js"),
    include_str!("page/draw.js"),
    include_str!("page/nogo.js"),
    include_str!("page/snake.js"),
    include_str!("page/tetris2.js"),
    include_str!("page/snakego.js"),
    include_str!("page/viewer.js"),
];

/// The games whose boards the page can draw.
pub const GAMES: [&str; 4] = ["nogo", "snake", SNAKEGO, "tetris2"];

/// The page's file around its data, with more scripts behind its own: what stands before, what stands behind.
pub(super) fn around(more: &[&str]) -> [String; 2] {
    let scripts = [SCRIPTS.as_slice(), more].concat().join("\n");
    let (before, behind) = PAGE.split_once("{{data}}").unwrap_or((PAGE, ""));
    [
        before.replacen("{{style}}", STYLE, 1),
        behind.replacen("{{script}}", &scripts, 1),
    ]
}

/// JSON for the page. A `<` can only stand in a text there; so no text can end the element.
pub(super) fn written(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// The page's file with one game that goes on, and with more scripts behind its own.
///
/// # Errors
/// If the arena does not know the game's rules, or the game cannot be shown.
pub(crate) fn live(header: &Header, record: &GameRecord, scripts: &[&str]) -> Result<String> {
    let mut data = about(header, &header.players)?;
    let name = header.game.as_deref().unwrap_or_default();
    let (mut shown, _) = game(name, record)?;
    shown["live"] = json!(true);
    data["games"] = json!([shown]);
    data["matches"] = if name == SNAKEGO {
        json!({})
    } else {
        Value::Null
    };
    let [before, behind] = around(scripts);
    Ok(before + &written(&data) + &behind)
}

/// What the page's scripts read beside the games.
///
/// # Errors
/// If the arena does not know the game's rules.
pub(super) fn about(header: &Header, players: &[String]) -> Result<Value> {
    let Some(name) = header.game.as_deref().filter(|name| GAMES.contains(name)) else {
        bail!(
            "it is of {}, whose rules the arena does not have; games of {} can be shown",
            header
                .game
                .as_deref()
                .unwrap_or("a game that only its judge knows"),
            GAMES.join(", ")
        );
    };
    Ok(json!({
        "game": name,
        "players": players,
        "mode": header.mode,
        "time_ms": header.time_ms,
        "nodes": header.nodes,
        "seed": header.seed,
        "judge": header.judge,
    }))
}

/// One game for the page's scripts, and its last position.
///
/// # Errors
/// If the game does not follow the rules.
pub(crate) fn game(name: &str, record: &GameRecord) -> Result<(Value, Position)> {
    let Told {
        setup,
        film,
        last,
        broken,
    } = match name {
        "nogo" => botzone::nogo(record),
        "snake" => botzone::snake(record),
        "tetris2" => botzone::tetris2(record),
        _ => snakego::snakego(record),
    }?;
    let mut turns = turns(name, record);
    if broken.is_some() {
        turns.truncate(film.as_array().map_or(0, Vec::len).saturating_sub(1));
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
        "setup": setup,
        "film": film,
        "turns": turns,
        "broken": broken,
    });
    Ok((shown, last))
}

/// For every turn a list of what the seats did: `s` the seat, `m` the move, `t` its time in milliseconds, `f` if the limit
/// was larger, `v` the verdict unless it is OK, `d` the debug text, `x` what is known of a failure, `r` the answers that the
/// fallback move saved. A turn of the opening has no time.
fn turns(name: &str, record: &GameRecord) -> Vec<Value> {
    let mut turns: Vec<BTreeMap<usize, Map<String, Value>>> = Vec::new();
    let together = name == "snake" || name == "tetris2";
    for (turn, moves) in record.moves.iter().enumerate() {
        let mut seats = BTreeMap::new();
        let mut put = |seat: usize, written: &Value| {
            let mut done = Map::new();
            done.insert("s".to_owned(), json!(seat));
            done.insert("m".to_owned(), json!(label(name, written)));
            seats.insert(seat, done);
        };
        match moves.as_array() {
            Some(both) if together => {
                for (seat, written) in both.iter().enumerate().take(2) {
                    put(seat, written);
                }
            }
            _ if name == "nogo" => put(turn % 2, moves),
            // Who has no snake left has no half-round: the reply says whose it is.
            _ => {}
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
        if name == SNAKEGO {
            put("m", json!(label(name, &record.moves[reply.turn])));
        }
        put("t", json!(reply.ms));
        if reply.first {
            put("f", json!(1));
        }
        if reply.verdict != crate::conduct::Verdict::Ok {
            put("v", json!(reply.verdict));
        }
        if let Some(saved) = &reply.saved {
            put("r", json!(saved));
        }
        for (key, text) in [("d", &reply.debug), ("x", &reply.trouble)] {
            if let Some(text) = text {
                put(key, json!(text));
            }
        }
    }
    let values = turns
        .into_iter()
        .map(|seats| json!(seats.into_values().collect::<Vec<_>>()));
    values.collect()
}

/// A move as people read it.
fn label(name: &str, written: &Value) -> String {
    let arrow = |arrows: [&'static str; 4], number: Option<u64>| {
        number.and_then(|n| arrows.get(usize::try_from(n).ok()?).copied())
    };
    let known = match name {
        "nogo" => written
            .as_array()
            .filter(|pair| pair.len() == 2)
            .map(|pair| format!("{},{}", pair[0], pair[1])),
        "snake" => arrow(["↑", "→", "↓", "←"], written.as_u64()).map(str::to_owned),
        "tetris2" => {
            let [block, x, y, o] = ["block", "x", "y", "o"].map(|key| written[key].as_u64());
            let given = block.and_then(|code| tetris2::Piece::from_code(u8::try_from(code).ok()?));
            (x.zip(y).zip(o).zip(given))
                .map(|(((x, y), o), given)| format!("{x},{y},{o} · {given}"))
        }
        _ => written.as_array().map(|operations| {
            let word = |operation: &Value| match operation.as_u64() {
                Some(5) => "⚡".to_owned(),
                Some(6) => "✂".to_owned(),
                Some(n @ 1..=4) => ["→", "↑", "←", "↓"][n as usize - 1].to_owned(),
                _ => operation.to_string(),
            };
            operations.iter().map(word).collect::<Vec<_>>().join(" ")
        }),
    };
    known.unwrap_or_else(|| match written.get("response") {
        Some(Value::Null) => "–".to_owned(),
        Some(response) => response.to_string(),
        None => written.to_string(),
    })
}
