//! One player's part of a turn, for bots that try a move of their own and guess none of the opponent's.

use crate::board::Board;
use crate::cell::Direction;
use crate::outcome::Fault;

/// The position after `player` alone has moved: the last cells of both snakes are gone, unless the snakes grow; the
/// head of `player` has moved in `direction` or died; the opponent's head is where it was.
///
/// For evaluations only. Taken as a game, the opponent has lost it by a missing answer.
///
/// ```
/// use snake::{Board, Direction, Map, move_alone};
///
/// let board = Board::new(&"2x3".parse::<Map>()?);
/// let moved = move_alone(&board, 1, Direction::Up);
/// assert_eq!(moved.to_string(), "\
/// A.B
/// ..b
/// ");
/// assert_eq!((moved.turn(), moved.death(1)), (1, None));
/// # Ok::<(), snake::ParseError>(())
/// ```
pub fn move_alone(board: &Board, player: usize, direction: Direction) -> Board {
    let mut answers = [Err(Fault::InvalidInput); 2];
    answers[player] = Ok(direction);
    let mut next = *board;
    next.play_answers(answers);
    next
}
