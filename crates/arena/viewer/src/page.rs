//! The parts of the file: page, style and scripts, and the data of a game.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::Result;
use arena_common::Message;
use arena_common::texts::{self, Language};
use contest::analysis;
use gameplay::game::{Replay, Turns};
use gameplay::record::{GameRecord, ReplyRecord, Verdict};
use gameplay::{Game, Games};
use journal::header::Header;
use judges_common::value;
use serde_json::{Map, Value, json};

use crate::display;
use crate::limits::Limits;

const PAGE: &str = include_str!("../page/page.html");
/// The element of a game.
const GAME: &str = include_str!("../page/game.html");
/// Colors and parts that every page of the arena uses.
pub const STYLE: &str = include_str!("../page/style.css");
const STYLES: [&str; 2] = [STYLE, include_str!("../page/replay.css")];
/// The scripts that the pictures need.
const BEFORE: [&str; 2] = [
    include_str!("../page/text.js"),
    include_str!("../page/draw.js"),
];
/// The scripts that need the picture; the last of them starts the page.
const AFTER: [&str; 11] = [
    include_str!("../page/names.js"),
    include_str!("../page/base.js"),
    include_str!("../page/result.js"),
    include_str!("../page/filter.js"),
    include_str!("../page/list.js"),
    include_str!("../page/link.js"),
    include_str!("../page/over.js"),
    include_str!("../page/turns.js"),
    include_str!("../page/chart.js"),
    include_str!("../page/extras.js"),
    include_str!("../page/viewer.js"),
];

/// More scripts and styles behind the page's own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct More {
    pub(crate) scripts: &'static [&'static str],
    pub(crate) styles: &'static [&'static str],
}

/// The entries of a game that the page reads only when the game is opened. The list of games needs all others.
const OPENED: [&str; 4] = ["setup", "frames", "turns", "record"];

/// The page's file around its games and its data, with the game's script and more behind its own: what stands before,
/// between and behind the two.
pub(crate) fn around(picture: &str, more: More) -> [String; 3] {
    let scripts = [&BEFORE[..], &[picture], &AFTER, more.scripts].concat();
    let scripts = lean(&scripts);
    let styles = lean_style(&[&STYLES, more.styles].concat());
    let (before, rest) = PAGE.split_once("{{games}}").unwrap_or((PAGE, ""));
    let (between, behind) = rest.split_once("{{data}}").unwrap_or((rest, ""));
    [
        before.replacen("{{style}}", &styles, 1),
        between.to_owned(),
        behind.replacen("{{script}}", &scripts, 1),
    ]
}

/// Sources without their comments and indentation, a tenth of a page. A text over several lines in them is markup, to which
/// the space in front of a line means nothing.
fn lean(sources: &[&str]) -> String {
    let lines = sources.iter().flat_map(|source| source.lines());
    let lines = lines.map(str::trim_start);
    let kept = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    kept.collect::<Vec<_>>().join("\n")
}

/// Styles without their comments and most of their blanks. One in front of a colon stays: it may part two selectors.
fn lean_style(sources: &[&str]) -> String {
    let text = lean(sources);
    let parts = text.split("/*").enumerate();
    let kept = parts.map(|(i, part)| match part.split_once("*/") {
        Some((_, behind)) if i > 0 => behind,
        _ => part,
    });
    let blanks = [": ", "; ", ", ", "{ ", " {", " }"];
    let kept = kept.collect::<String>();
    blanks
        .iter()
        .fold(kept, |text, blank| text.replace(blank, blank.trim()))
}

/// Returns true if the file at this place begins like a page of this arena.
pub fn is_page(path: &Path) -> bool {
    // Reading anything but a regular file may take forever.
    if !path.is_file() {
        return false;
    }
    let (head, _) = PAGE.split_once("{{style}}").unwrap_or((PAGE, ""));
    let mut start = vec![0; head.len()];
    let file = File::open(path);
    file.is_ok_and(|mut file| file.read_exact(&mut start).is_ok() && start == head.as_bytes())
}

