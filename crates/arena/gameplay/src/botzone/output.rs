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
    /// The scores of all seats.
    End(Vec<Value>),
}

/// Reads an output of a judge of a game with so many seats.
///
/// # Errors
/// If it is none, with what is wrong.
pub fn read_output(output: &Value, seats: usize) -> Result<Step> {
    let unusable = |why: Message| error!("the judge's output is not usable ({why}): {output}");
    let content = output["content"]
        .as_object()
        .ok_or_else(|| unusable(msg!("no object `content`")))?;
    let mut by_seat = Vec::new();
    for (key, value) in content {
        let seat = key.parse().ok().filter(|&seat: &usize| seat < seats);
        let seat = seat.ok_or_else(|| {
            unusable(msg!(
                "player {key}; the seats of this game are 0 to {}",
                seats - 1
            ))
        })?;
        by_seat.push((seat, value.clone()));
    }
    match output["command"].as_str() {
        Some("request") if !by_seat.is_empty() => Ok(Step::Ask(by_seat)),
        Some("finish") => {
            let mut scores = vec![json!(0); seats];
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

/// A response as a log has it.
pub fn log_move(game: Option<&BotzoneGame>, verdict: Verdict, response: &Value) -> Value {
    if verdict != Verdict::Ok {
        return json!({"verdict": verdict, "response": null});
    }
    game.and_then(|game| game.logged.short(response))
        .unwrap_or_else(|| json!({"response": response}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_name_the_seats_of_the_game() {
        for seats in [1, 3, 4] {
            let last = (seats - 1).to_string();
            let asks = json!({"command": "request", "content": {&last: 7}});
            let step = read_output(&asks, seats).unwrap();
            assert_eq!(step, Step::Ask(vec![(seats - 1, json!(7))]));
            let ends = json!({"command": "finish", "content": {&last: 2}});
            let mut scores = vec![json!(0); seats];
            scores[seats - 1] = json!(2);
            let step = read_output(&ends, seats).unwrap();
            assert_eq!(step, Step::End(scores));
            let other = json!({"command": "finish", "content": {seats.to_string(): 2}});
            let error = read_output(&other, seats).unwrap_err().to_string();
            let said = format!("player {seats}; the seats of this game are 0 to {last}");
            assert!(error.contains(&said), "{error}");
        }
    }
}
