//! The value of a position without a search: [patterns](crate::patterns), or cells, the baseline for measuring the bot.

use reversi::{Board, CellSet};

use crate::patterns::{MOST, Patterns, Sums};

/// Classes of cells that the symmetries of the board map onto each other: by row from the corner, the edge's four, the next
/// line's three, and so on to the one of the middle.
pub const CLASSES: [u64; 10] = classes();

const fn classes() -> [u64; 10] {
    let mut classes = [0; 10];
    let mut cell = 0;
    while cell < 64 {
        let (x, y) = (cell % 8, cell / 8);
        let x = if x > 3 { 7 - x } else { x };
        let y = if y > 3 { 7 - y } else { y };
        let (x, y) = if x > y { (x, y) } else { (y, x) };
        // Rows have 4, 3, 2 and 1 classes.
        classes[4 * y - y * (y + 1) / 2 + x] |= 1 << cell;
        cell += 1;
    }
    classes
}

/// The value of a position that is not over, for the side to move, in [`UNIT`](crate::patterns::UNIT) parts of a logit.
pub enum Value {
    /// The learned one.
    Patterns(Patterns),
    /// The weights of the discs on each of the [`CLASSES`], as a yardstick.
    Cells(Vec<i32>),
}

impl Value {
    /// The value.
    pub fn of(&self, board: &Board) -> i32 {
        self.known(board, &Sums::of(board), board.moves_of_both())
    }

    /// The value of a position whose sums and legal moves, of both sides, are these.
    #[inline]
    pub fn known(&self, board: &Board, sums: &Sums, moves: [CellSet; 2]) -> i32 {
        match self {
            Value::Patterns(patterns) => patterns.value(board, sums, moves),
            Value::Cells(weights) => {
                let differences = differences(board);
                let parts = weights.iter().zip(&differences);
                let sum: i32 = parts.map(|(weight, difference)| weight * difference).sum();
                sum.clamp(1 - MOST, MOST - 1)
            }
        }
    }
}

/// The discs of the side to move on each of the [`CLASSES`], less those of the other.
#[inline]
pub fn differences(board: &Board) -> [i32; 10] {
    let [mine, theirs] = board.discs_of_both().map(CellSet::bits);
    CLASSES.map(|class| (mine & class).count_ones() as i32 - (theirs & class).count_ones() as i32)
}
