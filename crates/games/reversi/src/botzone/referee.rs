//! The judge's side: the outputs of Botzone's own Reversi judge.

use games_common::answer;
use serde_json::{Value, json};

use super::{numbers, to_move};
use crate::Color;
use crate::board::Board;
use crate::error::IllegalMove;
use crate::mv::Move;

/// The judge of one match. Its outputs are those of Botzone's judge, keys and texts included.
///
/// ```
/// use reversi::botzone::Referee;
/// use serde_json::{Value, json};
///
/// let mut referee = Referee::new();
/// let first = referee.begin(&Value::Null);
/// assert_eq!(first.to_string(), r#"{"command":"request","content":{"0":{"x":-1,"y":-1}},"display":""}"#);
/// let next = referee.turn(&json!({"0": {"verdict": "OK", "response": {"x": 2, "y": 3}}}));
/// assert_eq!(next.to_string(), r#"{"command":"request","content":{"1":{"x":2,"y":3}},"display":{"x":2,"y":3}}"#);
/// let last = referee.turn(&json!({"1": {"verdict": "OK", "response": {"x": 2, "y": 3}}}));
/// assert_eq!(
///     last.to_string(),
///     r#"{"command":"finish","content":{"0":2,"1":0},"display":{"err":"INVALID_MOVE","winner":0}}"#
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

    /// The output for the empty log; Reversi reads no initdata.
    pub fn begin(&mut self, _initdata: &Value) -> Value {
        self.board = Board::new();
        json!({"command": "request", "content": {"0": super::answer(Move::Pass)}, "display": ""})
    }

    /// The output for the next answer: `entry` is the log entry of one turn, player number to
    /// `{"verdict":..,"response":..}`. After an output `finish` the match is over and must not go on.
    pub fn turn(&mut self, entry: &Value) -> Value {
        let mover = self.board.to_move();
        let entry = &entry[player(mover)];
        let Ok([x, y]) = numbers(answer(entry)) else {
            let verdict = entry["verdict"].as_str().unwrap_or_default();
            return lost(mover, &format!("INVALID_INPUT_VERDICT_{verdict}"));
        };
        let Some(mv) = to_move(x, y) else {
            return lost(mover, "INVALID_MOVE");
        };
        match self.board.try_play(mv) {
            Ok(()) => {}
            Err(IllegalMove::CanMove) => {
                return lost(mover, "HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN");
            }
            Err(_) => return lost(mover, "INVALID_MOVE"),
        }
        let mut display = super::answer(mv);
        let Some(outcome) = self.board.outcome() else {
            let content = json!({player(mover.opponent()): display});
            return json!({"command": "request", "content": content, "display": display});
        };
        if let Some(winner) = outcome.winner() {
            display["winner"] = json!(winner.index());
        }
        finish(outcome.winner(), display)
    }
}

fn player(color: Color) -> &'static str {
    ["0", "1"][color.index()]
}

fn lost(loser: Color, err: &str) -> Value {
    let winner = loser.opponent();
    finish(Some(winner), json!({"err": err, "winner": winner.index()}))
}

fn finish(winner: Option<Color>, display: Value) -> Value {
    let score = |color: Color| match winner {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
    };
    let content = json!({"0": score(Color::Black), "1": score(Color::White)});
    json!({"command": "finish", "content": content, "display": display})
}
