//! The judge's side: the outputs of Botzone's own NoGo judge.

use games_common::answer;
use serde_json::{Value, json};

use super::{coordinates, to_point};
use crate::Color;
use crate::board::Board;
use crate::error::IllegalMove;

/// The judge of one match. Its outputs are those of Botzone's judge, keys and texts included.
///
/// ```
/// use nogo::botzone::Referee;
/// use serde_json::{Value, json};
///
/// let mut referee = Referee::new();
/// let first = referee.begin(&Value::Null);
/// assert_eq!(first.to_string(), r#"{"command":"request","content":{"0":{"x":-1,"y":-1}},"display":""}"#);
/// let next = referee.turn(&json!({"0": {"verdict": "OK", "response": {"x": 4, "y": 4}}}));
/// assert_eq!(
///     next.to_string(),
///     r#"{"command":"request","content":{"1":{"x":4,"y":4}},"display":{"color":0,"x":4,"y":4}}"#
/// );
/// let last = referee.turn(&json!({"1": {"verdict": "OK", "response": {"x": 4, "y": 4}}}));
/// assert_eq!(
///     last.to_string(),
///     r#"{"command":"finish","content":{"0":1,"1":0},"display":{"err":"INVALID_MOVE  (4,4) is not empty","winner":0}}"#
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Referee {
    board: Board,
}

impl Referee {
    /// A referee before the first move.
    pub fn new() -> Self {
        Self::default()
    }

    /// The position after the moves judged so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The output for the empty log; NoGo reads no initdata.
    pub fn begin(&mut self, _initdata: &Value) -> Value {
        self.board = Board::new();
        json!({"command": "request", "content": {"0": {"x": -1, "y": -1}}, "display": ""})
    }

    /// The output for the next answer: `entry` is the log entry of one turn, player number to
    /// `{"verdict":..,"response":..}`. After an output `finish` the match is over and must not go on.
    pub fn turn(&mut self, entry: &Value) -> Value {
        let mover = self.board.to_move();
        let entry = &entry[player(mover)];
        let Ok([x, y]) = coordinates(answer(entry)) else {
            return lost(
                mover,
                &format!(
                    "INVALID_INPUT_VERDICT_{}",
                    entry["verdict"].as_str().unwrap_or_default()
                ),
            );
        };
        match to_point(x, y).map(|point| self.board.try_play(point)) {
            Some(Ok(())) => {}
            Some(Err(IllegalMove::Occupied)) => {
                return lost(mover, &format!("INVALID_MOVE  ({x},{y}) is not empty"));
            }
            _ => {
                return lost(
                    mover,
                    &format!("INVALID_MOVE  ({x},{y}) is forbidden position"),
                );
            }
        }
        let color = mover.index();
        match self.board.outcome() {
            Some(winner) => finish(
                winner,
                json!({"color": color, "winner": winner.index(), "x": x, "y": y}),
            ),
            None => json!({
                "command": "request",
                "content": {player(mover.opponent()): {"x": x, "y": y}},
                "display": {"color": color, "x": x, "y": y},
            }),
        }
    }
}

fn player(color: Color) -> &'static str {
    ["0", "1"][color.index()]
}

fn lost(loser: Color, err: &str) -> Value {
    let winner = loser.opponent();
    finish(winner, json!({"err": err, "winner": winner.index()}))
}

fn finish(winner: Color, display: Value) -> Value {
    json!({"command": "finish", "content": {player(winner): 1, player(winner.opponent()): 0}, "display": display})
}
