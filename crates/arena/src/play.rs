//! One game: referee and seats in turn.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow};
use serde_json::{Value, json};

use crate::conduct::{HumanSeat, ProgramSeat, Reply, Stop, Verdict, cut};
use crate::game::{Game, Opening};
use crate::log::GameResult;
use crate::referee::Referee;
use crate::saved::Told;
use crate::show::{Show, Shown};

/// Longest game that is believed in; no game of Botzone's comes near it.
const MAX_TURNS: usize = 5000;

/// Who sits there.
pub enum Seat {
    /// A program.
    Program(Box<ProgramSeat>),
    /// A person.
    Human(HumanSeat),
}

impl Seat {
    fn turn(&mut self, request: Value) -> Result<Reply, Stop> {
        match self {
            Seat::Program(seat) => seat.turn(request),
            Seat::Human(seat) => seat.turn(&request),
        }
    }

    fn skip(&mut self, request: Value, response: Value) -> Result<(), Stop> {
        match self {
            Seat::Program(seat) => {
                seat.skip(request, response);
                Ok(())
            }
            Seat::Human(seat) => seat.skip(&request, &response),
        }
    }
}

/// How a game begins.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// For the referee.
    pub initdata: Value,
    /// Turns that the arena plays.
    pub opening: Opening,
}

/// A finished game.
#[derive(Debug)]
pub struct Played {
    /// The judge's initdata; null for a game without.
    pub init: Value,
    /// The moves as in a log.
    pub moves: Vec<Value>,
    /// Turn, seat and reply of every turn that was not an opening turn.
    pub replies: Vec<(usize, usize, Reply)>,
    /// What the programs said about answers that the fallback move has saved.
    pub told: Vec<Told>,
    /// The end.
    pub result: GameResult,
}

/// Plays one game to its end. Players who are asked in the same turn are asked one after the other; each has its
/// own clock.
///
/// # Errors
/// If the game was cancelled, a program cannot be started, or the referee does not do its part.
pub fn play(
    game: Option<&Game>,
    referee: &mut dyn Referee,
    seats: &mut [Seat; 2],
    start: Start,
    mut show: Option<Show>,
) -> Result<Played, Stop> {
    let mut output = referee.begin(&start.initdata)?;
    let init = logged_init(&start.initdata, &output["initdata"]);
    let (mut moves, mut replies, mut told) = (Vec::new(), Vec::new(), Vec::new());
    // Of each seat: the turns in which it was asked, and what was said.
    let mut asked_in = [Vec::new(), Vec::new()];
    let mut said = [Vec::new(), Vec::new()];
    let mut opening = start.opening.into_iter();
    for turn in 0..MAX_TURNS {
        let asked = match read_output(&output)? {
            Step::Ask(requests) => requests,
            Step::End(scores) => {
                let result = GameResult {
                    winner: winner(&scores),
                    scores,
                    turns: turn,
                    err: error_text(&output["display"]["err"]),
                };
                name_illegal_moves(game, &mut replies, &said, &result);
                if let Some(show) = &show {
                    show.result(&result)?;
                }
                return Ok(Played {
                    init,
                    moves,
                    replies,
                    told,
                    result,
                });
            }
        };
        let mut played = opening.next().map(BTreeMap::from_iter);
        let (mut entry, mut written, mut shown) = (json!({}), Vec::new(), Vec::new());
        if let Some(show) = &mut show {
            show.requests(&asked)?;
        }
        for (seat, request) in asked {
            asked_in[seat].push(turn);
            said[seat].push((request.clone(), Value::Null));
            let reply = match &mut played {
                Some(played) => {
                    let response: Value = played.remove(&seat).with_context(|| {
                        format!("the judge asks player {seat} in turn {}, where the opening has no move for it", turn + 1)
                    })?;
                    seats[seat].skip(request, response.clone())?;
                    (Verdict::Ok, response, None)
                }
                None => {
                    let mut reply = seats[seat].turn(request)?;
                    let (response, debug) =
                        (std::mem::take(&mut reply.response), reply.debug.clone());
                    let verdict = reply.verdict;
                    let reports = std::mem::take(&mut reply.reports).into_iter();
                    told.extend(
                        reports.map(|report| Told::new(report, seat, &asked_in[seat], turn)),
                    );
                    entry[seat.to_string()] = timing(&reply);
                    replies.push((turn, seat, reply));
                    (verdict, response, debug)
                }
            };
            let (verdict, response, debug) = reply;
            if let Some((_, last)) = said[seat].last_mut() {
                *last = response.clone();
            }
            if show.is_some() {
                shown.push(Shown {
                    seat,
                    verdict: played.is_none().then_some(verdict),
                    response: response.clone(),
                });
            }
            written.push(log_move(game, verdict, &response));
            let answer = &mut entry[seat.to_string()];
            answer["verdict"] = json!(verdict.name());
            answer["response"] = response;
            if let Some(debug) = debug {
                answer["debug"] = json!(debug);
            }
        }
        if let Some(show) = &mut show {
            show.replies(turn, &shown)?;
        }
        moves.push(if written.len() == 1 {
            written.remove(0)
        } else {
            Value::Array(written)
        });
        output = referee.turn(&entry)?;
    }
    Err(anyhow!("no end after {MAX_TURNS} turns; is the judge the right one for this game?").into())
}

