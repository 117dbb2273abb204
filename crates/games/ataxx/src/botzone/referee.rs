//! The judge's side: the outputs of Botzone's own Ataxx judge.

use games_common::answer;
use serde_json::{Value, json};

use super::{numbers, object, on_board};
use crate::Color;
use crate::position::Position;

/// The judge of one match. Its outputs are those of Botzone's judge, keys and texts included.
///
/// ```
/// use ataxx::botzone::Referee;
/// use serde_json::{Value, json};
///
/// let mut referee = Referee::new();
/// let first = referee.begin(&Value::Null);
/// assert_eq!(first["content"]["0"].to_string(), r#"{"x0":-1,"x1":-1,"y0":-1,"y1":-1}"#);
/// let mv = json!({"x0": 0, "y0": 0, "x1": 1, "y1": 1});
/// let next = referee.turn(&json!({"0": {"verdict": "OK", "response": mv}}));
/// assert_eq!((&next["content"]["1"], &next["display"]), (&mv, &mv));
/// let last = referee.turn(&json!({"1": {"verdict": "OK", "response": mv}}));
/// assert_eq!(
///     last.to_string(),
///     r#"{"command":"finish","content":{"0":2,"1":0},"display":{"err":"INVALIDMOVE","winner":0}}"#
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Referee {
    position: Position,
}

impl Referee {
    /// A referee before the first move.
    pub fn new() -> Self {
        Self::default()
    }

    /// The position after the moves judged so far; a move that lost by repetition is not made, unless all would have lost.
    pub fn board(&self) -> &Position {
        &self.position
    }

    /// The output for the empty log; Ataxx reads no initdata.
    pub fn begin(&mut self, _initdata: &Value) -> Value {
        self.position = Position::new();
        json!({"command": "request", "content": {"0": object([[-1; 2]; 2])}, "display": ""})
    }

    /// The output for the next answer: `entry` is the log entry of one turn, player number to
    /// `{"verdict":..,"response":..}`. After an output `finish` the match is over and must not go on.
    pub fn turn(&mut self, entry: &Value) -> Value {
        let mover = self.position.to_move();
        let entry = &entry[player(mover)];
        let Ok(numbers) = numbers(answer(entry)) else {
            let verdict = entry["verdict"].as_str().unwrap_or_default();
            return lost(
                mover,
                json!({"err": format!("INVALID_INPUT_VERDICT_{verdict}")}),
            );
        };
        let legal = on_board(numbers).filter(|&mv| self.position.board().is_legal(mv));
        let Some(mv) = legal else {
            return lost(mover, json!({"err": "INVALIDMOVE"}));
        };
        let repeated = self.position.repeated(mv);
        let played = self.position.try_play(mv);
        if let Some(ply) = repeated {
            return lost(mover, json!({"err": "CIRCULAR_MOVE", "errorturn": ply}));
        }
        debug_assert_eq!(played, Ok(()));
        let mut display = super::answer(mv);
        match self.position.outcome() {
            Some(outcome) => {
                let winner = outcome.winner();
                display["winner"] = json!(winner.map_or(-1, |winner| winner.index() as i32));
                finish(winner, display)
            }
            None => json!({
                "command": "request",
                "content": {player(mover.opponent()): display},
                "display": display,
            }),
        }
    }
}

fn player(color: Color) -> &'static str {
    ["0", "1"][color.index()]
}

fn lost(loser: Color, mut display: Value) -> Value {
    let winner = loser.opponent();
    display["winner"] = json!(winner.index());
    finish(Some(winner), display)
}

/// The end of the match: two points for the winner, or one for each.
fn finish(winner: Option<Color>, display: Value) -> Value {
    let points = |color: Color| match winner {
        Some(winner) if winner == color => 2,
        Some(_) => 0,
        None => 1,
    };
    json!({
        "command": "finish",
        "content": {"0": points(Color::Black), "1": points(Color::White)},
        "display": display,
    })
}
