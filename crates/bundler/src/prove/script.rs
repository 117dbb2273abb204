//! The games that a proof plays on Botzone: what a bot is sent, turn by turn.
//!
//! A line of `data/turns/GAME.jsonl` is one game: `{"turns": [[REQUEST, ...], ...]}`. Each turn lists the requests it
//! may have; the first that no earlier request or response of the game equals is sent, so that an opponent's move
//! never takes what the bot has taken. The bot's own answers make the rest of the history.
//!
//! If the opponent has to do what the bot said, a request has a condition:
//! `{"if": {"response": 0, "block": 3}, "request": REQUEST}` may be sent if the bot's first response has `"block": 3`.

use super::turn::Turn;
use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;

/// The requests a turn may have.
pub type Choices = Vec<Choice>;

/// A request that may be sent, always or if the bot answered so.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Choice {
    /// `{"if": CONDITION, "request": REQUEST}`
    If {
        /// When it may be sent.
        #[serde(rename = "if")]
        condition: Condition,
        /// The request.
        request: Value,
    },
    /// Anything else is the request itself.
    Always(Value),
}

/// A condition on one of the bot's own responses.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Condition {
    /// The index of the response, counted from 0.
    response: usize,
    /// Its fields.
    #[serde(flatten)]
    fields: Map<String, Value>,
}

impl Choice {
    /// The request, if it may be sent after these turns.
    fn request(&self, played: &[Turn]) -> Option<&Value> {
        match self {
            Choice::Always(request) => Some(request),
            Choice::If { condition, request } => {
                let response = &played.get(condition.response)?.response;
                let has = |(name, value): (&String, &Value)| response.get(name) == Some(value);
                condition.fields.iter().all(has).then_some(request)
            }
        }
    }
}

/// Reads the games of a file.
///
/// # Errors
/// The file is missing or a line is not a game.
pub fn games(file: &Path) -> Result<Vec<Vec<Choices>>> {
    let text = fs::read_to_string(file).with_context(|| {
        msg!(
            "{} is needed: a few turns of the game to compare",
            file.display()
        )
    })?;
    let mut games = Vec::new();
    for line in text.lines() {
        let mut game: Value =
            serde_json::from_str(line).with_context(|| msg!("a line of {}", file.display()))?;
        games.push(serde_json::from_value(game["turns"].take())?);
    }
    Ok(games)
}

/// Number of turns of the longest game.
pub fn longest(games: &[Vec<Choices>]) -> usize {
    games.iter().map(Vec::len).max().unwrap_or(0)
}

/// The request to send after these turns.
///
/// # Errors
/// The turn has none that fits the bot's answers.
pub fn choose(choices: &[Choice], played: &[Turn]) -> Result<Value> {
    let fresh = |request: &&Value| {
        played
            .iter()
            .all(|turn| turn.request != **request && turn.response != **request)
    };
    let possible: Vec<&Value> = choices
        .iter()
        .filter_map(|choice| choice.request(played))
        .collect();
    (possible.iter().copied().find(fresh))
        .or(possible.last().copied())
        .cloned()
        .context("a turn without a request that fits the bot's answers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifest::Judge;
    use serde_json::json;

    #[test]
    fn the_opponent_never_repeats_a_move_if_there_is_another() {
        let played = [Turn {
            judge: Judge::Botzone,
            request: json!(1),
            input: Vec::new(),
            response: json!(2),
        }];
        let first_of = |choices: Value| {
            let choices: Choices = serde_json::from_value(choices).unwrap();
            choose(&choices, &played)
        };
        assert_eq!(first_of(json!([1, 2, 3, 4])).unwrap(), json!(3));
        assert_eq!(first_of(json!([1, 2])).unwrap(), json!(2));
        assert!(first_of(json!([])).is_err());
    }

    #[test]
    fn a_condition_asks_for_fields_of_a_response() {
        let played = [Turn {
            judge: Judge::Botzone,
            request: json!({"block": 1}),
            input: Vec::new(),
            response: json!({"block": 3, "x": 4}),
        }];
        let choose = |condition: Value| {
            let choices = json!([{"if": condition, "request": {"x": 7}}]);
            let choices: Choices = serde_json::from_value(choices).unwrap();
            choose(&choices, &played)
        };
        assert_eq!(
            choose(json!({"response": 0, "block": 3})).unwrap(),
            json!({"x": 7})
        );
        assert!(choose(json!({"response": 0, "block": 2})).is_err());
        assert!(choose(json!({"response": 1, "block": 3})).is_err());
    }
}
