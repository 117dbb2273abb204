//! A position with what searches know of it.

use reversi::{Board, CellSet, Move};
use search::Budget;
use search::alphabeta::{INFINITE, WIN};

use crate::patterns::{Patterns, Sums};

/// A position with what is known of it.
pub struct Node {
    /// The position.
    pub board: Board,
    /// The cells on which the side to move may place a disc ...
    pub moves: CellSet,
    /// ... and on which the other might.
    pub others: CellSet,
    /// The numbers that the value is made of.
    pub sums: Sums,
}

impl Node {
    /// A node of its own.
    pub fn new(board: Board) -> Self {
        Node::with(board, Sums::of(&board))
    }

    #[inline]
    fn with(board: Board, sums: Sums) -> Self {
        let [moves, others] = board.moves_of_both();
        Node {
            board,
            moves,
            others,
            sums,
        }
    }

    /// The node after a disc was placed, which has made this board.
    #[inline]
    pub fn after(&self, board: Board) -> Self {
        Node::with(board, self.sums.after(&self.board, &board))
    }

    /// The node after a pass.
    pub fn passed(&self) -> Self {
        let mut board = self.board;
        board.play_unchecked(Move::Pass);
        Node::with(board, self.sums.passed())
    }

    /// The value of an end, `ply` plies from the root, for the side to move.
    #[inline]
    pub fn end(&self, ply: usize) -> Option<i32> {
        let is_over = (self.moves | self.others).is_empty();
        is_over.then(|| i32::from(counted(&self.board)) * (WIN - ply as i32))
    }

    /// The value by the estimate, which asks for a node that is not over.
    #[inline]
    pub fn value(&self, value: &Patterns) -> i32 {
        value.value(&self.board, &self.sums, [self.moves, self.others])
    }

    /// The best of the values after each move, unless one of them is beta or more; the node is `ply` plies from the root. Each of
    /// them is a node of the budget.
    #[inline]
    pub fn best(&self, value: &Patterns, beta: i32, ply: usize, budget: &mut Budget) -> i32 {
        let mut best = -INFINITE;
        for cell in self.moves {
            if budget.exhausted() {
                break;
            }
            budget.spend(1);
            if let Some(next) = self.board.after(cell) {
                best = best.max(self.after(next).settled(value, ply + 1));
                if best >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The value for the side that is not to move, which asks for no node that is not over: whoever can moves.
    #[inline]
    fn settled(&self, value: &Patterns, ply: usize) -> i32 {
        if !self.moves.is_empty() {
            return -self.value(value);
        }
        match self.end(ply) {
            Some(value) => -value,
            None => self.passed().value(value),
        }
    }
}

/// The result by the discs that lie, for the side to move: 1 if it has more, -1 if it has fewer.
pub fn counted(board: &Board) -> i8 {
    let [mine, theirs] = board.discs_of_both().map(CellSet::len);
    i8::from(mine > theirs) - i8::from(mine < theirs)
}
