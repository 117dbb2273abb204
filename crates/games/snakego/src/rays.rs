//! The walls that rays would hit.

use crate::board::Board;
use crate::cell::Cell;

/// The lowest bit of each nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

/// For each column the bits of the columns to its right and of those to its left, where column 4 w + k has bit 16 k + 4 w.
static BESIDE: [[u64; 2]; 16] = {
    let mut beside = [[0; 2]; 16];
    let mut x = 0;
    while x < 16 {
        let mut column = 0;
        while column < 16 {
            let bit = 1 << (16 * (column % 4) + 4 * (column / 4));
            if column > x {
                beside[x][0] |= bit;
            } else if column < x {
                beside[x][1] |= bit;
            }
            column += 1;
        }
        x += 1;
    }
    beside
};

impl Board {
    /// The difference in walls erased by a ray from a cell, in each direction: walls of the other side minus those
    /// of the side to move.
    #[inline]
    pub fn ray_gains(&self, cell: Cell) -> [i8; 4] {
        let (x, y) = (usize::from(cell.x()), u32::from(cell.y()));
        let player = self.player() & 1;
        let sides = [self.walls[1 - player], self.walls[player]];
        let [right, left] = BESIDE[x & 15];
        let mut counts = [[0; 2]; 2];
        // Above and below, first those of the other side.
        let mut columns = 0;
        for (side, counts) in sides.iter().zip(&mut counts) {
            let row = |word: usize| (side.word(word) >> y & 0x0001_0001_0001_0001) << (4 * word);
            let row = row(0) | row(1) | row(2) | row(3);
            // At most 15.
            let count = |bits: u64| (bits.wrapping_mul(ONES) >> 60) as i8;
            *counts = [count(row & right), count(row & left)];
            let column = side.word(x / 4) >> (16 * (x % 4)) & 0xffff;
            columns = columns << 32 | column >> (y + 1) << 16 | column & ((1 << y) - 1);
        }
        let twos = columns - (columns >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        let lanes = bytes + (bytes >> 8);
        let lane = |number: u32| (lanes >> (16 * number)) as i8;
        let [[right, left], [own_right, own_left]] = counts;
        [
            right - own_right,
            lane(3) - lane(1),
            left - own_left,
            lane(2) - lane(0),
        ]
    }
}

#[cfg(test)]
mod tests {
    use crate::cell_set::CellSet;
    use crate::{Board, Direction};

    #[test]
    fn walls_in_line() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..40 {
            let mut board = Board::empty();
            board.player = round % 2;
            // Full and empty lines, too.
            let most = random.u32(1..6);
            for cell in CellSet::FULL {
                match random.u32(..most) {
                    0 => board.walls[0].insert(cell),
                    1 => board.walls[1].insert(cell),
                    _ => (),
                }
            }
            for cell in CellSet::FULL {
                let want = Direction::ALL.map(|way| {
                    let line = CellSet::ahead(cell, way);
                    let hit = |player: usize| (board.walls[player] & line).len() as i8;
                    hit(1 - board.player()) - hit(board.player())
                });
                assert_eq!(board.ray_gains(cell), want, "{}", cell);
            }
        }
    }
}
