//! The messages of the variant with the swap, `Gomoku-Swap1`: those of the plain game and simple IO. Its judge is not public; the
//! crate's README has what is assumed.

use crate::board::Board;

pub use super::{
    Move, Referee, State, answer, fallback, read, request, response, simple_answer, simple_request,
    simple_request_line, simple_response,
};

/// The variant has simple IO: one line `X Y` for a request and for an answer.
pub const SIMPLE_IO: bool = true;

/// A position as `explain` and `positions` read it: `swap1` and the moves so far; or a board, who moves, and `swap1`.
pub const EXAMPLE: &str = "swap1 h8 swap i9";

/// The state before the first request.
pub fn start() -> State {
    Board::with_swap()
}