/// Adds to the replies of the last turn what was illegal about them. `said` has the requests and responses of each
/// seat.
fn name_illegal_moves(
    game: Option<&Game>,
    replies: &mut [(usize, usize, Reply)],
    said: &[Vec<(Value, Value)>; 2],
    result: &GameResult,
) {
    let Some(err) = &result.err else { return };
    let last = replies.iter_mut().rev().take(2);
    for (_, seat, reply) in last.filter(|(turn, _, _)| turn + 1 == result.turns) {
        let illegal = match game {
            Some(game) => is_illegal(game, &said[*seat]),
            // Only the judge knows the rules.
            None => {
                let err = err.to_ascii_lowercase();
                result.winner == Some(1 - *seat)
                    && (err.contains("invalid") || err.contains("illegal"))
            }
        };
        if reply.verdict != Verdict::Ok || !illegal {
            continue;
        }
        let mv = said[*seat].last().map(|(_, response)| response.to_string());
        let mut text = format!(
            "it played {}; the judge said: {err}",
            cut(mv.unwrap_or_default(), 200)
        );
        if let Some(hint) = reply.hint {
            text = format!("{text}; {hint}");
        }
        reply.trouble = Some(text);
    }
}

/// Whether the last response of a seat was illegal or malformed. In Snake a move that kills is neither.
fn is_illegal(game: &Game, said: &[(Value, Value)]) -> bool {
    let Some((last, earlier)) = said.split_last() else {
        return false;
    };
    let mut view = (game.view)();
    let followed = earlier.iter().all(|(request, response)| {
        view.request(request).is_ok() && view.response(response).is_ok()
    });
    followed && view.request(&last.0).is_ok() && view.response(&last.1).is_err()
}

/// What the judge wants next.
pub(crate) enum Step {
    Ask(Vec<(usize, Value)>),
    End([Value; 2]),
}

pub(crate) fn read_output(output: &Value) -> Result<Step, Stop> {
    let unusable = |why: &str| anyhow!("the judge's output is not usable ({why}): {output}");
    let content = output["content"]
        .as_object()
        .ok_or_else(|| unusable("no object `content`"))?;
    let mut by_seat = Vec::new();
    for (key, value) in content {
        let seat = key.parse().ok().filter(|&seat: &usize| seat < 2);
        let seat = seat.ok_or_else(|| {
            unusable("a player who is not 0 or 1; only games of two are played here")
        })?;
        by_seat.push((seat, value.clone()));
    }
    match output["command"].as_str() {
        Some("request") if !by_seat.is_empty() => Ok(Step::Ask(by_seat)),
        Some("finish") => {
            let mut scores = [json!(0), json!(0)];
            for (seat, score) in by_seat {
                scores[seat] = score;
            }
            if scores.iter().any(|score| !score.is_number()) {
                return Err(unusable("a score that is no number").into());
            }
            Ok(Step::End(scores))
        }
        _ => Err(unusable("`command` is neither `request` with players nor `finish`").into()),
    }
}

/// What the game was made from together with what the judge made of it; null if there is neither.
pub(crate) fn logged_init(given: &Value, made: &Value) -> Value {
    let there = |value: &&Value| !value.is_null() && **value != "";
    match (Some(given).filter(there), Some(made).filter(there)) {
        (Some(Value::Object(given)), Some(Value::Object(made))) => {
            let mut both = given.clone();
            both.extend(made.clone());
            Value::Object(both)
        }
        (given, made) => made.or(given).cloned().unwrap_or_default(),
    }
}

/// The judge's reason for the end: a text, or texts by player; `None` if the game ended by the rules.
pub(crate) fn error_text(err: &Value) -> Option<String> {
    let texts: Vec<&str> = match err {
        Value::String(text) => vec![text],
        Value::Object(by_player) => by_player.values().filter_map(Value::as_str).collect(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    (!texts.is_empty()).then(|| texts.join(" / "))
}

/// The seat with the larger score; `None` for a draw.
pub(crate) fn winner(scores: &[Value; 2]) -> Option<usize> {
    let [first, second] = [&scores[0], &scores[1]].map(|score| score.as_f64().unwrap_or_default());
    if first == second {
        None
    } else {
        Some(usize::from(second > first))
    }
}

/// Time and memory of an answer as the site's log has them.
fn timing(reply: &Reply) -> Value {
    json!({"time": u64::try_from(reply.elapsed.as_millis()).unwrap_or(u64::MAX), "memory": reply.memory >> 20})
}

/// A response as a log has it.
pub(crate) fn log_move(game: Option<&Game>, verdict: Verdict, response: &Value) -> Value {
    if verdict != Verdict::Ok {
        return json!({"verdict": verdict, "response": null});
    }
    game.and_then(|game| (game.short)(response))
        .unwrap_or_else(|| json!({"response": response}))
}
