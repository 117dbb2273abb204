//! The number of transitions of a board, which measures how rugged it is.

use goose_tetris::{Board, COLUMNS, FULL, Move, Piece, ROWS, Shape};
use solvers::hash::word;

/// No board has more: all cells of each row differ from their neighbors and from those below.
pub const MOST_TRANSITIONS: usize = ROWS * (COLUMNS + 1) + ROWS * COLUMNS;

/// The lowest bit of each of the four rows in a number.
const LOWEST: u64 = 0x0001_0001_0001_0001;

/// The eleven borders between the cells of a row and its walls, of four rows in a number.
const NEIGHBORS: u64 = LOWEST * ((1 << (COLUMNS + 1)) - 1);

/// Changes between filled and empty along the rows, walls filled, and along the columns, floor filled.
pub fn transitions(board: &Board) -> u32 {
    let mut sum = 0;
    for (last, four) in (3..).step_by(4).zip(board.rows.as_chunks().0) {
        let rows = word(four);
        let next = board.rows.get(last + 1).unwrap_or(&FULL);
        let below = rows >> 16 | u64::from(*next) << 48;
        let walled = rows << 1 | LOWEST | LOWEST << (COLUMNS + 1);
        let along_rows = (walled ^ walled >> 1) & NEIGHBORS;
        sum += along_rows.count_ones() + (rows ^ below).count_ones();
    }
    sum
}

/// A board's rows with the side walls: counts the transitions after a lock without building the board.
pub struct Walled {
    /// The field, the floor, and empty rows, so that every window of eight is there.
    rows: [u16; ROWS + 7],
    transitions: u32,
}

impl Walled {
    /// Of a board without full rows.
    pub fn new(board: &Board) -> Self {
        let mut rows = [0; ROWS + 7];
        for (to, row) in rows.iter_mut().zip(&board.rows) {
            *to = row << 1 | 1 | 1 << (COLUMNS + 1);
        }
        rows[ROWS] = FULL << 1;
        Self {
            rows,
            transitions: transitions(board),
        }
    }

    /// The transitions of the board with the cells of a pose filled, full rows left where they are.
    ///
    /// # Panics
    /// If a cell of the pose is in the top row or outside the field.
    #[inline(always)]
    pub fn after(&self, piece: Piece, mv: Move) -> u32 {
        let shape = piece.shape(mv.state);
        let outline = &OUTLINES[piece.index()][usize::from(mv.state)];
        // The outline begins one row above the cells, and one column left of them, which the wall shifts back.
        let top = (mv.y as i8 + shape.dy.0 - 1) as usize;
        let left = (mv.x as i8 + shape.dx.0) as u32;
        let four = |from| self.rows[from..].first_chunk().map_or(0, word) >> left;
        let touched: u32 = [four(top), four(top + 4)]
            .iter()
            .zip(&outline.sides)
            .map(|(rows, [beside, above_or_below])| {
                (rows & beside).count_ones() + (rows & above_or_below).count_ones()
            })
            .sum();
        self.transitions + outline.length - 2 * touched
    }
}

/// The surroundings of the cells of a pose. Each border between a cell of it and another one becomes a transition, or
/// ceases to be one if the other is filled.
#[derive(Clone, Copy)]
struct Outline {
    /// Number of these borders.
    length: u32,
    /// The other cells: beside, and above or below (one may be both), rows in fours.
    sides: [[u64; 2]; 2],
}

impl Outline {
    const fn new(shape: &Shape) -> Self {
        const STEPS: [(i8, i8, usize); 4] = [(-1, 0, 0), (1, 0, 0), (0, -1, 1), (0, 1, 1)];
        let mut length = 0;
        let mut sides = [[0; 2]; 2];
        let mut i = 0;
        while i < 4 * STEPS.len() {
            let (dx, dy) = shape.cells[i / STEPS.len()];
            let (step_x, step_y, side) = STEPS[i % STEPS.len()];
            let (x, y) = (dx + step_x, dy + step_y);
            let mut own = false;
            let mut cell = 0;
            while cell < 4 {
                own |= shape.cells[cell].0 == x && shape.cells[cell].1 == y;
                cell += 1;
            }
            if !own {
                let row = (y - shape.dy.0 + 1) as usize;
                let column = (x - shape.dx.0 + 1) as usize;
                sides[row / 4][side] |= 1 << (16 * (row % 4) + column);
                length += 1;
            }
            i += 1;
        }
        Self { length, sides }
    }
}

/// By type and turning state.
static OUTLINES: [[Outline; 4]; 7] = {
    let mut all = [[Outline::new(Piece::I.shape(0)); 4]; 7];
    let mut i = 0;
    while i < 4 * 7 {
        all[i / 4][i % 4] = Outline::new(Piece::ALL[i / 4].shape((i % 4) as u8));
        i += 1;
    }
    all
};
