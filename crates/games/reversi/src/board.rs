//! The position and its rules.

use std::cmp::Ordering;
use std::fmt;

use crate::bits;
use crate::error::IllegalMove;
use crate::mv::Move;
use crate::{Cell, CellSet, Color, Outcome};

/// A position. It is plain data: copy it, then play on the copy.
///
/// ```
/// use reversi::{Board, Color};
///
/// let board = Board::new();
/// assert_eq!(board.moves().count(), 4);
/// let Some(mv) = board.moves().next() else { panic!("the board is open") };
/// let mut next = board;
/// next.play(mv);
/// assert_eq!([board, next].map(|board| board.counts()), [[2, 2], [4, 1]]);
/// assert_eq!(next.to_move(), Color::White);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The discs of the side to move, and of the other.
    sides: [CellSet; 2],
    to_move: Color,
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl Board {
    /// The start of a game: black on (4,3) and (3,4), white on (3,3) and (4,4), black to move.
    pub const fn new() -> Self {
        Self {
            sides: [
                CellSet::from_bits(1 << 28 | 1 << 35),
                CellSet::from_bits(1 << 27 | 1 << 36),
            ],
            to_move: Color::Black,
        }
    }

    /// The position with these discs, of black and of white; a cell cannot be in both sets.
    pub(crate) const fn from_sets(discs: [CellSet; 2], to_move: Color) -> Self {
        let [black, white] = discs;
        let sides = match to_move {
            Color::Black => [black, white],
            Color::White => [white, black],
        };
        Self { sides, to_move }
    }

    /// The side to move.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The discs of one color.
    #[inline]
    pub const fn discs(&self, color: Color) -> CellSet {
        self.sides[color.index() ^ self.to_move.index()]
    }

    /// The discs of the side to move, and of the other.
    #[inline]
    pub const fn discs_of_both(&self) -> [CellSet; 2] {
        self.sides
    }

    /// The numbers of black and white discs.
    pub fn counts(&self) -> [usize; 2] {
        [Color::Black, Color::White].map(|color| self.discs(color).len())
    }

    /// The cells without a disc.
    pub fn empty(&self) -> CellSet {
        !(self.sides[0] | self.sides[1])
    }

    /// All cells on which `color` may place a disc in this position, whichever side is to move. If there is none for the side
    /// to move, but one for the other, it must pass.
    #[inline]
    pub fn legal_moves(&self, color: Color) -> CellSet {
        let [own, other] = self.sides(color);
        let [placements] = bits::placements([own], [other]);
        CellSet::from_bits(placements)
    }

    /// The [legal moves](Self::legal_moves) of the side to move, and of the other, in hardly more time than those of one.
    #[inline]
    pub fn moves_of_both(&self) -> [CellSet; 2] {
        let [own, other] = self.sides.map(CellSet::bits);
        bits::placements([own, other], [other, own]).map(CellSet::from_bits)
    }

    /// The discs that the side to move turns over by a disc on this empty cell; none if it may not place one there.
    #[inline]
    pub fn flips(&self, cell: Cell) -> CellSet {
        let [own, other] = self.sides(self.to_move);
        CellSet::from_bits(bits::flips(own, other, cell.index()))
    }

    /// The position after a disc on this empty cell; `None` if it turns none over. For searches that try every cell: the flips
    /// are looked for once.
    #[inline]
    pub fn after(&self, cell: Cell) -> Option<Self> {
        let flips = self.flips(cell);
        (!flips.is_empty()).then(|| {
            let mut next = *self;
            next.turn(cell, flips);
            next
        })
    }

    /// The bits of the discs of `color`, and of the other one.
    #[inline(always)]
    const fn sides(&self, color: Color) -> [u64; 2] {
        [
            self.discs(color).bits(),
            self.discs(color.opponent()).bits(),
        ]
    }

    /// The legal moves of the side to move by [`Cell::index`]; the pass alone if it must; none at the end of the game.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        let places = self.legal_moves(self.to_move);
        let pass =
            (places.is_empty() && self.can_move(self.to_move.opponent())).then_some(Move::Pass);
        places.iter().map(Move::Place).chain(pass)
    }

    /// Returns true if a color could place a disc if it were its turn.
    #[inline]
    pub fn can_move(&self, color: Color) -> bool {
        !self.legal_moves(color).is_empty()
    }

    /// Returns true if the side to move may play this move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Checks whether the side to move may play this move.
    ///
    /// # Errors
    /// If not, with the reason.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Place(cell) if !self.empty().contains(cell) => Err(IllegalMove::Occupied),
            Move::Place(cell) if self.flips(cell).is_empty() => Err(IllegalMove::NoFlip),
            Move::Pass if self.can_move(self.to_move) => Err(IllegalMove::CanMove),
            Move::Pass if !self.can_move(self.to_move.opponent()) => Err(IllegalMove::Over),
            _ => Ok(()),
        }
    }

    /// Plays a move.
    ///
    /// # Panics
    /// If it is illegal.
    pub fn play(&mut self, mv: Move) {
        if let Err(reason) = self.try_play(mv) {
            panic!("{} may not play {mv}: {reason}", self.to_move);
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
        debug_assert!(self.is_legal(mv), "{} may not play {mv}", self.to_move);
        self.place(mv);
    }

    #[inline]
    fn place(&mut self, mv: Move) {
        match mv {
            Move::Place(cell) => self.turn(cell, self.flips(cell)),
            Move::Pass => self.swap(),
        }
    }

    /// The other side is to move.
    #[inline]
    fn swap(&mut self) {
        self.sides.swap(0, 1);
        self.to_move = self.to_move.opponent();
    }

    #[inline]
    fn turn(&mut self, cell: Cell, flips: CellSet) {
        self.sides[0] |= flips | CellSet::of(cell);
        self.sides[1] -= flips;
        self.swap();
    }

    /// The outcome of the game; `None` while one of the sides can place a disc. Empty cells count for nobody.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.can_move(self.to_move) || self.can_move(self.to_move.opponent()) {
            return None;
        }
        let [black, white] = self.counts();
        Some(match black.cmp(&white) {
            Ordering::Greater => Outcome::Win(Color::Black),
            Ordering::Less => Outcome::Win(Color::White),
            Ordering::Equal => Outcome::Draw,
        })
    }
}

/// Prints the position on one line.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
    }
}
