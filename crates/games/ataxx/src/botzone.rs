//! Ataxx's Botzone messages: the bot's side here, the judge's side in [`Referee`].

use std::convert::TryFrom;

use games_common::{integers, simple_io};
use serde_json::{Value, json};

use crate::Cell;
use crate::position::Position;

mod referee;

pub use referee::Referee;

/// The keys of a move.
const KEYS: [&str; 4] = ["x0", "y0", "x1", "y1"];

/// The state that a bot sees: the whole position, with the history that the repetition rule needs.
pub type State = Position;
/// The move that a bot answers with.
pub type Move = crate::mv::Move;

/// Ataxx has simple IO: one line of four numbers for a request and for an answer.
pub const SIMPLE_IO: bool = true;

/// A position as `explain` and `positions` read it: the moves so far; or a board, who moves, and the number of plies; or both.
pub const EXAMPLE: &str = "00-11 60-51";

/// The state before the first request.
pub fn start() -> State {
    Position::new()
}

/// Applies a request: the opponent's move, or four times -1, which black gets in its first turn.
///
/// # Errors
/// If it is not a move, or an illegal one.
pub fn request(state: &mut State, request: &Value) -> Result<(), String> {
    match numbers(request) {
        Ok([-1, -1, -1, -1]) if state.board().ply() == 0 => Ok(()),
        _ => apply(state, request),
    }
}

/// Applies the bot's own answer.
///
/// # Errors
/// If it is not a move, or an illegal one; also one that repeats a step, unless all do.
pub fn response(state: &mut State, response: &Value) -> Result<(), String> {
    apply(state, response)
}

/// The answer for the judge: `{"x0":..,"y0":..,"x1":..,"y1":..}`.
pub fn answer(mv: Move) -> Value {
    object([mv.from, mv.to].map(|cell| [cell.x(), cell.y()].map(i32::from)))
}

/// Some legal move of the side to move, one that repeats no step if there is one; `None` only if the game is over.
pub fn fallback(state: &State) -> Option<Move> {
    state.moves().next()
}

/// The request in a line `X0 Y0 X1 Y1` of simple IO.
///
/// # Errors
/// If the line is not four integers.
pub fn simple_request(line: &str) -> Result<Value, String> {
    simple_io::request(line, &KEYS)
}

/// The answer in a line of simple IO, see [`simple_io::response`].
///
/// # Errors
/// None; other games have some.
pub fn simple_response(line: &str) -> Result<Value, String> {
    Ok(simple_io::response(line, &KEYS))
}

/// Our answer as the line of simple IO.
pub fn simple_answer(response: &Value) -> String {
    simple_io::line(response, &KEYS)
}

/// A request as the line of simple IO.
pub fn simple_request_line(request: &Value) -> String {
    simple_answer(request)
}

/// The object of two pairs of x and y.
fn object(cells: [[i32; 2]; 2]) -> Value {
    let [[x0, y0], [x1, y1]] = cells;
    json!({"x0": x0, "y0": y0, "x1": x1, "y1": y1})
}

/// The move of a request or a response: an object with the four coordinates, as the judge reads it. Whether it is legal
/// is not tested.
///
/// # Errors
/// If it is not such an object, or a cell is off the board.
pub fn read(value: &Value) -> Result<Move, String> {
    on_board(numbers(value)?).ok_or_else(|| "a cell is off the board".to_owned())
}

fn apply(position: &mut Position, value: &Value) -> Result<(), String> {
    let mv = read(value)?;
    let color = position.to_move();
    position
        .try_play(mv)
        .map_err(|reason| format!("{color} may not play {mv}: {reason}"))
}

/// The numbers of a move as the judge reads it, in the order of [`KEYS`]: an object with integral numbers in the 32-bit
/// range (2.0 is one), or a string that holds such an object.
fn numbers(value: &Value) -> Result<[i32; 4], String> {
    integers(value, &KEYS)
}

/// The move; `None` if a cell is off the board.
fn on_board(numbers: [i32; 4]) -> Option<Move> {
    let [x0, y0, x1, y1] = numbers.map(u8::try_from);
    let from = Cell::new(x0.ok()?, y0.ok()?)?;
    let to = Cell::new(x1.ok()?, y1.ok()?)?;
    Some(Move { from, to })
}
