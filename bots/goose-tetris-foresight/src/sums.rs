//! Sums of the row patterns' costs: what the rows above and below a lock cost is not added up again for each lock.

use goose_tetris::{FULL, ROWS, Shape};

use crate::weights::{TABLE_ROWS, Weights};

/// Rows that one lock can remove.
const MOST: usize = 4;

/// Costs of the rows above each row, as they are and a few rows further down.
pub(crate) struct RowSums {
    /// `above[y]`: the cost of rows 0..y.
    pub(crate) above: [i32; 32],
    /// `fallen[n - 1][y]`: the cost of rows 0..y once `n` empty rows have come in at the top.
    fallen: [[i32; ROWS + 1]; MOST],
    known: [bool; MOST],
}

impl RowSums {
    pub(crate) const fn new() -> Self {
        Self {
            above: [0; 32],
            fallen: [[0; ROWS + 1]; MOST],
            known: [false; MOST],
        }
    }

    /// Begins with another board.
    #[inline(always)]
    pub(crate) fn start(&mut self, weights: &Weights, rows: &[u16; ROWS]) {
        let mut sum = 0;
        for (y, row) in rows.iter().enumerate() {
            sum += i32::from(weights.rows[y][usize::from(row & FULL)]);
            self.above[y + 1] = sum;
        }
        self.known = [false; MOST];
    }

    /// The cost of all rows after a lock that completes some of them, and these as bits; `rows` is the started
    /// board without the lock.
    #[inline(always)]
    pub(crate) fn after_removal(
        &mut self,
        weights: &Weights,
        rows: &[u16; ROWS],
        shape: &Shape,
        left: usize,
        top: usize,
    ) -> (i32, u32) {
        let height = (shape.dy.1 - shape.dy.0 + 1) as usize;
        let mut cost = self.above[ROWS] - self.above[top + height];
        let mut removed = 0_u32;
        let mut count = 0;
        for (i, mask) in shape.row_masks[..height].iter().enumerate().rev() {
            let y = top + i;
            let row = (rows[y] | mask << left) & FULL;
            if row == FULL {
                removed |= 1 << y;
                count += 1;
            } else {
                cost += i32::from(weights.rows[y + count][usize::from(row)]);
            }
        }
        let at = count.clamp(1, MOST) - 1;
        if !self.known[at] {
            self.known[at] = true;
            self.fallen[at] = fallen(weights, rows, at + 1);
        }
        (cost + self.fallen[at][top], removed)
    }
}

#[inline(always)]
fn fallen(weights: &Weights, rows: &[u16; ROWS], removed: usize) -> [i32; ROWS + 1] {
    let tables = &weights.rows[..TABLE_ROWS];
    let mut sum = tables[..removed]
        .iter()
        .map(|table| i32::from(table[0]))
        .sum();
    let mut sums = [sum; ROWS + 1];
    for (y, row) in rows.iter().enumerate() {
        sum += i32::from(tables[(y + removed).min(TABLE_ROWS - 1)][usize::from(row & FULL)]);
        sums[y + 1] = sum;
    }
    sums
}
