//! The directions along the bodies of all snakes, two bits a cell.

use crate::cell::{Cell, Direction};
use crate::cell_set::CellSet;

/// A direction for each cell; which cells have a meaningful one is for the owner to know.
///
/// Word w holds the cells 32 w to 32 w + 31, two bits each: reading and writing a direction touches one word.
#[derive(Clone, Copy, Default)]
pub(crate) struct Steps([u64; 8]);

impl Steps {
    pub(crate) const NONE: Steps = Steps([0; 8]);

    #[inline]
    pub(crate) const fn get(&self, cell: Cell) -> Direction {
        let word = self.0[(cell.index() >> 5) as usize];
        Direction::from_bits((word >> (2 * (cell.index() & 31))) as u8)
    }

    #[inline]
    pub(crate) const fn set(&mut self, cell: Cell, direction: Direction) {
        let word = &mut self.0[(cell.index() >> 5) as usize];
        let shift = 2 * (cell.index() & 31);
        *word = *word & !(3 << shift) | (direction as u64) << shift;
    }

    /// The cells whose direction is up or down, and those whose direction is left or down.
    pub(crate) fn planes(&self) -> (CellSet, CellSet) {
        let plane = |shift: u32| {
            let bits = |word: usize| every_second_bit(self.0[word] >> shift);
            CellSet::from_words([0, 2, 4, 6].map(|word| bits(word) | bits(word + 1) << 32))
        };
        (plane(0), plane(1))
    }
}

/// The even bits of a word, moved together.
const fn every_second_bit(word: u64) -> u64 {
    let mut bits = word & 0x5555_5555_5555_5555;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) & 0x0000_0000_ffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_set_last() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut steps = Steps::NONE;
        let mut plain = [Direction::Right; 256];
        for _ in 0..2000 {
            let (cell, direction) = (random.u8(..), Direction::from_bits(random.u8(..)));
            steps.set(Cell::from_index(cell), direction);
            plain[usize::from(cell)] = direction;
        }
        let (vertical, backward) = steps.planes();
        for (cell, direction) in CellSet::FULL.iter().zip(plain) {
            assert_eq!(steps.get(cell), direction);
            assert_eq!(vertical.contains(cell), direction.is_vertical());
            assert_eq!(backward.contains(cell), direction.is_backward());
        }
    }
}
