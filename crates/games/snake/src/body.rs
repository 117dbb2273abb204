//! A snake's body.

use crate::cell::{Cell, Direction};
use crate::cell_set::CellSet;

/// One snake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Snake {
    pub cells: CellSet,
    /// The moves that lead from the tail to the head, `len` - 1 of them.
    moves: Moves,
    pub head: Cell,
    pub tail: Cell,
    pub len: u8,
}

impl Snake {
    pub const fn new(start: Cell) -> Self {
        Self {
            cells: CellSet::of(start),
            moves: Moves([0; 3]),
            head: start,
            tail: start,
            len: 1,
        }
    }

    /// The cells from the tail to the head.
    pub fn segments(&self) -> impl Iterator<Item = Cell> + use<> {
        let Self {
            mut moves,
            tail,
            len,
            ..
        } = *self;
        let mut cell = tail;
        (0..len).map(move |i| {
            if i > 0 {
                cell = cell.follow(moves.pop());
            }
            cell
        })
    }

    #[inline]
    pub fn remove_last_cell(&mut self) {
        self.cells.remove(self.tail);
        self.tail = self.tail.follow(self.moves.pop());
        self.len -= 1;
    }

    #[inline]
    pub fn put_head(&mut self, direction: Direction, cell: Cell) {
        self.moves.put(self.len - 1, direction);
        self.cells.insert(cell);
        self.head = cell;
        self.len += 1;
    }
}

/// A queue of moves of two bits each, the oldest in the lowest bits, unused bits 0.
///
/// 96 moves are enough: two living snakes have the same length, so at most 96 of the 192 cells each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Moves([u64; 3]);

impl Moves {
    /// Takes the oldest move out.
    #[inline]
    fn pop(&mut self) -> Direction {
        let [a, b, c] = self.0;
        self.0 = [a >> 2 | b << 62, b >> 2 | c << 62, c >> 2];
        Direction::ALL[(a & 3) as usize]
    }

    /// Adds `direction` behind `len` moves.
    #[inline]
    fn put(&mut self, len: u8, direction: Direction) {
        self.0[usize::from(len / 32)] |= (direction as u64) << (2 * (len % 32));
    }
}
