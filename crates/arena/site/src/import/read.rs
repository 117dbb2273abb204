//! The site's log, taken apart. It may hold anything: nothing here trusts it.

use std::borrow::Cow;
use std::cmp::Reverse;

use anyhow::{Context, Result};
use arena_common::texts::counted;
use arena_common::words::{alternatives, cut};
use gameplay::botzone::{BotzoneGame, Step, error_text, read_output};
use gameplay::record::Verdict;
use gameplay::{Game, Games};
use judges_common::MAX_DEBUG;
use serde::Deserialize;
use serde_json::{Value, json};

/// Limit of the turns of a match.
const MAX_TURNS: usize = 5000;
/// Bytes of a player's name that are kept.
const MAX_NAME: usize = 100;
/// Limit of a time in milliseconds: a day.
const MAX_MS: f64 = 86_400_000.0;

/// A finished match.
#[derive(Debug)]
pub struct SiteLog {
    /// The game.
    pub game: &'static Game,
    /// Its properties as a game of Botzone.
    pub botzone: &'static BotzoneGame,
    /// The names of the players by seat, where the log tells them: `players` is a list of texts, or of objects that name a bot
    /// or a user, in whatever form.
    pub players: Vec<Option<String>>,
    /// The initdata that the match was made with, if the log has it; null otherwise.
    pub given: Value,
    /// The judge's version of it, likewise.
    pub made: Value,
    /// The turns.
    pub turns: Vec<Turn>,
    /// The last output of the judge.
    pub end: Value,
    /// Its scores.
    pub scores: Vec<Value>,
    /// Its reason for the end; `None` if the game ended by the rules.
    pub err: Option<String>,
}

/// One turn.
#[derive(Debug)]
pub struct Turn {
    /// The judge's output: `command` and `content`.
    pub output: Value,
    /// The answers of the players that were asked.
    pub answers: Vec<Answer>,
}

/// One player's answer.
#[derive(Debug)]
pub struct Answer {
    /// The player's seat.
    pub seat: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// The response; null if there is none.
    pub response: Value,
    /// Time in milliseconds, if the log tells.
    pub ms: Option<f64>,
    /// Debug text.
    pub debug: Option<String>,
}

impl Turn {
    /// The answers as an entry of a judge's log.
    pub fn entry(&self) -> Value {
        let mut entry = json!({});
        for answer in &self.answers {
            entry[answer.seat.to_string()] =
                json!({"verdict": answer.verdict, "response": answer.response});
        }
        entry
    }
}

/// Reads a log of this game; without one, of the game that the log tells.
///
/// # Errors
/// If it is no such log. The text names the entry, from 0, and the cure.
pub fn read(text: &[u8], games: &Games, game: Option<&'static Game>) -> Result<SiteLog> {
    let file: Value = serde_json::from_slice(&utf8(text))
        .context("this is not JSON; save the site's log as it came")?;
    read_value(&file, games, game)
}

/// A text as UTF-8 without a byte order mark; what begins with the mark of UTF-16 is decoded.
pub fn utf8(text: &[u8]) -> Cow<'_, [u8]> {
    let units = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, _) = rest.as_chunks();
        let units = pairs.iter().map(|pair| unit(*pair));
        let chars = char::decode_utf16(units);
        let text: String = chars
            .map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        Cow::Owned(text.into_bytes())
    };
    match text {
        [0xef, 0xbb, 0xbf, rest @ ..] => Cow::Borrowed(rest),
        [0xff, 0xfe, rest @ ..] => units(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => units(rest, u16::from_be_bytes),
        _ => Cow::Borrowed(text),
    }
}

/// Returns true if a value is the log of a match: a list of entries, bare or under `log` or `logs`.
pub fn is_match(value: &Value) -> bool {
    entries(value).is_some()
}

