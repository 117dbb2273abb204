//! A snake without its cells.

use crate::cell::{Cell, Direction};

/// The properties of a snake that a board stores besides its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Snake {
    /// Number of the snake in the match: 0 and 1 are the original ones, new ones count up over both players.
    pub id: u16,
    /// Length still to grow.
    pub bank: u16,
    /// Number of cells.
    pub len: u16,
    /// Id of the held ray plus one; 0 for none. Plus one, so that an empty place in the list is all zeros.
    pub(crate) ray: u16,
    /// The cell of the head.
    pub head: Cell,
    /// The last cell.
    pub tail: Cell,
    /// Number of the direction from the second cell to the head, if there is a second cell.
    pub(crate) heading: u8,
}

impl Snake {
    /// Id of the ray that it holds.
    #[inline]
    pub const fn ray(&self) -> Option<u16> {
        self.ray.checked_sub(1)
    }

    /// The direction from the second cell to the head; meaningless for a snake of length 1.
    #[inline]
    pub const fn direction(&self) -> Direction {
        Direction::from_bits(self.heading)
    }

    /// Returns true if it holds a ray.
    #[inline]
    pub const fn has_ray(&self) -> bool {
        self.ray != 0
    }

    /// Length with the bank.
    #[inline]
    pub const fn total(&self) -> u32 {
        self.len as u32 + self.bank as u32
    }
}
