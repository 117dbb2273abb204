//! Where the cells of a landing are, as four rows: what is added to a well when no row is full after it.

use tetris2::{HEIGHT, Orientation, Piece, Placement};

/// How far a cell of a piece can be from its center.
const REACH: i8 = 2;
/// A full row in each of four lanes of 16 bits.
const FULL: u64 = 0x03ff_03ff_03ff_03ff;
/// The lowest bit of each lane.
const LOWEST: u64 = 0x0001_0001_0001_0001;

/// Four rows of a well, 16 bits each, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows {
    /// Index of the lowest of them.
    pub base: usize,
    /// Their cells.
    pub cells: u64,
}

impl Rows {
    /// The cells of a piece that lies in the well.
    #[inline]
    pub const fn of(piece: Piece, placement: Placement) -> Self {
        let (cells, below) = SHAPES[piece.index()][placement.o.index()];
        let bottom = (placement.y as usize).saturating_sub(1 + below);
        // Near the ceiling the four rows stay inside, and the piece is higher up in them.
        let base = if bottom < HEIGHT - 4 {
            bottom
        } else {
            HEIGHT - 4
        };
        let cells = (cells << (placement.x.wrapping_sub(1) & 15)) >> REACH;
        Self {
            base,
            cells: cells << ((16 * (bottom - base)) & 63),
        }
    }

    /// These rows of a well together with the cells; `None` if one of them is full then.
    #[inline]
    pub fn on(self, rows: &[u16; HEIGHT]) -> Option<Self> {
        let own = &rows[self.base..self.base + 4];
        let own = own
            .iter()
            .rev()
            .fold(0, |all, &row| all << 16 | u64::from(row));
        let cells = own | self.cells;
        // A lane of 0 is the only one that borrows.
        let missing = cells ^ FULL;
        let is_full = missing.wrapping_sub(LOWEST) & !missing & LOWEST << 15 != 0;
        (!is_full).then_some(Self { cells, ..self })
    }

    /// The rows up to the highest one with a cell.
    #[inline]
    pub const fn height(self) -> usize {
        self.base + 4 - (self.cells.leading_zeros() / 16) as usize
    }
}

/// The cells with the center in column `REACH`, the lowest row first, and how far that is below the center.
const SHAPES: [[(u64, usize); 4]; 7] = {
    let mut shapes = [[(0, 0); 4]; 7];
    let mut i = 0;
    while i < 28 {
        shapes[i / 4][i % 4] = shape(Piece::ALL[i / 4], Orientation::ALL[i % 4]);
        i += 1;
    }
    shapes
};

const fn shape(piece: Piece, o: Orientation) -> (u64, usize) {
    let cells = piece.cells(o);
    let mut bottom = 0;
    let mut i = 0;
    while i < 4 {
        if cells[i].1 < bottom {
            bottom = cells[i].1;
        }
        i += 1;
    }
    let mut rows = 0;
    i = 0;
    while i < 4 {
        let (dx, dy) = cells[i];
        rows |= 1 << (16 * (dy - bottom) + dx + REACH);
        i += 1;
    }
    (rows, -bottom as usize)
}

#[cfg(test)]
mod tests {
    use tetris2::{Rules, Well};

    use super::*;

    /// Against the rules, in wells up to the ceiling.
    #[test]
    fn a_landing_adds_its_cells_or_fills_a_row() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut highest, mut full) = (0, 0);
        for game in 0..300 {
            let mut well = Well::new();
            let piece = |i: usize| Piece::ALL[i % 7];
            for i in game.. {
                let landings = well.landings(piece(i), Rules::Tetris2);
                for landing in landings.iter() {
                    let locked = well.lock(piece(i), landing);
                    match Rows::of(piece(i), landing).on(well.rows()) {
                        Some(rows) => {
                            let mut added = *well.rows();
                            for (y, row) in added[rows.base..rows.base + 4].iter_mut().enumerate() {
                                *row = (rows.cells >> (16 * y)) as u16;
                            }
                            assert_eq!((&added, locked.cleared()), (locked.well.rows(), 0));
                            assert_eq!(well.height().max(rows.height()), locked.well.height());
                            highest = highest.max(rows.height());
                        }
                        None => {
                            assert!(locked.cleared() > 0);
                            full += 1;
                        }
                    }
                }
                match landings.iter().nth(random.usize(..landings.len().max(1))) {
                    Some(landing) => well = well.lock(piece(i), landing).well,
                    None => break,
                }
            }
        }
        assert!(highest == HEIGHT && full > 100, "{} {}", highest, full);
    }
}
