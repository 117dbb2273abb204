//! The output of a judge, and the part of it that a log keeps.

use anyhow::Result;
use arena_common::Message;
use serde_json::{Value, json};

use super::game::BotzoneGame;
use crate::record::Verdict;

/// The judge's next step.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The requests, by seat.
    Ask(Vec<(usize, Value)>),
    /// The scores of both seats.
    End([Value; 2]),
}

/// Reads an output of a judge of a game for two.
///
/// # Errors
/// If it is none, with what is wrong.
pub fn read_output(output: &Value) -> Result<Step> {
    let unusable = |why: Message| error!("the judge's output is not usable ({why}): {output}");
    let content = output["content"]
        .as_object()
        .ok_or_else(|| unusable(msg!("no object `content`")))?;
    let mut by_seat = Vec::new();
    for (key, value) in content {
        let seat = key.parse().ok().filter(|&seat: &usize| seat < 2);
        let seat = seat.ok_or_else(|| {
            unusable(msg!(
                "a player who is not 0 or 1; only games of two are played here"
            ))
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
                return Err(unusable(msg!("a score that is no number")));
            }
            Ok(Step::End(scores))
        }
        _ => Err(unusable(msg!(
            "`command` is neither `request` with players nor `finish`"
        ))),
    }
}

/// The initdata that was given, with the judge's additions; null if there is neither.
pub fn logged_init(given: &Value, made: &Value) -> Value {
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

/// The judge's reason for the end, which it displays as `err` or `error`: a text, or texts by player; `None` if the game ended by
/// the rules.
pub fn error_text(display: &Value) -> Option<String> {
    let texts: Vec<&str> = match display.get("err").unwrap_or(&display["error"]) {
        Value::String(text) => vec![text],
        Value::Object(by_player) => by_player.values().filter_map(Value::as_str).collect(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    (!texts.is_empty()).then(|| texts.join(" / "))
}

/// The seat with the larger score; `None` for a draw.
pub fn winner(scores: &[Value; 2]) -> Option<usize> {
    let [first, second] = [&scores[0], &scores[1]].map(|score| score.as_f64().unwrap_or_default());
    if first == second {
        None
    } else {
        Some(usize::from(second > first))
    }
}

/// A response as a log has it.
pub fn log_move(game: Option<&BotzoneGame>, verdict: Verdict, response: &Value) -> Value {
    if verdict != Verdict::Ok {
        return json!({"verdict": verdict, "response": null});
    }
    game.and_then(|game| game.logged.short(response))
        .unwrap_or_else(|| json!({"response": response}))
}