/// JSON for the page. A `<` can only stand in a text there; so no text can end the element.
pub(crate) fn written(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// Takes what is read only when a game is opened out of a game, as the element of the page that holds it: the page's
/// scripts find it by the game's place in the list.
pub(crate) fn element(place: usize, game: &mut Value) -> String {
    let taken = game.as_object_mut().map(|game| {
        let opened = OPENED.map(|key| (key.to_owned(), game.remove(key).unwrap_or_default()));
        Value::Object(opened.into_iter().collect())
    });
    let text = written(&taken.unwrap_or_default());
    let element = GAME.replacen("{{place}}", &place.to_string(), 1);
    element.replacen("{{game}}", &text, 1)
}

/// The page's file with games, the last of which may go on, and with these additional entries of the page's data.
pub(crate) fn live(
    drawn: Drawn,
    header: &Header,
    games: Vec<Value>,
    entries: Value,
    more: More,
) -> String {
    let mut data = about(drawn, header);
    data["games"] = games.into();
    for (key, value) in entries.as_object().into_iter().flatten() {
        data[key] = value.clone();
    }
    let [before, between, behind] = around(drawn.script, more);
    before + &between + &written(&data) + &behind
}

/// The game of a log, and the script that draws it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    /// The game; `None` if only its judge knows it.
    pub(crate) game: Option<&'static Game>,
    /// The script that draws it.
    pub(crate) script: &'static str,
}

/// The game of a log, and its script. Of a game that only its judge knows, the judge's words are shown.
///
/// # Errors
/// If it cannot be drawn; the text is made to stand behind the name of the log.
pub(crate) fn drawn(games: &Games, header: &Header) -> Result<Drawn> {
    let name = header.game.as_deref();
    if let Some(game) = name.and_then(|name| games.get(name)) {
        let (game, script) = (Some(game), game.picture);
        return Ok(Drawn { game, script });
    }
    if header.judge.is_some() {
        let (game, script) = (None, display::SCRIPT);
        return Ok(Drawn { game, script });
    }
    fail!(
        "it is of {}, whose rules the arena does not have; games of {} can be shown",
        name.unwrap_or("a game that only its judge knows"),
        games.names().join(", ")
    )
}

/// The data that the page's scripts read besides the games.
pub(crate) fn about(drawn: Drawn, header: &Header) -> Value {
    let limits = Limits::of_header(drawn.game, header);
    json!({
        "game": header.game,
        "picture": drawn.game.map_or(display::NAME, |game| game.name),
        "rules": drawn.game.map(|game| json!({"en": game.rules, "zh": texts::chinese().get(game.rules)})),
        "players": header.players,
        "league": header.league,
        "first_turn_factor": header.first_turn_factor,
        "mode": header.mode,
        "time_ms": header.time_ms,
        "limits": limits.value(),
        "own": limits.own(),
        "lang": texts::asked().map(Language::name),
        "nodes": header.nodes,
        "seed": header.seed,
        "judge": header.judge,
    })
}

/// One game for the page's scripts, between the two players of these numbers, and what may be done after its last turn.
/// `bad`, `late` and `saved` say what a filter asks: whether there was failure, a turn over its limit, an answer that the
/// fallback move saved.
///
/// # Errors
/// If the record does not say how the game began.
pub(crate) fn game(
    game: Option<&Game>,
    record: &GameRecord,
    limits: &Limits,
    players: [usize; 2],
) -> Result<(Value, Replay)> {
    let mut replay = match game {
        Some(game) => (game.replay)(record)?,
        None => display::replay(record),
    };
    let frames = replay.frames.take();
    let mut turns = turns(game, record)?;
    if replay.broken.is_some() {
        turns.truncate(frames.as_array().map_or(0, Vec::len).saturating_sub(1));
    }
    let length = turns.len();
    let any = |is: &dyn Fn(&ReplyRecord) -> bool| {
        let mut replies = record.replies.iter();
        replies.any(|reply| reply.turn < length && is(reply))
    };
    let is_bad = |reply: &ReplyRecord| {
        reply.verdict != Verdict::Ok || reply.failure.is_some() || reply.saved.is_some()
    };
    let is_late = |reply: &ReplyRecord| {
        let player = players[record.seats[reply.seat]];
        reply.verdict == Verdict::Tle || limits.is_late(player, reply)
    };
    let shown = json!({
        "id": record.called(),
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
        "length": length,
        "bad": replay.broken.is_some() || any(&is_bad),
        "late": any(&is_late),
        "saved": any(&|reply| reply.saved.is_some()),
    });
    Ok((shown, replay))
}

