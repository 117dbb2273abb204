//! A board together with its rules.

use std::sync::Arc;

use crate::board::Board;
use crate::error::IllegalMove;
use crate::operation::{Operation, Operations};
use crate::outcome::Outcome;
use crate::rules::Rules;

/// A position with everything that is known about the half-game: what a bot sees, what a text describes.
///
/// A search works on copies of `board` and borrows `rules`.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// Items, number of rounds and enclosure rule.
    pub rules: Arc<Rules>,
    /// The position itself, made with these rules.
    pub board: Board,
}

impl Position {
    /// The start of a half-game.
    pub fn new(rules: impl Into<Arc<Rules>>) -> Position {
        let rules = rules.into();
        let board = Board::new(&rules);
        Position { rules, board }
    }

    /// [`Board::legal_moves`].
    pub fn legal_moves(&self) -> Operations {
        self.board.legal_moves()
    }

    /// [`Board::play`].
    ///
    /// # Panics
    /// If the operation is illegal or the half-game is over.
    pub fn play(&mut self, operation: Operation) {
        self.board.play(&self.rules, operation);
    }

    /// [`Board::try_play`].
    ///
    /// # Errors
    /// If the operation is illegal or the half-game is over. The position is as it was.
    pub fn try_play(&mut self, operation: Operation) -> Result<(), IllegalMove> {
        self.board.try_play(&self.rules, operation)
    }

    /// [`Board::outcome`].
    pub fn outcome(&self) -> Option<Outcome> {
        self.board.outcome()
    }
}
