//! The board and what a move does to it.

use std::cmp::Ordering;
use std::fmt;

use crate::error::IllegalMove;
use crate::mv::{FAR, Move, NEAR};
use crate::{Cell, CellSet, Color, Outcome};

/// The game ends after this ply at the latest.
pub const LAST_PLY: u16 = 401;

/// A board and the number of plies played. It is plain data: copy it, then play on the copy. It does not know how it came
/// about, and so nothing of the rule of repetition: see [`Position`](crate::Position).
///
/// ```
/// use ataxx::{Board, Color};
///
/// let board = Board::new();
/// assert_eq!(board.moves().count(), 16);
/// let Some(mv) = board.moves().next() else { panic!("the board is open") };
/// let mut next = board;
/// next.play(mv);
/// assert_eq!((board.ply(), next.ply()), (0, 1));
/// assert_eq!(next.to_move(), Color::White);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    pieces: [CellSet; 2],
    ply: u16,
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl Board {
    /// The start of a game; black is to move.
    pub const fn new() -> Self {
        let corners = [1 | 1 << 48, 1 << 6 | 1 << 42];
        Self::from_sets(
            [
                CellSet::from_bits(corners[0]),
                CellSet::from_bits(corners[1]),
            ],
            0,
        )
    }

    /// The board with these pieces, black's and white's, after this number of plies.
    pub(crate) const fn from_sets(pieces: [CellSet; 2], ply: u16) -> Self {
        Self { pieces, ply }
    }

    /// Number of moves played.
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// The side to move.
    #[inline]
    pub const fn to_move(&self) -> Color {
        match self.ply % 2 {
            0 => Color::Black,
            _ => Color::White,
        }
    }

    /// The pieces of one color.
    #[inline]
    pub const fn pieces(&self, color: Color) -> CellSet {
        self.pieces[color.index()]
    }

    /// The pieces of black and of white.
    #[inline]
    pub const fn both(&self) -> [CellSet; 2] {
        self.pieces
    }

    /// The cells without a piece.
    #[inline]
    pub fn empty(&self) -> CellSet {
        !(self.pieces[0] | self.pieces[1])
    }

    /// The cells that a piece on `from` could jump to.
    #[inline]
    fn jumps(&self, from: Cell) -> CellSet {
        FAR[from.index()] & self.empty()
    }

    /// The pieces of the side to move that could jump to the empty cell `to`.
    #[inline]
    pub fn jumpers(&self, to: Cell) -> CellSet {
        FAR[to.index()] & self.pieces(self.to_move())
    }

    /// The legal moves of the side to move, as long as the game is not over, by from and to.
    ///
    /// Clones to one cell from several pieces are several moves: see [`Board::distinct_moves`].
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        let empty = self.empty();
        let targets = move |from: Cell| (NEAR[from.index()] | FAR[from.index()]) & empty;
        let moves = move |from: Cell| targets(from).iter().map(move |to| Move { from, to });
        self.movers().iter().flat_map(moves)
    }

    /// The legal moves that make different boards: of the clones to one cell only the first. Clones come first.
    pub fn distinct_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let (movers, board) = (self.movers(), *self);
        let clone = move |to: Cell| {
            let from = (NEAR[to.index()] & movers).first()?;
            Some(Move { from, to })
        };
        let clones = (movers.neighbors() & board.empty()).iter();
        let jumps = move |from: Cell| board.jumps(from).iter().map(move |to| Move { from, to });
        clones
            .filter_map(clone)
            .chain(movers.iter().flat_map(jumps))
    }

    /// Number of [`Board::moves`].
    #[inline]
    pub fn move_count(&self) -> u32 {
        let empty = self.empty();
        let targets = |from: Cell| (NEAR[from.index()] | FAR[from.index()]) & empty;
        let counts = self.movers().iter().map(|from| targets(from).len() as u32);
        counts.sum()
    }

    /// Number of [`Board::distinct_moves`].
    #[inline]
    pub fn distinct_move_count(&self) -> u32 {
        let (movers, empty) = (self.movers(), self.empty());
        let jumps = movers.iter().map(|from| self.jumps(from).len() as u32);
        (movers.neighbors() & empty).len() as u32 + jumps.sum::<u32>()
    }

    /// The pieces of the side to move; none if the game is over.
    #[inline]
    fn movers(&self) -> CellSet {
        match self.is_over() {
            false => self.pieces(self.to_move()),
            true => CellSet::EMPTY,
        }
    }

    /// Returns true if a color could move if it were its turn.
    #[inline]
    pub fn can_move(&self, color: Color) -> bool {
        !(self.pieces(color).within_two() & self.empty()).is_empty()
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
        if self.is_over() {
            Err(IllegalMove::Over)
        } else if !self.pieces(self.to_move()).contains(mv.from) {
            Err(IllegalMove::NotOwn)
        } else if !self.empty().contains(mv.to) {
            Err(IllegalMove::Taken)
        } else if mv.distance() > 2 {
            Err(IllegalMove::Far)
        } else {
            Ok(())
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

    /// Plays a move, or says why not and leaves the board as it is.
    ///
    /// # Errors
    /// If it is illegal.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        self.place(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    ///
    /// An illegal move leaves an invalid board (which is not unsafe); debug builds panic.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{} may not play {mv}", self.to_move());
        self.place(mv);
    }

    #[inline]
    fn place(&mut self, mv: Move) {
        let mover = self.to_move();
        let flips = self.flipped(mv.to);
        self.pieces = self.moved(mv);
        self.pieces[mover.index()] |= flips;
        self.pieces[mover.opponent().index()] -= flips;
        self.ply += 1;
    }

    /// The pieces after a legal move of the side to move, before colors change: what the judge's rule of repetition compares.
    #[inline]
    pub fn moved(&self, mv: Move) -> [CellSet; 2] {
        let mut pieces = self.pieces;
        let own = &mut pieces[self.to_move().index()];
        if mv.is_jump() {
            own.remove(mv.from);
        }
        own.insert(mv.to);
        pieces
    }

    /// The pieces of the opponent that change color if the side to move puts a piece there.
    #[inline]
    pub fn flipped(&self, to: Cell) -> CellSet {
        self.pieces(self.to_move().opponent()) & NEAR[to.index()]
    }

    /// Returns true if the game has ended, repetitions aside.
    #[inline]
    pub fn is_over(&self) -> bool {
        !(self.can_move(Color::Black) && self.can_move(Color::White)) || self.ply >= LAST_PLY
    }

    /// The outcome of the game, repetitions aside, or `None` while it goes on. The game ends if a color has no pieces
    /// left; or, counted as in [`Board::counts`], if one of the two cannot move, whoever's turn it is, or the last ply
    /// was played.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let [black, white] = self.counts();
        Some(match black.cmp(&white) {
            Ordering::Greater => Outcome::Win(Color::Black),
            Ordering::Less => Outcome::Win(Color::White),
            Ordering::Equal => Outcome::Draw,
        })
    }

    /// The counts of black and white if the game were over now: their pieces, and if just one of the two can move, all
    /// empty cells for that one.
    pub fn counts(&self) -> [u32; 2] {
        let empty = self.empty().len() as u32;
        let can = [Color::Black, Color::White].map(|color| self.can_move(color));
        let mut counts = self.pieces.map(|pieces| pieces.len() as u32);
        if can[0] != can[1] {
            counts[usize::from(can[1])] += empty;
        }
        counts
    }
}

/// Prints the board on one line.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
    }
}
