//! A board with its past, for the rule of repetition.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::board::Board;
use crate::error::IllegalMove;
use crate::mv::Move;
use crate::{CellSet, Color, Outcome};

/// A board and the steps that led to it.
///
/// The judge keeps the list of the boards after each move and before its colors change; the first one is the start. Who makes
/// two boards that follow each other follow each other again loses. So not a board is forbidden, but a step from one to
/// another. A clone adds a piece for good: steps before the last clone cannot come again.
///
/// ```
/// use ataxx::{IllegalMove, Position};
///
/// let mut position: Position = "00-20 60-62 20-00 62-60".parse()?;
/// assert_eq!(position.moves().count(), 15);
/// assert_eq!(position.try_play("00-20".parse()?), Err(IllegalMove::Circular));
/// position.play("66-65".parse()?);
/// # Ok::<(), ataxx::ParseError>(())
/// ```
#[derive(Clone, Default)]
pub struct Position {
    board: Board,
    steps: Vec<Step>,
}

/// A move that was played.
#[derive(Clone, Copy)]
struct Step {
    before: Board,
    mv: Move,
    /// The pieces after it, before colors changed.
    moved: [CellSet; 2],
}

impl From<Board> for Position {
    /// A board without a past.
    fn from(board: Board) -> Self {
        Self {
            board,
            steps: Vec::new(),
        }
    }
}

impl Position {
    /// The start of a game.
    pub fn new() -> Self {
        Self::default()
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub fn to_move(&self) -> Color {
        self.board.to_move()
    }

    /// The legal moves, by from and to: those that repeat no step, unless all do; such a move loses.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.allowed(self.board.moves())
    }

    /// The legal moves that make different boards, as [`Board::distinct_moves`].
    pub fn distinct_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.allowed(self.board.distinct_moves())
    }

    fn allowed<'a>(
        &'a self,
        moves: impl Iterator<Item = Move> + 'a,
    ) -> impl Iterator<Item = Move> + 'a {
        let is_over = self.is_repetition();
        let any = !self.may_repeat() || self.must_repeat();
        moves.filter(move |&mv| !is_over && (any || self.repeated(mv).is_none()))
    }

    /// Returns true if every move repeats a step: the side to move has lost.
    pub fn must_repeat(&self) -> bool {
        self.may_repeat() && self.board.moves().all(|mv| self.repeated(mv).is_some())
    }

    /// Returns true if a move could repeat a step: the last board has been there before.
    #[inline]
    pub fn may_repeat(&self) -> bool {
        self.returns(self.steps.len()).next().is_some()
    }

    /// The number, from 1, of the first ply whose step a move would repeat. Otherwise the move must be legal.
    #[inline]
    pub fn repeated(&self, mv: Move) -> Option<usize> {
        self.repeats(self.steps.len(), self.board.moved(mv))
    }

    /// As [`Position::repeated`], after the first `steps` steps, of the move that makes these pieces.
    #[inline]
    fn repeats(&self, steps: usize, moved: [CellSet; 2]) -> Option<usize> {
        let first = (self.returns(steps))
            .filter(|&i| self.moved(i + 1) == moved)
            .last();
        let before = usize::from(self.board.ply()) - self.steps.len();
        first.map(|i| before + i + 1)
    }

    /// The boards in the first `last` ones of the judge's list that are equal to the next, the latest first. The one just before
    /// it cannot be.
    #[inline]
    fn returns(&self, last: usize) -> impl Iterator<Item = usize> + '_ {
        let wanted = self.moved(last);
        let count = |moved: [CellSet; 2]| moved[0].len() + moved[1].len();
        (0..last.saturating_sub(1))
            .rev()
            .map(move |i| (i, self.moved(i)))
            .take_while(move |&(_, moved)| count(moved) == count(wanted))
            .filter(move |&(_, moved)| moved == wanted)
            .map(|(i, _)| i)
    }

    /// The judge's list: the first board, then that of each step, before colors changed.
    #[inline]
    fn moved(&self, i: usize) -> [CellSet; 2] {
        match (i.checked_sub(1), self.steps.first()) {
            (Some(step), _) => self.steps[step].moved,
            (None, Some(first)) => first.before.both(),
            (None, None) => self.board.both(),
        }
    }

    /// The board before the last clone, or the first one, and the moves from there: all that can still matter.
    pub(crate) fn since_clone(&self) -> (Board, impl Iterator<Item = Move> + '_) {
        let clone = self.steps.iter().rposition(|step| !step.mv.is_jump());
        let steps = &self.steps[clone.unwrap_or(0)..];
        let first = steps.first().map_or(self.board, |step| step.before);
        (first, steps.iter().map(|step| step.mv))
    }

    /// Returns true if the side to move may play this move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Checks whether the side to move may play this move.
    ///
    /// # Errors
    /// If not.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_repetition() {
            return Err(IllegalMove::Over);
        }
        self.board.check(mv)?;
        match self.repeated(mv).is_some() && !self.must_repeat() {
            true => Err(IllegalMove::Circular),
            false => Ok(()),
        }
    }

    /// Plays a move.
    ///
    /// # Panics
    /// If it is illegal.
    pub fn play(&mut self, mv: Move) {
        if let Err(reason) = self.try_play(mv) {
            panic!("{} may not play {mv}: {reason}", self.to_move());
        }
    }

    /// Plays a move, or says why not and leaves the position as it is.
    ///
    /// # Errors
    /// If it is illegal.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        self.push(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    ///
    /// An illegal move leaves an invalid position (which is not unsafe); debug builds panic.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{} may not play {mv}", self.to_move());
        self.push(mv);
    }

    /// Takes the last move back; nothing happens where none is known.
    #[inline]
    pub fn take_back(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.board = step.before;
        }
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        let before = self.board;
        let moved = before.moved(mv);
        self.steps.push(Step { before, mv, moved });
        self.board.play_unchecked(mv);
    }

    /// Returns true if the last move repeated a step, as all moves did.
    fn is_repetition(&self) -> bool {
        let jump = self.steps.last().filter(|step| step.mv.is_jump());
        jump.is_some_and(|step| self.repeats(self.steps.len() - 1, step.moved).is_some())
    }

    /// The outcome of the game: a loss by repetition, or [`Board::outcome`]; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.is_repetition() {
            true => Some(Outcome::Win(self.to_move())),
            false => self.board.outcome(),
        }
    }
}

/// Equal boards whose pasts allow the same moves.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let ((board, moves), (other_board, other_moves)) =
            (self.since_clone(), other.since_clone());
        board == other_board && moves.eq(other_moves)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (board, moves) = self.since_clone();
        board.hash(state);
        moves.for_each(|mv| mv.hash(state));
    }
}

/// Prints the position on one line.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
    }
}
