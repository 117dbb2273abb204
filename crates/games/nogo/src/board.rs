//! The position and its rules.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::Color;
use crate::error::IllegalMove;
use crate::point::Point;
use crate::point_set::PointSet;

/// A position: every group on it has a liberty, and the side to move follows from the number of stones.
///
/// Boards are equal if their stones are. Copy-make is the way to look ahead:
///
/// ```
/// use nogo::{Board, Color};
///
/// let board = Board::new();
/// let Some(point) = board.legal_moves(board.to_move()).first() else { panic!("the board is empty") };
/// let mut next = board;
/// next.play(point);
/// assert_eq!((board.ply(), next.ply()), (0, 1));
/// assert_eq!(next.to_move(), Color::White);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Board {
    /// Follows from the numbers of stones; here because counting costs time in every playout.
    to_move: Color,
    stones: [PointSet; 2],
    /// Stones in groups with two liberties or more. A stone without an empty neighbor may be missing: no move is legal
    /// because of it.
    two_liberties: [PointSet; 2],
    /// Points that are the only liberty of a group of the color; some may be occupied by now.
    last_liberties: [PointSet; 2],
}

impl Board {
    /// The empty board; black is to move.
    pub const fn new() -> Self {
        const NONE: [PointSet; 2] = [PointSet::EMPTY; 2];
        Self {
            to_move: Color::Black,
            stones: NONE,
            two_liberties: NONE,
            last_liberties: NONE,
        }
    }

    /// Number of stones, which is the number of moves played.
    pub const fn ply(&self) -> usize {
        self.stones[0].len() + self.stones[1].len()
    }

    /// The side to move: black on even plies.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The stones of one color.
    pub const fn stones(&self, color: Color) -> PointSet {
        self.stones[color.index()]
    }

    /// The points without a stone.
    pub fn empty(&self) -> PointSet {
        !(self.stones[0] | self.stones[1])
    }

    /// All points where `color` may place a stone in this position, whichever side is to move.
    ///
    /// A point that is not in the set now will never be in it again.
    #[inline]
    pub fn legal_moves(&self, color: Color) -> PointSet {
        let empty = self.empty();
        let with_liberty = (empty | self.two_liberties[color.index()]).neighbors();
        (empty & with_liberty) - self.last_liberties[color.opponent().index()]
    }

    /// Returns true if the side to move may place a stone on `point`.
    pub fn is_legal(&self, point: Point) -> bool {
        self.legal_moves(self.to_move).contains(point)
    }

    /// Places a stone of the side to move.
    ///
    /// # Panics
    /// If the move is illegal.
    pub fn play(&mut self, point: Point) {
        if let Err(reason) = self.try_play(point) {
            panic!("{} may not play {point}: {reason}", self.to_move);
        }
    }

    /// Places a stone of the side to move, or says why not and leaves the board as it is.
    ///
    /// # Errors
    /// If the move is illegal.
    #[inline]
    pub fn try_play(&mut self, point: Point) -> Result<(), IllegalMove> {
        let color = self.to_move;
        let empty = self.empty();
        if !empty.contains(point) {
            return Err(IllegalMove::Occupied);
        }
        let around = point.neighbors();
        let suicide = (around & (empty | self.two_liberties[color.index()])).is_empty();
        let capture = self.last_liberties[color.opponent().index()].contains(point);
        match (suicide, capture) {
            (true, true) => Err(IllegalMove::SuicideAndCapture),
            (true, false) => Err(IllegalMove::Suicide),
            (false, true) => Err(IllegalMove::Capture),
            (false, false) => {
                self.place(point);
                Ok(())
            }
        }
    }

    /// Places a stone of the side to move on a point that is known to be legal.
    ///
    /// An illegal move leaves an invalid board (which is not unsafe); debug builds panic.
    #[inline]
    pub fn play_unchecked(&mut self, point: Point) {
        debug_assert!(
            self.is_legal(point),
            "{} may not play {point}",
            self.to_move
        );
        self.place(point);
    }

    /// The winner if the side to move has no legal move, else `None`. There is no draw.
    #[inline]
    pub fn outcome(&self) -> Option<Color> {
        let mover = self.to_move;
        self.legal_moves(mover)
            .is_empty()
            .then_some(mover.opponent())
    }

    #[inline]
    fn place(&mut self, point: Point) {
        // Two copies of the code, each for a fixed color: a tenth more playouts per second.
        match self.to_move {
            Color::Black => self.place_as(Color::Black, point),
            Color::White => self.place_as(Color::White, point),
        }
    }

    #[inline(always)]
    fn place_as(&mut self, color: Color, point: Point) {
        let opponent = color.opponent();
        self.to_move = opponent;
        self.stones[color.index()].insert(point);
        self.update_group(color, point);
        let mut enemies = point.neighbors() & self.stones[opponent.index()];
        while let Some(enemy) = enemies.first() {
            enemies -= self.update_group(opponent, enemy);
        }
    }

    /// Records whether the group of `stone` has one liberty or more, and returns a part of the group.
    #[inline(always)]
    fn update_group(&mut self, color: Color, stone: Point) -> PointSet {
        let stones = self.stones[color.index()];
        let empty = self.empty();
        let mut group = PointSet::of(stone);
        let mut around = stone.neighbors();
        loop {
            let liberties = around & empty;
            if liberties.has_two() {
                self.two_liberties[color.index()] |= group;
                return group;
            }
            let grown = group | (around & stones);
            if grown == group {
                self.two_liberties[color.index()] -= group;
                self.last_liberties[color.index()] |= liberties;
                return group;
            }
            group = grown;
            around = group.neighbors();
        }
    }

    /// The position with these stones, or a group without a liberty (its color and one stone of it).
    pub(crate) fn from_stones(stones: [PointSet; 2]) -> Result<Self, (Color, Point)> {
        let mut board = Self {
            stones,
            ..Self::new()
        };
        if stones[0].len() > stones[1].len() {
            board.to_move = Color::White;
        }
        for color in [Color::Black, Color::White] {
            let mut rest = stones[color.index()];
            while let Some(stone) = rest.first() {
                let group = board.update_group(color, stone);
                if (group.neighbors() & board.empty()).is_empty() {
                    return Err((color, stone));
                }
                rest -= group;
            }
        }
        Ok(board)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
    }
}

/// Prints the one-line picture.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
    }
}