/// For every turn a list of what the seats did: `s` the seat, `m` the move, `t` its time in milliseconds, null in a log that
/// has no times, `f` if the limit was larger, `v` the verdict unless it is OK, `d` the debug text, `x` what is known of a failure, `r` the answers that the
/// fallback move saved. Of a turn that lost something by the analysis of the log `l` says how much, and `b` the move that was
/// better, as a bot writes it. `value` says how good the seat's position was before it moved, from -1 (it loses) to 1 (it wins): by
/// the analysis of the log if it has one, else by what the player's own debug text says. A turn of the opening has no time.
fn turns(game: Option<&Game>, record: &GameRecord) -> Result<Vec<Value>> {
    let mut turns: Vec<BTreeMap<usize, Map<String, Value>>> = Vec::new();
    let (order, count) = (game.map(|game| game.turns), record.seats.len());
    for (turn, moves) in record.moves.iter().enumerate() {
        let mut seats = BTreeMap::new();
        let mut put = |seat: usize, written: &Value| {
            let mut done = Map::new();
            done.insert("s".to_owned(), json!(seat));
            done.insert("m".to_owned(), json!(label(game, written)));
            seats.insert(seat, done);
        };
        match (order, moves.as_array()) {
            (Some(Turns::Together), Some(both)) => {
                for (seat, written) in both.iter().enumerate().take(count) {
                    put(seat, written);
                }
            }
            (Some(Turns::Alternate), _) => put(turn % count, moves),
            // A seat without snakes has no half-round, and only the judge of an unknown game knows which seat it asks:
            // the reply names the seat.
            (Some(Turns::HalfRounds) | None, _) | (Some(Turns::Together), None) => {}
        }
        turns.push(seats);
    }
    for (place, reply) in record.replies.iter().enumerate() {
        let Some(seats) = turns.get_mut(reply.turn) else {
            continue;
        };
        let done = seats.entry(reply.seat).or_default();
        let mut put = |key: &str, value: Value| done.insert(key.to_owned(), value);
        put("s", json!(reply.seat));
        match order {
            Some(Turns::HalfRounds) => put("m", json!(label(game, &record.moves[reply.turn]))),
            None => put("m", json!(label(game, display::move_of(record, place)))),
            _ => None,
        };
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
            if reply.debug.as_deref().is_some_and(value::is_proven) {
                put("p", json!(1));
            }
        }
        let failure = reply.failure.as_ref().map(Message::english);
        for (key, text) in [("d", &reply.debug), ("x", &failure)] {
            if let Some(text) = text {
                put(key, json!(text));
            }
        }
    }
    if let Some(analysis) = &record.analysis {
        for done in turns.iter_mut().flat_map(BTreeMap::values_mut) {
            done.remove("value");
            done.remove("p");
        }
        for found in &analysis.values {
            let seats = turns.get_mut(found.turn);
            if let Some(done) = seats.and_then(|seats| seats.get_mut(&found.seat)) {
                done.insert("value".to_owned(), json!(found.value));
            }
        }
        let positions = game.map(|game| analysis::positions(game, record));
        let positions = positions.transpose()?.unwrap_or_default();
        for loss in analysis::losses(&positions, record)? {
            let seats = turns.get_mut(loss.turn - 1);
            let Some(done) = seats.and_then(|seats| seats.get_mut(&loss.seat)) else {
                continue;
            };
            let lost = (1000.0 * loss.drop()).round() / 1000.0;
            done.insert("l".to_owned(), json!(lost));
            if let Some(better) = loss.better {
                done.insert("b".to_owned(), json!(better));
            }
        }
    }
    let values = turns
        .into_iter()
        .map(|seats| json!(seats.into_values().collect::<Vec<_>>()));
    Ok(values.collect())
}

/// A move as people read it.
pub(crate) fn label(game: Option<&Game>, written: &Value) -> String {
    let short = game.and_then(|game| (game.label)(written));
    short.unwrap_or_else(|| match written.get("response") {
        Some(Value::Null) => "–".to_owned(),
        Some(response) => response.to_string(),
        None => written.to_string(),
    })
}
