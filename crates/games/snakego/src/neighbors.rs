//! The neighbors of a cell, as cells and as moves.

use crate::cell::{Cell, Direction};
use crate::cell_set::CellSet;
use crate::operation::Operations;

impl CellSet {
    /// The moves from `cell` to a neighbor in the set.
    #[inline]
    pub fn beside(&self, cell: Cell) -> Operations {
        Operations::from_bits(self.around_bits(cell) & ON_BOARD[usize::from(cell.index())])
    }

    /// The moves from `cell` to a neighbor that is not in the set.
    #[inline]
    pub(crate) fn not_beside(&self, cell: Cell) -> Operations {
        Operations::from_bits(!self.around_bits(cell) & ON_BOARD[usize::from(cell.index())])
    }

    #[inline]
    fn around_bits(&self, cell: Cell) -> u8 {
        let index = cell.index();
        let at = |index: u8| self.contains(Cell::from_index(index)) as u8;
        at(index.wrapping_add(16))
            | at(index.wrapping_add(1)) << 1
            | at(index.wrapping_sub(16)) << 2
            | at(index.wrapping_sub(1)) << 3
    }
}

/// The neighbors of each cell.
static AROUND: [CellSet; 256] = {
    let mut sets = [CellSet::EMPTY; 256];
    let mut index = 0;
    while index < 256 {
        let mut way = 0;
        while way < 4 {
            let cell = Cell::from_index(index as u8);
            if let Some(next) = cell.step(Direction::ALL[way]) {
                sets[index].insert(next);
            }
            way += 1;
        }
        index += 1;
    }
    sets
};

impl Cell {
    /// The cells next to this one: right, up, left and down.
    #[inline]
    pub fn neighbors(self) -> &'static CellSet {
        &AROUND[usize::from(self.index())]
    }
}

/// The moves from each cell that stay on the board, as bits.
static ON_BOARD: [u8; 256] = {
    let mut moves = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut way = 0;
        while way < 4 {
            let cell = Cell::from_index(index as u8);
            moves[index] |= (cell.step(Direction::ALL[way]).is_some() as u8) << way;
            way += 1;
        }
        index += 1;
    }
    moves
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_beside_a_cell_lead_to_its_neighbors() {
        let mut random = fastrand::Rng::with_seed(2);
        for cell in CellSet::FULL {
            assert_eq!(*cell.neighbors(), CellSet::of(cell).neighbors());
            let set: CellSet = CellSet::FULL.iter().filter(|_| random.bool()).collect();
            let targets = set.beside(cell).iter().filter_map(|operation| {
                let direction = operation.direction()?;
                cell.step(direction)
            });
            assert_eq!(targets.collect::<CellSet>(), *cell.neighbors() & set);
        }
    }
}
