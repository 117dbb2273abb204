//! The position and its rules.

use std::fmt;

use crate::{Cell, CellSet};

use crate::Color;
use crate::error::IllegalMove;
use crate::lines::{DIRECTIONS, ReachCounts, ray, reach};
use crate::mv::Move;

/// A position. It is plain data: copy it, then play on the copy.
///
/// ```
/// use amazons::{Board, Color};
///
/// let board = Board::new();
/// assert_eq!(board.moves().count(), 1232);
/// let Some(mv) = board.moves().next() else { panic!("the board is open") };
/// let mut next = board;
/// next.play(mv);
/// assert_eq!((board.ply(), next.ply()), (0, 1));
/// assert_eq!(next.to_move(), Color::White);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    amazons: [CellSet; 2],
    arrows: CellSet,
    to_move: Color,
}

/// The cells of black's amazons at the start, and of white's.
const START: [[(u8, u8); 4]; 2] = [
    [(0, 2), (2, 0), (5, 0), (7, 2)],
    [(0, 5), (2, 7), (5, 7), (7, 5)],
];

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl Board {
    /// The start of a game; black is to move.
    pub fn new() -> Self {
        let cells =
            |cells: [(u8, u8); 4]| cells.iter().filter_map(|&(x, y)| Cell::new(x, y)).collect();
        Self {
            amazons: START.map(cells),
            arrows: CellSet::EMPTY,
            to_move: Color::Black,
        }
    }

    /// The position with these amazons, of black and of white, and arrows; no cell may be in two of the sets.
    pub const fn from_sets(amazons: [CellSet; 2], arrows: CellSet, to_move: Color) -> Self {
        Self {
            amazons,
            arrows,
            to_move,
        }
    }

    /// Number of moves played: each leaves an arrow.
    pub const fn ply(&self) -> usize {
        self.arrows.len()
    }

    /// The side to move.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The amazons of one color.
    pub const fn amazons(&self, color: Color) -> CellSet {
        self.amazons[color.index()]
    }

    /// The cells that arrows have blocked.
    pub const fn arrows(&self) -> CellSet {
        self.arrows
    }

    /// The cells with an amazon or an arrow.
    pub fn occupied(&self) -> CellSet {
        self.amazons[0] | self.amazons[1] | self.arrows
    }

    /// The cells without.
    pub fn empty(&self) -> CellSet {
        !self.occupied()
    }

    /// The cells that an amazon on `from` can step to.
    #[inline]
    pub fn steps(&self, from: Cell) -> CellSet {
        reach(from, self.occupied())
    }

    /// The cells that an amazon that has stepped from `from` to `to` can shoot at.
    #[inline]
    pub fn shots(&self, from: Cell, to: Cell) -> CellSet {
        reach(to, self.occupied() - CellSet::of(from))
    }

    /// The legal moves of the side to move, by from, to and arrow: the order of the judge's stages, each by
    /// [`Cell::index`].
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        let board = *self;
        let steps = move |from| board.steps(from).iter().map(move |to| (from, to));
        let shots = move |(from, to)| {
            let arrows = board.shots(from, to).iter();
            arrows.map(move |arrow| Move { from, to, arrow })
        };
        let amazons = board.amazons(board.to_move).iter();
        amazons.flat_map(steps).flat_map(shots)
    }

    /// The number of legal moves that a color would have if it were its turn.
    ///
    /// A shot sees what a queen on the amazon's new cell reaches, and beyond the cell that it came from, which is empty
    /// by now. So counts of all cells, made at once, are enough.
    #[inline]
    pub fn move_count(&self, color: Color) -> u32 {
        let [count] = self.counted([color]);
        count
    }

    /// [`Board::move_count`] of black and white.
    #[inline]
    pub fn move_counts(&self) -> [u32; 2] {
        self.counted([Color::Black, Color::White])
    }

    #[inline]
    fn counted<const N: usize>(&self, colors: [Color; N]) -> [u32; N] {
        let occupied = self.occupied();
        let counts = ReachCounts::new(!occupied);
        colors.map(|color| {
            let amazons = self.amazons(color).iter();
            amazons.map(|from| moves_of(from, occupied, &counts)).sum()
        })
    }

    /// Returns true if a color could move if it were its turn: an amazon that can step can shoot back.
    #[inline]
    pub fn can_move(&self, color: Color) -> bool {
        !(self.amazons(color).neighbors() & self.empty()).is_empty()
    }

    /// Returns true if the side to move may play this move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Checks whether the side to move may play this move.
    ///
    /// # Errors
    /// If not, with the first objection in the judge's order.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if !self.amazons(self.to_move).contains(mv.from) {
            Err(IllegalMove::NotOwn)
        } else if !self.steps(mv.from).contains(mv.to) {
            Err(IllegalMove::Step)
        } else if !self.shots(mv.from, mv.to).contains(mv.arrow) {
            Err(IllegalMove::Arrow)
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
        self.lift(mv.from);
        self.set(mv.to);
        self.arrows.insert(mv.arrow);
        self.to_move = self.to_move.opponent();
    }

    /// Takes an amazon of the side to move off the board: the first stage of a move.
    pub(crate) fn lift(&mut self, from: Cell) {
        self.amazons[self.to_move.index()].remove(from);
    }

    /// Puts an amazon of the side to move on the board: the second stage.
    pub(crate) fn set(&mut self, to: Cell) {
        self.amazons[self.to_move.index()].insert(to);
    }

    /// The winner if the side to move has no legal move, else `None`. There is no draw.
    #[inline]
    pub fn outcome(&self) -> Option<Color> {
        let mover = self.to_move;
        (!self.can_move(mover)).then_some(mover.opponent())
    }
}

/// Legal moves of an amazon on `from`.
#[inline]
fn moves_of(from: Cell, occupied: CellSet, counts: &ReachCounts) -> u32 {
    let rays: [CellSet; DIRECTIONS] =
        std::array::from_fn(|direction| ray(from, direction, occupied));
    let all = rays.iter().fold(CellSet::EMPTY, |all, &ray| all | ray);
    // From each cell of a ray the shot back goes over `from` and on in the opposite direction.
    let back = (0..DIRECTIONS).map(|direction| {
        let opposite = (direction + DIRECTIONS / 2) % DIRECTIONS;
        (rays[direction].len() * (1 + rays[opposite].len())) as u32
    });
    counts.sum(all) + back.sum::<u32>()
}

/// Prints the position on one line.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
    }
}
