//! The features of a board for the evaluation: those of Thiery and Scherrer's "DU" controller ("Building controllers
//! for Tetris", 2009) that belong to a board, which the author's ladder bot used, too.

use goose_tetris::{Board, COLUMNS, FULL, ROWS};

/// Features of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Rows from the floor to the highest filled cell.
    pub height: u32,
    /// Neighbors in a row of which one is filled and one empty; the walls are filled. All rows count, so an empty row
    /// has two.
    pub row_transitions: u32,
    /// The same in a column; the floor is filled, what is above the field does not count.
    pub column_transitions: u32,
    /// Empty cells with a filled one somewhere above in their column.
    pub holes: u32,
    /// Over all wells 1 + 2 + ... + depth. A well is a run of empty cells, one above the other, each between two
    /// filled cells or walls.
    pub wells: u32,
    /// Over all holes: filled cells above in their column.
    pub hole_depth: u32,
    /// Rows with at least one hole.
    pub hole_rows: u32,
}

impl Features {
    /// The features of a board.
    pub fn of(board: &Board) -> Self {
        let rows = &board.rows;
        let mut features = Self {
            wells: wells(rows),
            ..Self::default()
        };
        let mut covered = 0;
        for (y, row) in rows.iter().enumerate() {
            let walled = row << 1 | 1 | 1 << (COLUMNS + 1);
            // The highest bit, a wall, differs from the nothing above it: no transition.
            features.row_transitions += (walled ^ walled >> 1).count_ones() - 1;
            let below = rows.get(y + 1).copied().unwrap_or(FULL);
            features.column_transitions += (row ^ below).count_ones();
            let holes = covered & !row;
            if holes != 0 {
                features.holes += holes.count_ones();
                features.hole_rows += 1;
                let above = rows[..y].iter().map(|above| (above & holes).count_ones());
                features.hole_depth += above.sum::<u32>();
            }
            if covered == 0 && *row != 0 {
                features.height = (ROWS - y) as u32;
            }
            covered |= row;
        }
        features
    }
}

/// Every cell of a well counts as often as there are cells of the same well from it upwards.
fn wells(rows: &[u16; ROWS]) -> u32 {
    const LAST: u16 = 1 << (COLUMNS - 1);
    let between = rows.map(|row| !row & (row << 1 | 1) & (row >> 1 | LAST) & FULL);
    let mut runs = between;
    let mut sum = 0;
    while runs != [0; ROWS] {
        sum += runs.iter().map(|run| run.count_ones()).sum::<u32>();
        for y in (1..ROWS).rev() {
            runs[y] = runs[y - 1] & between[y];
        }
        runs[0] = 0;
    }
    sum
}
