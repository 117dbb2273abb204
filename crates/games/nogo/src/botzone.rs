//! NoGo's Botzone messages: the bot's side here, the judge's side in [`Referee`].

use std::convert::TryFrom;

use games_common::integers;
use serde_json::{Value, json};

use crate::board::Board;
use crate::point::Point;

mod referee;

pub use games_common::simple_io::{
    simple_answer, simple_request, simple_request_line, simple_response,
};
pub use referee::Referee;

/// The state that a bot sees: the whole position.
pub type State = Board;
/// The move that a bot answers with.
pub type Move = Point;

/// NoGo has simple IO: one line `X Y` for a request and for an answer.
pub const SIMPLE_IO: bool = true;

/// A position as `explain` and `positions` read it: the moves so far; or a board of nine rows, with `/` or line ends between them.
pub const EXAMPLE: &str = "4,4 0,8 3,3";

/// The state before the first request.
pub fn start() -> State {
    Board::new()
}

/// Applies a request: the opponent's move, or `{"x":-1,"y":-1}`, which black gets in its first turn.
///
/// # Errors
/// If it is not a move, or an illegal one.
pub fn request(state: &mut State, request: &Value) -> Result<(), String> {
    match coordinates(request) {
        Ok([-1, -1]) if state.ply() == 0 => Ok(()),
        _ => apply(state, request),
    }
}

/// Applies the bot's own answer.
///
/// # Errors
/// If it is not a move, or an illegal one.
pub fn response(state: &mut State, response: &Value) -> Result<(), String> {
    apply(state, response)
}

/// The answer for the judge: `{"x":X,"y":Y}`.
pub fn answer(mv: Move) -> Value {
    json!({"x": mv.x(), "y": mv.y()})
}

/// Some legal move of the side to move; `None` only if there is none.
pub fn fallback(state: &State) -> Option<Move> {
    state.legal_moves(state.to_move()).first()
}

/// The move of a request or a response: an object with `x` and `y`, as the judge reads it. Whether it is legal is not
/// tested.
///
/// # Errors
/// If it is not such an object, or off the board.
pub fn read(value: &Value) -> Result<Move, String> {
    let [x, y] = coordinates(value)?;
    to_point(x, y).ok_or_else(|| format!("({x},{y}) is off the board"))
}

fn apply(board: &mut Board, value: &Value) -> Result<(), String> {
    let point = read(value)?;
    let color = board.to_move();
    board
        .try_play(point)
        .map_err(|reason| format!("{color} may not play {point}: {reason}"))
}

/// The numbers of a move as the judge reads it: an object with integral numbers `x` and `y` in the 32-bit
/// range (2.0 is one), or a string that holds such an object.
fn coordinates(value: &Value) -> Result<[i32; 2], String> {
    integers(value, &["x", "y"])
}

fn to_point(x: i32, y: i32) -> Option<Point> {
    Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
}