/// [`read`] of what is JSON already.
///
/// # Errors
/// As [`read`].
pub fn read_value(file: &Value, games: &Games, game: Option<&'static Game>) -> Result<SiteLog> {
    let entries = entries(file).context(
        "there is no list of log entries, neither bare nor under `log` or `logs`; save the whole log of one match",
    )?;
    require!(
        entries.len() <= 2 * MAX_TURNS + 1,
        "{} entries; no match has more than {MAX_TURNS} turns",
        entries.len()
    );
    let first = entries
        .first()
        .context("the list is empty; the match has not begun")?;
    let first = output(0, first)?;
    let game = match game {
        Some(game) => game,
        None => told(file, entries, games).with_context(|| {
            msg!(
                "the log does not tell the game; add --game {}",
                alternatives(&games.botzone_names())
            )
        })?,
    };
    let botzone = game
        .botzone()
        .with_context(|| msg!("{} is not a Botzone game", game.name))?;
    let mut turns = Vec::new();
    for (index, entry) in entries.iter().enumerate().step_by(2) {
        let whole = output(index, entry)?;
        let asked = match read_output(whole, game.seats()) {
            Ok(Step::Ask(asked)) => asked,
            Ok(Step::End(scores)) => {
                require!(
                    index + 1 == entries.len(),
                    "entry {index} is the end of the match, but the list goes on; leave out what follows"
                );
                let seated = 0..game.seats();
                return Ok(SiteLog {
                    game,
                    botzone,
                    players: seated.map(|seat| name(&file["players"][seat], 3)).collect(),
                    given: file["initdata"].clone(),
                    made: first["initdata"].clone(),
                    turns,
                    end: kept(whole),
                    scores,
                    err: error_text(&whole["display"]),
                });
            }
            Err(_) => fail!(
                "entry {index} is not a usable output of a judge of {}: {}",
                game.name,
                short(whole)
            ),
        };
        let Some(entry) = entries.get(index + 1) else {
            break;
        };
        let answers = asked
            .iter()
            .map(|(seat, _)| answer(index + 1, entry, *seat));
        turns.push(Turn {
            output: kept(whole),
            answers: answers.collect::<Result<_>>()?,
        });
    }
    fail!(
        "the list ends after {} without a `finish`; import a match that has ended",
        counted(entries.len(), "entry", "entries")
    )
}

/// The list of entries of a log.
fn entries(file: &Value) -> Option<&Vec<Value>> {
    let lists = [file, &file["log"], &file["logs"]];
    lists.into_iter().find_map(Value::as_array)
}

/// The game that a log tells; `None` if it does not tell one that we know.
pub fn game_of(file: &Value, games: &Games) -> Option<&'static Game> {
    told(file, entries(file)?, games)
}

/// The game that a log names, or else that of its first requests; of games that begin alike, the one whose referee goes
/// along with the log furthest, and of several that do the one with the fewest legal moves: it does so least by chance.
fn told(file: &Value, entries: &[Value], games: &Games) -> Option<&'static Game> {
    let first = output(0, entries.first()?).ok()?;
    let begun = || {
        let mut found = seats(first).map(|request| games.by_first_request(request));
        let alike = found.find(|games| !games.is_empty())?;
        alike
            .into_iter()
            .rev()
            .max_by_key(|game| (agreed(file, entries, game), Reverse(moves(game))))
    };
    named(games, &file["game"]).or_else(begun)
}

/// The number of legal moves at the beginning of a game.
fn moves(game: &Game) -> Option<usize> {
    Some((game.botzone()?.view)().moves().len())
}

/// The number of outputs at the beginning of a log that agree with a game's referee.
fn agreed(file: &Value, entries: &[Value], game: &Game) -> Option<usize> {
    let botzone = game.botzone()?;
    let first = output(0, entries.first()?).ok()?;
    let request = seats(first).next()?;
    let initdata = (botzone.site_log.initdata)(&file["initdata"], &first["initdata"], request);
    let mut referee = (botzone.referee)();
    let mut ours = referee.begin(&initdata).ok()?;
    let mut agreed = 0;
    for (turn, entry) in entries.chunks(2).enumerate() {
        let theirs = output(2 * turn, &entry[0]).ok();
        if theirs.is_none_or(|theirs| theirs["content"] != ours["content"]) {
            break;
        }
        agreed += 1;
        match entry.get(1) {
            Some(answers) if ours["command"] == "request" => ours = referee.turn(answers).ok()?,
            _ => break,
        }
    }
    Some(agreed)
}

