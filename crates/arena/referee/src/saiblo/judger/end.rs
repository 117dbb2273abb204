//! The logic's last message: scores, winner, and who broke the rules.

use arena_common::Stop;
use gameplay::record::{GameResult, Verdict};
use serde_json::Value;

use super::unusable;

/// The verdicts of the seats in a message.
pub(super) fn states(verdicts: &[Verdict]) -> Value {
    verdicts.iter().map(|verdict| verdict.name()).collect()
}

/// The end of a half-game.
pub(super) struct End {
    pub(super) result: GameResult,
    /// The seat that the logic names for an illegal operation or a bad packet.
    pub(super) broken: Option<usize>,
}

impl End {
    /// Reads the message; `verdicts` are the seats' where the logic does not say them.
    ///
    /// # Errors
    /// If it has no scores.
    pub(super) fn read(message: &Value, turns: usize, verdicts: &[Verdict]) -> Result<End, Stop> {
        let read =
            |key: &str| -> Option<Value> { serde_json::from_str(message[key].as_str()?).ok() };
        let info = read("end_info").ok_or_else(|| unusable(message, "no JSON text `end_info`"))?;
        let seats = 0..verdicts.len();
        let scores: Vec<Value> = seats.map(|seat| info[seat.to_string()].clone()).collect();
        if !scores.iter().all(Value::is_number) {
            return Err(unusable(message, "a score that is no number"));
        }
        let states = read("end_state").unwrap_or_else(|| states(verdicts));
        let bad = (states.as_array().into_iter().flatten())
            .filter_map(Value::as_str)
            .enumerate()
            .find(|(_, state)| *state != "OK");
        let err = bad.map(|(_, state)| match state {
            "IA" => "IA: an illegal operation or a bad packet".to_owned(),
            "TLE" => "TLE: a half-round over the time".to_owned(),
            "RE" => "RE: a program has ended".to_owned(),
            other => other.to_owned(),
        });
        let broken = match bad {
            Some((seat, "IA")) if seat < verdicts.len() => Some(seat),
            _ => None,
        };
        let result = GameResult::new(scores, turns, err);
        Ok(End { result, broken })
    }
}
