//! Reversi's Botzone messages: the bot's side here, the judge's side in [`Referee`].

use std::convert::TryFrom;

use crate::Cell;
use games_common::integers;
use serde_json::{Value, json};

use crate::board::Board;

mod referee;

pub use games_common::simple_io::{
    simple_answer, simple_request, simple_request_line, simple_response,
};
pub use referee::Referee;

/// The state that a bot sees: the whole position.
pub type State = Board;
/// The move that a bot answers with.
pub type Move = crate::mv::Move;

/// Reversi has simple IO: one line `X Y` for a request and for an answer.
pub const SIMPLE_IO: bool = true;

/// A position as `explain` and `positions` read it: the moves so far; or a board and who moves.
pub const EXAMPLE: &str = "c4 c3 f5";

/// The state before the first request.
pub fn start() -> State {
    Board::new()
}

/// Applies a request: the opponent's move, or `{"x":-1,"y":-1}`, which is a pass, but in black's first turn none.
///
/// # Errors
/// If it is not a move, or an illegal one.
pub fn request(state: &mut State, request: &Value) -> Result<(), String> {
    match numbers(request) {
        Ok([-1, -1]) if *state == Board::new() => Ok(()),
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

/// The answer for the judge: `{"x":X,"y":Y}`, both -1 for a pass.
pub fn answer(mv: Move) -> Value {
    match mv {
        Move::Place(cell) => json!({"x": cell.x(), "y": cell.y()}),
        Move::Pass => json!({"x": -1, "y": -1}),
    }
}

/// Some legal move of the side to move; `None` only after the end of the game.
pub fn fallback(state: &State) -> Option<Move> {
    state.moves().next()
}

/// The move of a request or a response: an object with `x` and `y`, as the judge reads it; x = -1 is a pass, whatever
/// y is. Does not test whether the move is legal.
///
/// # Errors
/// If it is not such an object, or off the board.
pub fn read(value: &Value) -> Result<Move, String> {
    let [x, y] = numbers(value)?;
    to_move(x, y).ok_or_else(|| format!("({x},{y}) is off the board"))
}

fn apply(board: &mut Board, value: &Value) -> Result<(), String> {
    let mv = read(value)?;
    let color = board.to_move();
    board
        .try_play(mv)
        .map_err(|reason| format!("{color} may not play {mv}: {reason}"))
}

/// The numbers of a move as the judge reads it: an object with integral numbers `x` and `y` in the 32-bit
/// range (2.0 is one), or a string that holds such an object.
fn numbers(value: &Value) -> Result<[i32; 2], String> {
    integers(value, &["x", "y"])
}

/// The move of these numbers; `None` off the board.
fn to_move(x: i32, y: i32) -> Option<Move> {
    if x == -1 {
        return Some(Move::Pass);
    }
    Cell::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?).map(Move::Place)
}
