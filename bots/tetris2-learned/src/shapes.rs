//! A well after a landing that fills no row: four rows of it are others than before.

use tetris2::{Footprint, HEIGHT, Piece, Placement};

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
    /// The rows of a well in which a piece has landed; `None` if one of them is full then.
    #[inline]
    pub fn after(rows: &[u16; HEIGHT], piece: Piece, placement: Placement) -> Option<Self> {
        let Footprint { base, cells } = Footprint::new(piece, placement);
        let own = rows[base..base + 4].iter().rev();
        let own = own.fold(0, |all, &row| all << 16 | u64::from(row));
        let cells = own | cells;
        // A lane of 0 is the only one that borrows.
        let missing = cells ^ FULL;
        let is_full = missing.wrapping_sub(LOWEST) & !missing & LOWEST << 15 != 0;
        (!is_full).then_some(Self { base, cells })
    }

    /// The rows up to the highest one with a cell.
    #[inline]
    pub const fn height(self) -> usize {
        self.base + 4 - (self.cells.leading_zeros() / 16) as usize
    }
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
                    match Rows::after(well.rows(), piece(i), landing) {
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
