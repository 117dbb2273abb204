//! The lines that amazons and arrows move on.

use crate::{Cell, CellSet, SIZE};

/// The eight directions: right, down and the two between first, which lead to larger indices, then their opposites in the
/// same order.
pub(crate) const DIRECTIONS: usize = 8;

/// The change of x and y by direction.
const STEPS: [(i32, i32); DIRECTIONS] = [
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
];

/// By direction and cell: all cells that way.
const RAYS: [[u64; Cell::COUNT]; DIRECTIONS] = {
    let mut rays = [[0; Cell::COUNT]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let (dx, dy) = STEPS[direction];
        let mut cell = 0;
        while cell < Cell::COUNT {
            let (mut x, mut y) = ((cell % SIZE) as i32 + dx, (cell / SIZE) as i32 + dy);
            while x >= 0 && x < SIZE as i32 && y >= 0 && y < SIZE as i32 {
                rays[direction][cell] |= 1 << (SIZE as i32 * y + x);
                x += dx;
                y += dy;
            }
            cell += 1;
        }
        direction += 1;
    }
    rays
};

/// The cells from `cell` on in a direction up to the first blocked one, neither of both included.
#[inline(always)]
pub(crate) fn ray(cell: Cell, direction: usize, blocked: CellSet) -> CellSet {
    let ray = RAYS[direction][cell.index()];
    // Bit 63 and bit 0 stand for the edge: no ray goes on behind them.
    let beyond = if direction < 4 {
        let first = (ray & blocked.bits() | 1 << 63).trailing_zeros();
        RAYS[direction][first as usize] | 1 << first & blocked.bits()
    } else {
        let first = 63 - (ray & blocked.bits() | 1).leading_zeros();
        RAYS[direction][first as usize] | 1 << first & blocked.bits()
    };
    CellSet::from_bits(ray & !beyond)
}

/// The cells that a queen on `cell` can get to if these cells are blocked.
///
/// ```
/// use amazons::{CellSet, reach};
///
/// let corner = "00".parse()?;
/// assert_eq!(reach(corner, CellSet::EMPTY).len(), 21);
/// let blocked = CellSet::of("02".parse()?);
/// assert_eq!(reach(corner, blocked).len(), 15);
/// # Ok::<(), amazons::ParseError>(())
/// ```
#[inline]
pub fn reach(cell: Cell, blocked: CellSet) -> CellSet {
    (0..DIRECTIONS).fold(CellSet::EMPTY, |all, direction| {
        all | ray(cell, direction, blocked)
    })
}

/// By cell that is not blocked: how many cells a queen there could get to, as a number in binary digits, one set of cells
/// for each digit. No cell reaches more than 27.
#[derive(Clone, Copy, Default)]
pub(crate) struct ReachCounts([u64; 5]);

impl ReachCounts {
    /// Counts for all cells at once: whoever can go k cells in a direction has k of them.
    #[inline]
    pub fn new(open: CellSet) -> Self {
        const FIRST: u64 = CellSet::FIRST_COLUMN.bits();
        const LAST: u64 = CellSet::LAST_COLUMN.bits();
        let open = open.bits();
        let mut counts = Self::default();
        counts.add_line(open, |set| set << 1 & !FIRST);
        counts.add_line(open, |set| set >> 1 & !LAST);
        counts.add_line(open, |set| set << 8);
        counts.add_line(open, |set| set >> 8);
        counts.add_line(open, |set| set << 9 & !FIRST);
        counts.add_line(open, |set| set >> 9 & !LAST);
        counts.add_line(open, |set| set << 7 & !LAST);
        counts.add_line(open, |set| set >> 7 & !FIRST);
        counts
    }

    /// One direction: `shift` moves sets against it.
    #[inline(always)]
    fn add_line(&mut self, open: u64, shift: impl Fn(u64) -> u64) {
        let mut can = open;
        loop {
            can = shift(can) & open;
            if can == 0 {
                return;
            }
            self.add(can);
        }
    }

    /// Adds 1 to the counts of these cells.
    #[inline(always)]
    fn add(&mut self, cells: u64) {
        let mut carry = cells;
        for digit in &mut self.0 {
            let next = *digit & carry;
            *digit ^= carry;
            carry = next;
        }
    }

    /// The sum of the counts of these cells.
    #[inline]
    pub fn sum(&self, cells: CellSet) -> u32 {
        let digits = self.0.iter().enumerate();
        digits
            .map(|(i, digit)| (digit & cells.bits()).count_ones() << i)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::TryFrom;

    use super::*;

    /// Cell by cell.
    fn slow(cell: Cell, blocked: CellSet) -> CellSet {
        let mut found = CellSet::EMPTY;
        for (dx, dy) in STEPS {
            let (mut x, mut y) = (i32::from(cell.x()) + dx, i32::from(cell.y()) + dy);
            while let (Ok(to_x), Ok(to_y)) = (u8::try_from(x), u8::try_from(y)) {
                let Some(to) = Cell::new(to_x, to_y).filter(|&to| !blocked.contains(to)) else {
                    break;
                };
                found.insert(to);
                x += dx;
                y += dy;
            }
        }
        found
    }

    #[test]
    fn lines_end_at_the_first_blocked_cell() {
        let mut random = fastrand::Rng::with_seed(1);
        for round in 0..2000 {
            let mut blocked = CellSet::from_bits(random.u64(..) & random.u64(..));
            if round % 2 == 0 {
                blocked &= CellSet::from_bits(random.u64(..));
            }
            let counts = ReachCounts::new(!blocked);
            let mut sum = 0;
            for cell in CellSet::FULL {
                let found = slow(cell, blocked);
                assert_eq!(reach(cell, blocked), found, "{cell}, {blocked}");
                if !blocked.contains(cell) {
                    assert_eq!(counts.sum(CellSet::of(cell)), found.len() as u32);
                    sum += found.len() as u32;
                }
            }
            assert_eq!(counts.sum(!blocked), sum);
        }
    }
}
