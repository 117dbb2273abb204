//! Games that only an official judge knows: what the judge displayed is shown as text.

use gameplay::game::Replay;
use gameplay::record::GameRecord;
use serde_json::{Value, json};

/// The script that shows the texts.
pub(crate) const SCRIPT: &str = include_str!("../page/display.js");
/// Its name in the page's `DRAW`.
pub(crate) const NAME: &str = "display";

/// A frame for the start and for every turn: `d`, the text.
pub(crate) fn replay(record: &GameRecord) -> Replay {
    let mut last = None;
    let frames = (0..=record.moves.len()).map(|turn| {
        let text = record.displays.get(turn).map(text).unwrap_or_default();
        let frame = if last.as_ref() == Some(&text) {
            json!({})
        } else {
            json!({"d": text})
        };
        last = Some(text);
        frame
    });
    Replay {
        setup: Value::Null,
        frames: frames.collect(),
        choices: Box::new(|_| Value::Null),
        broken: None,
    }
}

/// A text as it is, anything else as JSON on several lines.
fn text(display: &Value) -> String {
    match display {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => serde_json::to_string_pretty(other).unwrap_or_default(),
    }
}

/// The move of this reply: where several were asked in its turn, they are in the order of the replies.
pub(crate) fn move_of(record: &GameRecord, place: usize) -> &Value {
    let turn = record.replies[place].turn;
    let of_turn = |place: &usize| record.replies[*place].turn == turn;
    let before = (0..place).rev().take_while(of_turn).count();
    let after = (place + 1..record.replies.len())
        .take_while(of_turn)
        .count();
    let moves = &record.moves[turn];
    if before + after == 0 {
        return moves;
    }
    moves.get(before).unwrap_or(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::record;

    #[test]
    fn displays_are_texts_and_moves_are_their_players() {
        let moves = vec![
            json!([{"response": 1}, {"response": 2}]),
            json!({"response": [3, 4]}),
        ];
        let mut game = record(0, Value::Null, moves);
        game.displays = vec![json!("start"), json!("start"), json!({"err": "<x>"})];
        game.replies = serde_json::from_value(json!([
            {"turn_no": 1, "seat": 0, "verdict": "OK", "ms": 1.0},
            {"turn_no": 1, "seat": 1, "verdict": "OK", "ms": 1.0},
            {"turn_no": 2, "seat": 1, "verdict": "OK", "ms": 1.0},
        ]))
        .unwrap();
        let frames = replay(&game).frames;
        let want = json!([{"d": "start"}, {}, {"d": "{\n  \"err\": \"<x>\"\n}"}]);
        assert_eq!(frames, want);
        let moves = [0, 1, 2].map(|place| move_of(&game, place).to_string());
        assert_eq!(
            moves,
            [
                r#"{"response":1}"#,
                r#"{"response":2}"#,
                r#"{"response":[3,4]}"#
            ]
        );
        // A log of an arena that kept no displays.
        game.displays.clear();
        assert_eq!(replay(&game).frames, json!([{"d": ""}, {}, {}]));
    }
}