/// Returns true if a player of a log goes by this text: the name or the id of a bot or a user.
pub fn goes_by(player: &Value, wanted: &str) -> bool {
    match player {
        Value::String(text) => text.trim() == wanted,
        Value::Object(object) => {
            let mut values = NAMES.iter().filter_map(|key| object.get(*key));
            values.any(|value| goes_by(value, wanted))
        }
        _ => false,
    }
}

/// The keys behind which a log has a player's name or id, the best first.
const NAMES: [&str; 7] = ["name", "nickname", "bot", "user", "id", "_id", "$oid"];

/// The name of a player, in an object at most so deep.
fn name(player: &Value, depth: u32) -> Option<String> {
    let text = match player {
        Value::String(text) => text.trim().to_owned(),
        Value::Object(object) if depth > 0 => {
            let mut values = NAMES.iter().filter_map(|key| object.get(*key));
            return values.find_map(|value| name(value, depth - 1));
        }
        _ => return None,
    };
    (!text.is_empty()).then(|| cut(text, MAX_NAME))
}

/// The game by the site's name or ours.
fn named(games: &Games, value: &Value) -> Option<&'static Game> {
    let name = value.as_str().or_else(|| value["name"].as_str())?;
    games.iter().find(|game| {
        let site = game.botzone().map(|botzone| botzone.site);
        name == game.name || site.is_some_and(|site| name.eq_ignore_ascii_case(site))
    })
}

/// The judge's first request.
pub fn first_request(site: &SiteLog) -> &Value {
    let first = site.turns.first();
    first
        .and_then(|turn| seats(&turn.output).next())
        .unwrap_or(&Value::Null)
}

fn seats(output: &Value) -> impl Iterator<Item = &Value> {
    let seats = ["0", "1", "2", "3"].into_iter();
    seats.filter_map(|seat| output["content"].get(seat))
}

/// The judge's output in an entry, which is wrapped on the site.
fn output(index: usize, entry: &Value) -> Result<&Value> {
    let output = entry.get("output").unwrap_or(entry);
    require!(
        output.get("command").is_some(),
        "entry {index} is not an output of the judge, it has no `command`: {}; entries 0, 2, 4, ... are outputs, 1, 3, \
         5, ... answers",
        short(entry)
    );
    Ok(output)
}

/// The part of an output that is kept.
fn kept(output: &Value) -> Value {
    json!({"command": output["command"], "content": output["content"]})
}

fn answer(index: usize, entry: &Value, seat: usize) -> Result<Answer> {
    let answer = entry.get(seat.to_string()).with_context(|| {
        msg!(
            "entry {index} has no answer of player {seat}, who was asked: {}; entries 1, 3, 5, ... are objects with \
             the players' numbers as keys",
            short(entry)
        )
    })?;
    let verdict = Verdict::deserialize(&answer["verdict"])
        .ok()
        .with_context(|| {
            let names = Verdict::ALL.map(Verdict::name).join(", ");
            msg!(
                "entry {index}, player {seat}: the verdict is {}; it must be one of {names}",
                short(&answer["verdict"])
            )
        })?;
    let ms = match &answer["time"] {
        Value::Null => None,
        time => Some(time.as_f64().filter(|ms| (0.0..=MAX_MS).contains(ms)).with_context(|| {
            msg!(
                "entry {index}, player {seat}: the time is {}; it must be a number of milliseconds below a day",
                short(time)
            )
        })?),
    };
    let debug = match &answer["debug"] {
        Value::Null => None,
        Value::String(text) if text.is_empty() => None,
        Value::String(text) => Some(cut(text.clone(), MAX_DEBUG)),
        other => Some(cut(other.to_string(), MAX_DEBUG)),
    };
    Ok(Answer {
        seat,
        verdict,
        response: answer["response"].clone(),
        ms,
        debug,
    })
}

/// The beginning of a value, for a message.
pub fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(200) {
        None => text,
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
