//! The order in which the moves of a node are searched.

use arrayvec::ArrayVec;
use ataxx::{Board, Cell, CellSet, Color, Move};

/// Most moves that make different boards: a clone to each cell, and of the 240 pairs of cells that are two steps apart each from one end.
const MOST: usize = 288;

/// The worth of one piece in the order of moves.
const PIECE: i32 = 256;
/// More than any other rank.
const FIRST: i32 = i32::MAX;

/// A move that waits to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// By how much it changes the difference of pieces.
    pub gain: i16,
    rank: i32,
}

/// The success of moves in this search, by side, from and to. A clone counts as a move from its target cell: its origin
/// makes no difference.
pub struct History(Vec<[[i16; Cell::COUNT]; Cell::COUNT]>);

/// Largest size of a number in it.
const MOST_HISTORY: i32 = 1024;

impl History {
    /// The history of a search that has not begun.
    pub fn new() -> Self {
        History(vec![[[0; Cell::COUNT]; Cell::COUNT]; 2])
    }

    fn at(&mut self, side: Color, mv: Move) -> &mut i16 {
        let from = if mv.is_jump() { mv.from } else { mv.to };
        &mut self.0[side.index()][from.index()][mv.to.index()]
    }

    /// The last of these moves was too good, and those before it, searched to the same depth, were not.
    pub fn learn(&mut self, side: Color, moves: &[Ranked], depth: i32) {
        let step = (4 * depth * depth).min(MOST_HISTORY / 4);
        for (i, ranked) in moves.iter().rev().enumerate() {
            let step = if i == 0 { step } else { -step };
            let number = self.at(side, ranked.mv);
            let is = i32::from(*number);
            *number = (is + step - is * step.abs() / MOST_HISTORY) as i16;
        }
    }
}

/// The moves of a board that make different boards, best first as far as can be told.
pub struct Moves {
    moves: ArrayVec<Ranked, MOST>,
    next: usize,
}

impl Moves {
    /// The moves of a game that goes on; `first` comes first.
    pub fn new(board: &Board, first: Option<Move>, history: &mut History) -> Self {
        let side = board.to_move();
        let own = board.pieces(side);
        let mut flips = [0; Cell::COUNT];
        for to in own.within_two() & board.empty() {
            flips[to.index()] = board.flipped(to).len() as i16;
        }
        let mut moves = ArrayVec::new();
        let mut push = |mv: Move, gain: i16| {
            let rank = match Some(mv) == first {
                true => FIRST,
                false => i32::from(gain) * PIECE + i32::from(*history.at(side, mv)),
            };
            moves.push(Ranked { mv, gain, rank });
        };
        for to in board.clones() {
            if let Some(from) = (CellSet::of(to).neighbors() & own).first() {
                push(Move { from, to }, 2 * flips[to.index()] + 1);
            }
        }
        for from in own {
            for to in board.jumps(from) {
                push(Move { from, to }, 2 * flips[to.index()]);
            }
        }
        Moves { moves, next: 0 }
    }

    /// Those that were given out.
    pub fn given(&self) -> &[Ranked] {
        &self.moves[..self.next]
    }
}

impl Iterator for Moves {
    type Item = Ranked;

    #[inline]
    fn next(&mut self) -> Option<Ranked> {
        let rest = self.moves.get_mut(self.next..)?;
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].rank > rest[best].rank {
                best = i;
            }
        }
        let found = *rest.get(best)?;
        rest.swap(0, best);
        self.next += 1;
        Some(found)
    }
}
