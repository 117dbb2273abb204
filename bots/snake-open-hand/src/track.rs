//! The board of the search: made and unmade half a turn at a time.
//!
//! Both snakes have moved once in every turn and grown in the same ones, so one pair of numbers says where both bodies
//! begin and end in the lists of all cells that the heads have been on.

use snake::rows::Rows;
use snake::{Board, snakes_grow};

/// More turns than any game has: two living snakes are of equal length, so of at most 96 cells each, and reach that
/// after turn 264.
const TURNS: usize = 320;

/// The change of a cell's bit number by one step, by direction.
pub const STEP: [isize; 4] = [-16, 1, 16, -1];

/// Blocked places before the first row and behind the last one.
const PAD: isize = 16;

/// By turn: the number of cells that the tails have left before it.
static LEFT: [u16; 2 * TURNS] = left();

const fn left() -> [u16; 2 * TURNS] {
    let mut table = [0; 2 * TURNS];
    let mut turn = 1;
    while turn < 2 * TURNS {
        table[turn] = table[turn - 1] + !snakes_grow(turn as u32 - 1) as u16;
        turn += 1;
    }
    table
}

/// Number of cells that each tail has left before turn `turn`.
#[inline(always)]
pub fn left_before(turn: usize) -> usize {
    usize::from(LEFT[turn])
}

/// A position in which snake 0, ours, moves first and snake 1 replies.
///
/// The open cells as [`Rows`] are not kept here: they go from caller to callee in registers.
#[derive(Clone)]
pub struct Track {
    /// 1 where a head may go, by bit number plus [`PAD`].
    open: [u8; 256 + 2 * PAD as usize],
    /// The cells each head has been on, by turn.
    path: [[u8; TURNS]; 2],
    /// By number of cells left: those that the tails left last, nothing for 0.
    vacated: [Rows; TURNS],
    turn: usize,
}

impl Track {
    /// The position of `board`, a game that goes on, seen from `player`; and the open cells.
    pub fn new(board: &Board, player: usize) -> (Self, Rows) {
        let mut track = Self {
            open: [0; 256 + 2 * PAD as usize],
            path: [[0; TURNS]; 2],
            vacated: [Rows::empty(); TURNS],
            turn: board.turn() as usize,
        };
        for cell in board.free() {
            *track.at(cell.index()) = 1;
        }
        let first = left_before(track.turn);
        for (side, player) in [player, 1 - player].iter().enumerate() {
            for (cell, at) in board.segments(*player).zip(first..) {
                track.path[side][at] = cell.index();
            }
        }
        for at in first..=track.turn {
            track.vacated[at + 1] = track.both(at);
        }
        (track, Rows::from_set(board.free()))
    }

    fn both(&self, at: usize) -> Rows {
        Rows::of(self.path[0][at]).or(Rows::of(self.path[1][at]))
    }

    #[inline(always)]
    fn at(&mut self, cell: u8) -> &mut u8 {
        &mut self.open[usize::from(cell) + PAD as usize]
    }

    /// Number of whole turns played.
    #[inline(always)]
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// The cell of the head of `side` after `turn` turns.
    #[inline(always)]
    pub fn head(&self, side: usize, turn: usize) -> u8 {
        self.path[side][turn]
    }

    /// The cells that both tails left last when they had left `count` cells; cells beyond the heads are not known yet,
    /// and in their place come the last known ones.
    #[inline(always)]
    pub fn vacated(&self, count: usize) -> Rows {
        self.vacated[count.min(self.turn + 1)]
    }

    /// Begins a turn: both last cells become open unless the snakes grow. Takes and gives the open cells.
    #[inline(always)]
    pub fn begin_turn(&mut self, open: Rows) -> Rows {
        if snakes_grow(self.turn as u32) {
            return open;
        }
        let last = left_before(self.turn);
        for side in 0..2 {
            *self.at(self.path[side][last]) = 1;
        }
        open.or(self.vacated[last + 1])
    }

    /// Takes [`Track::begin_turn`] back.
    #[inline(always)]
    pub fn unbegin_turn(&mut self) {
        if snakes_grow(self.turn as u32) {
            return;
        }
        let last = left_before(self.turn);
        for side in 0..2 {
            *self.at(self.path[side][last]) = 0;
        }
    }

    /// Returns `true` if both are the same position in everything that can still affect the game.
    pub fn same_position(&self, other: &Self) -> bool {
        let bodies = left_before(self.turn)..=self.turn;
        self.turn == other.turn
            && self.open == other.open
            && (0..2)
                .all(|side| self.path[side][bodies.clone()] == other.path[side][bodies.clone()])
            && bodies
                .into_iter()
                .all(|at| self.vacated[at + 1].to_set() == other.vacated[at + 1].to_set())
    }

    /// Directions to open cells for `side`, whose head has not moved in this turn: a bit each.
    #[inline(always)]
    pub fn moves(&self, side: usize) -> Moves {
        let head = isize::from(self.path[side][self.turn]) + PAD;
        let bit = |direction: usize| self.open[(head + STEP[direction]) as usize] << direction;
        Moves(bit(0) | bit(1) | bit(2) | bit(3))
    }

    /// Returns `true` if our head, already moved, is beside the other one, which has not moved: it can draw by stepping
    /// there.
    #[inline(always)]
    pub fn heads_touch(&self) -> bool {
        let distance =
            isize::from(self.path[0][self.turn + 1]) - isize::from(self.path[1][self.turn]);
        STEP.contains(&distance)
    }

    /// Moves the head of `side`, ours before the other one, to an open cell. Takes and gives the open cells.
    #[inline(always)]
    pub fn put(&mut self, side: usize, direction: usize, open: Rows) -> Rows {
        let cell = (isize::from(self.path[side][self.turn]) + STEP[direction]) as u8;
        self.path[side][self.turn + 1] = cell;
        *self.at(cell) = 0;
        if side == 1 {
            self.turn += 1;
            self.vacated[self.turn + 1] = self.both(self.turn);
        }
        open.without(Rows::of(cell))
    }

    /// Takes the last [`Track::put`] back.
    #[inline(always)]
    pub fn unput(&mut self, side: usize) {
        if side == 1 {
            self.turn -= 1;
        }
        let cell = self.path[side][self.turn + 1];
        *self.at(cell) = 1;
    }
}

/// A set of directions as bits 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moves(pub u8);

impl Moves {
    /// Returns `true` if there are no moves.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if there is exactly one move.
    #[inline(always)]
    pub fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }
}

impl Iterator for Moves {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let direction = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(direction)
    }
}
