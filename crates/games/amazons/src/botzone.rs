//! Amazons' Botzone messages: the bot's side here, the judge's side in [`Referee`].

use std::convert::TryFrom;

use crate::Cell;
use games_common::{integers, simple_io};
use serde_json::{Value, json};

use crate::board::Board;

mod referee;

pub use referee::Referee;

/// The keys of a move.
const KEYS: [&str; 6] = ["x0", "y0", "x1", "y1", "x2", "y2"];

/// The state that a bot sees: the whole position.
pub type State = Board;
/// The move that a bot answers with.
pub type Move = crate::mv::Move;

/// Amazons has simple IO: one line of six numbers for a request and for an answer.
pub const SIMPLE_IO: bool = true;

/// A position as `explain` and `positions` read it: the moves so far; or a board and who moves.
pub const EXAMPLE: &str = "02-03/02 05-04/05";

/// The state before the first request.
pub fn start() -> State {
    Board::new()
}

/// Applies a request: the opponent's move, or six times -1, which black gets in its first turn.
///
/// # Errors
/// If it is not a move, or an illegal one.
pub fn request(state: &mut State, request: &Value) -> Result<(), String> {
    match numbers(request) {
        Ok([-1, -1, -1, -1, -1, -1]) if state.ply() == 0 => Ok(()),
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

/// The answer for the judge: `{"x0":..,"y0":..,"x1":..,"y1":..,"x2":..,"y2":..}`.
pub fn answer(mv: Move) -> Value {
    object([mv.from, mv.to, mv.arrow].map(|cell| [cell.x(), cell.y()].map(i32::from)))
}

/// Some legal move of the side to move; `None` only if there is none.
pub fn fallback(state: &State) -> Option<Move> {
    state.moves().next()
}

/// The request in a line `X0 Y0 X1 Y1 X2 Y2` of simple IO.
///
/// # Errors
/// If the line is not six integers.
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

/// The object of three pairs of x and y.
fn object(cells: [[i32; 2]; 3]) -> Value {
    let [[x0, y0], [x1, y1], [x2, y2]] = cells;
    json!({"x0": x0, "y0": y0, "x1": x1, "y1": y1, "x2": x2, "y2": y2})
}

/// The move of a request or a response: an object with the six coordinates, as the judge reads it. Whether it is legal
/// is not tested.
///
/// # Errors
/// If it is not such an object, or a cell is off the board.
pub fn read(value: &Value) -> Result<Move, String> {
    let [Some(from), Some(to), Some(arrow)] = cells(numbers(value)?) else {
        return Err("a cell is off the board".to_owned());
    };
    Ok(Move { from, to, arrow })
}

fn apply(board: &mut Board, value: &Value) -> Result<(), String> {
    let mv = read(value)?;
    let color = board.to_move();
    board
        .try_play(mv)
        .map_err(|reason| format!("{color} may not play {mv}: {reason}"))
}

/// The numbers of a move as the judge reads it, in the order of [`KEYS`]: an object with integral numbers in the 32-bit
/// range (2.0 is one), or a string that holds such an object.
fn numbers(value: &Value) -> Result<[i32; 6], String> {
    integers(value, &KEYS)
}

/// From, to and arrow; `None` off the board.
fn cells(numbers: [i32; 6]) -> [Option<Cell>; 3] {
    let [x0, y0, x1, y1, x2, y2] = numbers.map(u8::try_from);
    [(x0, y0), (x1, y1), (x2, y2)].map(|(x, y)| Cell::new(x.ok()?, y.ok()?))
}
