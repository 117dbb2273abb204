//! The items that snakes take.

use crate::cell::Cell;

/// Rounds that an item exists, the first one included.
pub const ITEM_LIFE: u16 = 16;

/// The gift of an item to the snake that takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gift {
    /// This much length for its bank.
    Length(u16),
    /// A ray. The number has no effect (the judge's generator writes the number of rounds).
    Ray(u16),
}

/// An item. Its id is its place in the list of items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// The cell where it appears.
    pub cell: Cell,
    /// The first round in which it exists, from 1.
    pub time: u16,
    /// The gift for the snake that takes it.
    pub gift: Gift,
}
