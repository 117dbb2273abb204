//! The judge's side: the outputs of Botzone's own Amazons judge.

use crate::Cell;
use games_common::answer;
use serde_json::{Value, json};

use super::{cells, numbers, object};
use crate::Color;
use crate::board::Board;
use crate::mv::Move;

/// The judge of one match. Its outputs are those of Botzone's judge, keys and texts included.
///
/// ```
/// use amazons::botzone::Referee;
/// use serde_json::{Value, json};
///
/// let mut referee = Referee::new();
/// let first = referee.begin(&Value::Null);
/// assert_eq!(first["display"].to_string(), r#"{"blackCount":1232,"whiteCount":1232}"#);
/// let mv = json!({"x0": 0, "y0": 2, "x1": 0, "y1": 3, "x2": 0, "y2": 2});
/// let next = referee.turn(&json!({"0": {"verdict": "OK", "response": mv}}));
/// assert_eq!(next["content"]["1"], mv);
/// assert_eq!(
///     next["display"].to_string(),
///     r#"{"blackCount":1214,"whiteCount":1196,"x0":0,"x1":0,"x2":0,"y0":2,"y1":3,"y2":2}"#
/// );
/// let last = referee.turn(&json!({"1": {"verdict": "OK", "response": mv}}));
/// assert_eq!(
///     last.to_string(),
///     r#"{"command":"finish","content":{"0":2,"1":0},"display":{"blackCount":1214,"err":"INVALIDMOVE","whiteCount":1196,"winner":0}}"#
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

    /// The output for the empty log; Amazons reads no initdata.
    pub fn begin(&mut self, _initdata: &Value) -> Value {
        self.board = Board::new();
        json!({"command": "request", "content": {"0": object([[-1; 2]; 3])}, "display": counts(&self.board)})
    }

    /// The output for the next answer: `entry` is the log entry of one turn, player number to
    /// `{"verdict":..,"response":..}`. After an output `finish` the match is over and must not go on.
    pub fn turn(&mut self, entry: &Value) -> Value {
        let mover = self.board.to_move();
        let entry = &entry[player(mover)];
        let Ok(numbers) = numbers(answer(entry)) else {
            let verdict = entry["verdict"].as_str().unwrap_or_default();
            return lost(
                &self.board,
                mover,
                &format!("INVALID_INPUT_VERDICT_{verdict}"),
            );
        };
        let mv = match self.judge(cells(numbers)) {
            Ok(mv) => mv,
            Err(half_made) => return lost(&half_made, mover, "INVALIDMOVE"),
        };
        let shown = super::answer(mv);
        let mut display = counts(&self.board);
        for (key, number) in shown.as_object().into_iter().flatten() {
            display[key] = number.clone();
        }
        match self.board.outcome() {
            Some(winner) => {
                display["winner"] = json!(winner.index());
                finish(winner, display)
            }
            None => json!({
                "command": "request",
                "content": {player(mover.opponent()): shown},
                "display": display,
            }),
        }
    }

    /// Plays a move, or gives the board that the judge's stages leave before they find it illegal.
    fn judge(&mut self, cells: [Option<Cell>; 3]) -> Result<Move, Board> {
        let mut half_made = self.board;
        let [Some(from), Some(to), Some(arrow)] = cells else {
            return Err(half_made);
        };
        if !half_made.amazons(half_made.to_move()).contains(from) {
            return Err(half_made);
        }
        half_made.lift(from);
        if !self.board.steps(from).contains(to) {
            return Err(half_made);
        }
        half_made.set(to);
        let mv = Move { from, to, arrow };
        self.board.try_play(mv).map(|()| mv).map_err(|_| half_made)
    }
}

fn player(color: Color) -> &'static str {
    ["0", "1"][color.index()]
}

fn counts(board: &Board) -> Value {
    let [black, white] = board.move_counts();
    json!({"blackCount": black, "whiteCount": white})
}

fn lost(board: &Board, loser: Color, err: &str) -> Value {
    let winner = loser.opponent();
    let mut display = counts(board);
    display["err"] = json!(err);
    display["winner"] = json!(winner.index());
    finish(winner, display)
}

fn finish(winner: Color, display: Value) -> Value {
    json!({"command": "finish", "content": {player(winner): 2, player(winner.opponent()): 0}, "display": display})
}
