//! The position and its rules.

use std::fmt;

use crate::cell_set::CellSet;
use crate::error::IllegalMove;
use crate::mv::Move;
use crate::{Cell, Color, Outcome};

/// Stones in line that win.
pub const FIVE: usize = 5;

/// The steps along the four lines through a cell: row, column, falling and rising diagonal.
pub const LINES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A position. It is plain data: copy it, then play on the copy.
///
/// ```
/// use gomoku::{Board, Color, Outcome};
///
/// let mut board: Board = "h8 a1 h9 a2 h10 a3 h11 a4".parse()?;
/// assert_eq!((board.ply(), board.outcome()), (8, None));
/// board.play("h7".parse()?);
/// assert_eq!(board.outcome(), Some(Outcome::Win(Color::Black)));
/// # Ok::<(), gomoku::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    stones: [CellSet; 2],
    /// Follows from the stones; here because counting costs time in every search.
    to_move: Color,
    winner: Option<Color>,
    swap: Swap,
}

/// The state of the swap, by which white takes over black's first stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Swap {
    /// The plain game: never.
    #[default]
    Never,
    /// The variant with the swap: it may in its first turn, and has not done so.
    Offered,
    /// It has: player 1 is black, player 0 is white.
    Taken,
}

impl Board {
    /// The empty board of the plain game, black to move.
    pub const fn new() -> Self {
        Self::empty_board(Swap::Never)
    }

    /// The empty board of the variant with the swap, black to move.
    pub const fn with_swap() -> Self {
        Self::empty_board(Swap::Offered)
    }

    const fn empty_board(swap: Swap) -> Self {
        Self {
            stones: [CellSet::EMPTY; 2],
            to_move: Color::Black,
            winner: None,
            swap,
        }
    }

    /// The position with these stones, of black and of white; a cell cannot be in both sets. Where both have five in line, the
    /// side that moved last has won.
    pub(crate) fn from_sets(stones: [CellSet; 2], to_move: Color, swap: Swap) -> Self {
        let mut board = Self {
            stones,
            to_move,
            winner: None,
            swap,
        };
        board.winner = [to_move.opponent(), to_move]
            .iter()
            .copied()
            .find(|&color| {
                let mut stones = board.stones(color).iter();
                stones.any(|cell| board.makes_five(cell, color))
            });
        board
    }

    /// The side to move: black at an even number of stones.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The judge's number of the player who has this color: black 0, white 1, the other way round after a swap.
    pub const fn player(&self, color: Color) -> usize {
        match self.swap {
            Swap::Taken => color.opponent().index(),
            Swap::Never | Swap::Offered => color.index(),
        }
    }

    /// The state of the swap: absent, on offer, or taken.
    pub const fn swap(&self) -> Swap {
        self.swap
    }

    /// The stones of one color.
    pub const fn stones(&self, color: Color) -> CellSet {
        self.stones[color.index()]
    }

    /// The cells without a stone.
    #[inline]
    pub fn empty(&self) -> CellSet {
        !(self.stones[0] | self.stones[1])
    }

    /// The color of the stone on a cell.
    #[inline]
    pub const fn color_at(&self, cell: Cell) -> Option<Color> {
        if self.stones[0].contains(cell) {
            Some(Color::Black)
        } else if self.stones[1].contains(cell) {
            Some(Color::White)
        } else {
            None
        }
    }

    /// Number of stones.
    pub const fn ply(&self) -> usize {
        self.stones[0].len() + self.stones[1].len()
    }

    /// The cells on which the side to move may place a stone: all empty ones, none after the end of the game.
    #[inline]
    pub fn legal_moves(&self) -> CellSet {
        match self.winner {
            None => self.empty(),
            Some(_) => CellSet::EMPTY,
        }
    }

    /// Returns true if the side to move may swap.
    pub const fn may_swap(&self) -> bool {
        matches!(self.swap, Swap::Offered) && self.ply() == 1
    }

    /// The legal moves of the side to move by [`Cell::index`], then the swap; none at the end of the game.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        let swap = if self.may_swap() {
            Some(Move::Swap)
        } else {
            None
        };
        self.legal_moves().iter().map(Move::Place).chain(swap)
    }

    /// The stones of `color` in an unbroken row on one line through `cell`, itself included as if a stone of `color` were there.
    #[inline]
    pub const fn run(&self, cell: Cell, color: Color, line: (i8, i8)) -> usize {
        let stones = self.stones(color);
        let mut run = 1;
        let mut sign = -1;
        while sign <= 1 {
            let mut steps = sign;
            while let Some(next) = cell.step(line, steps) {
                if !stones.contains(next) {
                    break;
                }
                run += 1;
                steps += sign;
            }
            sign += 2;
        }
        run
    }

    /// Returns true if a stone of `color` on `cell` is, or would be, in a row of five or more.
    #[inline]
    pub const fn makes_five(&self, cell: Cell, color: Color) -> bool {
        let mut line = 0;
        while line < LINES.len() {
            if self.run(cell, color, LINES[line]) >= FIVE {
                return true;
            }
            line += 1;
        }
        false
    }

    /// The empty cells on which a stone of `color` makes five or more in line.
    pub fn fives(&self, color: Color) -> CellSet {
        let cells = self.empty().iter();
        cells.filter(|&cell| self.makes_five(cell, color)).collect()
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
            _ if self.outcome().is_some() => Err(IllegalMove::Over),
            Move::Place(cell) if self.color_at(cell).is_some() => Err(IllegalMove::Occupied),
            Move::Swap if !self.may_swap() => Err(IllegalMove::NoSwap),
            _ => Ok(()),
        }
    }

    /// Plays a move.
    ///
    /// # Panics
    /// If it is illegal.
    pub fn play(&mut self, mv: Move) {
        if let Err(reason) = self.try_play(mv) {
            panic!("{} may not play {}: {}", self.to_move, mv, reason);
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
        debug_assert!(self.is_legal(mv), "{} may not play {}", self.to_move, mv);
        self.place(mv);
    }

    #[inline]
    pub(crate) fn place(&mut self, mv: Move) {
        match mv {
            Move::Place(cell) => {
                let color = self.to_move;
                self.stones[color.index()].insert(cell);
                if self.makes_five(cell, color) {
                    self.winner = Some(color);
                }
                self.to_move = color.opponent();
            }
            // The stones and the turn stay: the players exchange their colors.
            Move::Swap => self.swap = Swap::Taken,
        }
    }

    /// The outcome of the game; `None` while it goes on.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(winner) => Some(Outcome::Win(winner)),
            None if self.empty().is_empty() => Some(Outcome::Draw),
            None => None,
        }
    }
}

/// Prints the position on one line.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self)
    }
}
