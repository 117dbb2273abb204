//! The surroundings of the head of the snake to act, within two steps.

use crate::board::Board;
use crate::cell::Cell;
use crate::operation::Operations;

/// The blocked cells among the twelve within two steps of a head: blocked by walls, by snakes, or because they are off
/// the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Around(u16);

impl Around {
    /// The bits, in ascending order of x, then y; see [`CellSet::around`].
    #[inline]
    pub const fn bits(self) -> usize {
        self.0 as usize
    }

    /// The moves to cells that are not blocked.
    #[inline]
    pub fn open_moves(self) -> Operations {
        Operations::from_bits(moves(self) & 0b1111)
    }
}

/// For what is around a head the moves to open cells, and from bit 4 on those of them with a way on.
static MOVES: [u8; 1 << 12] = {
    /// For each move its cell's bit, then those of the cells behind and beside that one.
    const WAYS: [(u16, u16); 4] = [
        (1 << 9, 1 << 11 | 1 << 8 | 1 << 10),
        (1 << 6, 1 << 7 | 1 << 3 | 1 << 10),
        (1 << 2, 1 << 0 | 1 << 1 | 1 << 3),
        (1 << 5, 1 << 4 | 1 << 1 | 1 << 8),
    ];
    let mut moves = [0; 1 << 12];
    let mut around = 0;
    while around < 1 << 12 {
        let open = !(around as u16);
        let mut way = 0;
        while way < 4 {
            if open & WAYS[way].0 != 0 {
                moves[around] |= 1 << way;
                if open & WAYS[way].1 != 0 {
                    moves[around] |= 0b1_0000 << way;
                }
            }
            way += 1;
        }
        around += 1;
    }
    moves
};

/// The bit of a cell within two steps of another, by [`Cell::offset`]; otherwise 0.
static BIT: [u16; 1024] = {
    let mut bits = [0; 1024];
    let (mut dx, mut bit) = (-2, 0);
    while dx <= 2 {
        let mut dy = -2;
        while dy <= 2 {
            let steps = i32::abs(dx) + i32::abs(dy);
            if 1 <= steps && steps <= 2 {
                bits[Cell::offset_of(dx, dy)] = 1 << bit;
                bit += 1;
            }
            dy += 1;
        }
        dx += 1;
    }
    bits
};

#[inline]
fn moves(around: Around) -> u8 {
    MOVES[around.bits() & 0xfff]
}

impl Board {
    /// The surroundings of the head of the snake to act. Its tail counts as open if it will have moved away.
    /// Meaningless once the half-game is over.
    #[inline(always)]
    pub fn around(&self) -> Around {
        let bits = self.blocked.around(self.snake().head) as u16;
        Around(bits & !self.leaving_tail())
    }

    /// The bit of the tail of the snake to act, if it will have moved away and is within two steps of the head.
    #[inline]
    fn leaving_tail(&self) -> u16 {
        let snake = self.snake();
        BIT[snake.head.offset(snake.tail) & 1023] * u16::from(!self.grows())
    }

    /// Returns true if there is neither wall nor snake on a cell.
    // Of one cell; [`Board::free`] reads all words, and waits for one that was just written.
    #[inline]
    pub fn is_free(&self, cell: Cell) -> bool {
        !self.blocked.contains(cell)
    }

    /// The moves from a cell to free ones, its liberties.
    #[inline]
    pub fn liberties(&self, cell: Cell) -> Operations {
        self.blocked.not_beside(cell)
    }

    /// Of the moves to open cells those to a cell that has another open one beside it, and the one to the own tail. `around`
    /// is what [`Board::around`] has.
    #[inline]
    pub fn moves_with_way_on(&self, around: Around) -> Operations {
        if self.snake().len == 1 && !self.grows() {
            // Its own cell will be open.
            return around.open_moves();
        }
        let tail = Around(!self.leaving_tail());
        Operations::from_bits(moves(around) >> 4 | moves(tail) & 0b1111)
    }

    /// The moves of the snake to act onto its own body, except a tail that will have moved away.
    #[inline]
    pub(crate) fn moves_onto_itself(&self) -> Operations {
        let place = self.place();
        let tail = Around(!self.leaving_tail()).open_moves();
        self.bodies[place].beside(self.snakes[place].head) - tail
    }
}

#[cfg(test)]
mod tests {
    use crate::{CellSet, Position, Rules};

    #[test]
    fn moves_to_cells_with_a_way_on() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut dropped = 0;
        for seed in 0..60 {
            let mut position = Position::new(Rules::generate(seed));
            while position.outcome().is_none() {
                let board = &position.board;
                let snake = board.snake();
                let mut open = board.free();
                if !board.grows() {
                    open.insert(snake.tail);
                }
                let mut with_way_on = open.neighbors();
                if !board.grows() {
                    with_way_on.insert(snake.tail);
                }
                let around = board.around();
                assert_eq!(around.bits(), (!open).around(snake.head));
                assert_eq!(around.open_moves(), open.beside(snake.head));
                let want = (open & with_way_on).beside(snake.head);
                assert_eq!(board.moves_with_way_on(around), want, "{:#}", position);
                dropped += around.open_moves().len() - want.len();
                let free: CellSet = CellSet::FULL
                    .iter()
                    .filter(|&cell| board.is_free(cell))
                    .collect();
                assert_eq!(free, board.free());
                assert_eq!(board.liberties(snake.head), free.beside(snake.head));
                let moves = board.legal_moves();
                let moves = if around.open_moves().is_empty() || random.u32(..8) == 0 {
                    moves
                } else {
                    around.open_moves()
                };
                let number = random.usize(..moves.len());
                position.play(moves.nth(number).unwrap());
            }
        }
        assert!(dropped > 100, "{}", dropped);
    }
}
