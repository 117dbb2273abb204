//! Gomoku's Botzone messages: the bot's side here, the judge's side in [`Referee`]. The variant with the swap is in
//! [`swap`].

use std::convert::TryFrom;

use games_common::fields;
use serde_json::{Value, json};

use crate::Cell;
use crate::board::Board;

mod javascript;
mod referee;
pub mod swap;

pub use games_common::simple_io::{
    simple_answer, simple_request, simple_request_line, simple_response,
};
pub use referee::Referee;

/// The state that a bot sees: the whole position.
pub type State = Board;
/// The move that a bot answers with.
pub type Move = crate::mv::Move;

/// The plain game has no simple IO.
pub const SIMPLE_IO: bool = false;

/// A position as `explain` and `positions` read it: the moves so far; or a board and who moves.
pub const EXAMPLE: &str = "h8 h9 i9";

/// The state before the first request.
pub fn start() -> State {
    Board::new()
}

/// Applies a request: the opponent's move; `{"x":-1,"y":-1}` is black's sign to begin, later in the variant the swap.
///
/// # Errors
/// If it is not a move, or an illegal one.
pub fn request(state: &mut State, request: &Value) -> Result<(), String> {
    match fields(request, &["x", "y"]) {
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

/// The answer for the judge: `{"x":X,"y":Y}`, both -1 for the swap.
pub fn answer(mv: Move) -> Value {
    match mv {
        Move::Place(cell) => json!({"x": cell.x(), "y": cell.y()}),
        Move::Swap => json!({"x": -1, "y": -1}),
    }
}

/// Some legal move of the side to move, as near to the center as there is one; `None` only after the end of the game.
pub fn fallback(state: &State) -> Option<Move> {
    let from_center = |cell: &Cell| {
        let [x, y] = [cell.x(), cell.y()].map(|at| (i32::from(at) - 7).abs());
        (x.max(y), cell.index())
    };
    let nearest = state.legal_moves().iter().min_by_key(from_center)?;
    Some(Move::Place(nearest))
}

/// The move of a request or a response: an object with `x` and `y`; both -1 are the swap. Does not test whether the
/// move is legal.
///
/// # Errors
/// If it is not such an object, or off the board.
pub fn read(value: &Value) -> Result<Move, String> {
    let [x, y] = fields(value, &["x", "y"])?;
    if [x, y] == [-1, -1] {
        return Ok(Move::Swap);
    }
    let cell = u8::try_from(x).ok().zip(u8::try_from(y).ok());
    cell.and_then(|(x, y)| Cell::new(x, y))
        .map(Move::Place)
        .ok_or_else(|| format!("({},{}) is off the board", x, y))
}

fn apply(board: &mut Board, value: &Value) -> Result<(), String> {
    let mv = read(value)?;
    let color = board.to_move();
    board
        .try_play(mv)
        .map_err(|reason| format!("{} may not play {}: {}", color, mv, reason))
}
