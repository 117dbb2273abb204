//! The moves of a log through a referee again.

use serde_json::{Value, json};

use super::LogForm;
use crate::record::{GameRecord, Turns};

/// Plays the moves of a record: `judge` takes a turn's log entry, gives the judge's output, and pushes a frame. Returns
/// why the game is not played to its end, if it is not.
pub(crate) fn play_again(
    record: &GameRecord,
    turns: Turns,
    form: LogForm,
    mut judge: impl FnMut(&Value) -> Value,
) -> Option<String> {
    let (mut over, seats) = (false, record.seats.len());
    let (shown, disagreement) = record.agreed();
    for (turn, moves) in shown.iter().enumerate() {
        if over {
            return Some(said!(
                "by the arena's rules it ends after turn {turn}, but its log goes on"
            ));
        }
        let mut entry = json!({});
        let moves_now = |seat: &usize| turns == Turns::Together || turn % seats == *seat;
        for seat in (0..seats).filter(moves_now) {
            let Some(written) = of_seat(turns, moves, seat, seats) else {
                return Some(said!(
                    "turn {}: all players move, but the log has {moves}",
                    turn + 1
                ));
            };
            entry[seat.to_string()] = answer(written, form);
        }
        over = judge(&entry)["command"] == "finish";
    }
    disagreement
}

/// A move of the log as the judge gets it.
pub(super) fn answer(written: &Value, form: LogForm) -> Value {
    match written.as_object() {
        Some(object) if object.contains_key("response") => {
            let verdict = object.get("verdict").cloned().unwrap_or(json!("OK"));
            json!({"verdict": verdict, "response": object["response"]})
        }
        _ => json!({"verdict": "OK", "response": form.long(written)}),
    }
}

/// The move of a seat, of so many, in a turn of the log.
pub(super) fn of_seat(turns: Turns, written: &Value, seat: usize, seats: usize) -> Option<&Value> {
    if turns != Turns::Together {
        return Some(written);
    }
    let all = written.as_array().filter(|all| all.len() == seats)?;
    all.get(seat)
}
