//! The best future score if geometry did not matter: the exact dynamic program over the known sequence.

use crate::game::GAINS;
use crate::piece::Piece;

/// Filled cells a board can have before a lock, rounded up to what a table needs.
pub const CELLS: usize = 208;

/// Rows below the top one, nine cells each: what a field without full rows holds.
const CAPACITY: usize = 171;

/// Points that each cell above the capacity costs in the soft form.
const OVERFULL: i32 = 60;

/// `value(k, c)`: the best score that the pieces from number `k` on can make from a field of `c` cells when
/// pieces are liquid: every piece adds four cells and may then remove as many rows as its type can.
#[derive(Clone, Debug)]
pub struct Bound {
    values: Vec<[i32; CELLS]>,
}

impl Bound {
    /// The real upper bound: no lock may leave more than 171 + rows cells before removal. States that cannot
    /// go on are worth less than zero.
    pub fn hard(pieces: &[Piece]) -> Self {
        Self::new(pieces, None, Piece::most_rows)
    }

    /// The same with a given limit on the rows that a piece of each type can remove: the bound of play under a rule.
    pub fn with_most_rows(pieces: &[Piece], most_rows: impl Fn(Piece) -> usize) -> Self {
        Self::new(pieces, None, most_rows)
    }

    /// The form that orders a search: cells above the capacity cost 60 points each, so that a board which is fuller
    /// than the bound takes for possible is only worth less.
    pub fn soft(pieces: &[Piece]) -> Self {
        Self::new(pieces, Some(OVERFULL), Piece::most_rows)
    }

    fn new(pieces: &[Piece], overfull: Option<i32>, most_rows: impl Fn(Piece) -> usize) -> Self {
        const DEAD: i32 = -100_000_000;
        let mut values = vec![[0; CELLS]; pieces.len() + 1];
        for (k, piece) in pieces.iter().enumerate().rev() {
            for cells in 0..CELLS {
                let filled = (cells + 4).min(CELLS - 1);
                let option = |rows: usize| {
                    let left = filled.checked_sub(10 * rows)?;
                    let over = filled.saturating_sub(CAPACITY + rows) as i32;
                    let fine = if over == 0 { 0 } else { over * overfull? };
                    Some((filled as u32 * GAINS[rows]) as i32 - fine + values[k + 1][left])
                };
                values[k][cells] = (0..=most_rows(*piece))
                    .filter_map(option)
                    .max()
                    .unwrap_or(DEAD)
                    .max(DEAD);
            }
        }
        Self { values }
    }

    /// The bound before piece `k` with `cells` filled cells.
    ///
    /// # Panics
    /// If `k` is past the end or `cells` is not below [`CELLS`].
    pub fn value(&self, k: usize, cells: u32) -> i32 {
        self.values[k][cells as usize]
    }

    /// All values before piece `k`, by filled cells.
    ///
    /// # Panics
    /// If `k` is past the end.
    pub fn row(&self, k: usize) -> &[i32; CELLS] {
        &self.values[k]
    }
}
