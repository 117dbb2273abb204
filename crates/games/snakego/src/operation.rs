//! The operations of a snake in its turn.

use std::fmt;
use std::iter::FromIterator;
use std::ops::Sub;
use std::str::FromStr;

use crate::cell::Direction;
use crate::error::ParseError;

/// An operation of one snake. The judge's number is `self as u8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Operation {
    /// Moves the head to x + 1.
    Right = 1,
    /// Moves the head to y + 1.
    Up,
    /// Moves the head to x - 1.
    Left,
    /// Moves the head to y - 1.
    Down,
    /// Fires the ray: walls in front of the head vanish.
    Fire,
    /// Splits the snake in two.
    Split,
}

impl Operation {
    /// All operations in the order of their numbers.
    pub const ALL: [Operation; 6] = [
        Operation::Right,
        Operation::Up,
        Operation::Left,
        Operation::Down,
        Operation::Fire,
        Operation::Split,
    ];

    /// The operation with this number; `None` unless it is 1 to 6.
    #[inline]
    pub const fn from_number(number: u8) -> Option<Operation> {
        match number {
            1..=6 => Some(Operation::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// The judge's number, 1 to 6.
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The direction of a move; `None` for the other two.
    #[inline]
    pub const fn direction(self) -> Option<Direction> {
        match self {
            Operation::Fire | Operation::Split => None,
            _ => Some(Direction::from_bits(self as u8 - 1)),
        }
    }
}

/// The move in this direction.
impl From<Direction> for Operation {
    #[inline]
    fn from(direction: Direction) -> Operation {
        Operation::ALL[direction as usize]
    }
}

/// `right`, `up`, `left`, `down`, `fire` or `split`.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Operation::Right => "right",
            Operation::Up => "up",
            Operation::Left => "left",
            Operation::Down => "down",
            Operation::Fire => "fire",
            Operation::Split => "split",
        })
    }
}

/// The words of `Display`, or the judge's number.
impl FromStr for Operation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Operation, ParseError> {
        Operation::ALL
            .iter()
            .copied()
            .find(|operation| {
                operation.to_string() == text || operation.number().to_string() == text
            })
            .ok_or_else(|| {
                ParseError::new(format!(
                    "{text:?} is not an operation: right, up, left, down, fire or split, or 1 to 6"
                ))
            })
    }
}

/// The size of each set, by its bits. The first x86-64 has no instruction for it.
static SIZES: [u8; 64] = {
    let mut sizes = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        sizes[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    sizes
};

/// A set of operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Operations(u8);

impl Operations {
    /// None.
    pub const EMPTY: Operations = Operations(0);

    /// The four moves.
    pub(crate) const MOVES: Operations = Operations(0b1111);

    /// The set of the operations of these bits, that of [`Operation::Right`] lowest.
    #[inline]
    pub(crate) const fn from_bits(bits: u8) -> Operations {
        Operations(bits)
    }

    /// Returns true if `operation` is in the set.
    #[inline]
    pub const fn contains(self, operation: Operation) -> bool {
        self.0 >> (operation as u8 - 1) & 1 != 0
    }

    /// Adds `operation`.
    #[inline]
    pub const fn insert(&mut self, operation: Operation) {
        self.0 |= 1 << (operation as u8 - 1);
    }

    /// Takes `operation` out.
    #[inline]
    pub const fn remove(&mut self, operation: Operation) {
        self.0 &= !(1 << (operation as u8 - 1));
    }

    /// Number of operations.
    #[inline]
    pub const fn len(self) -> usize {
        SIZES[self.0 as usize & 63] as usize
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The operations in the judge's order.
    #[inline]
    pub const fn iter(self) -> Iter {
        Iter(self)
    }

    /// The operation number `n` in the judge's order, from 0; `None` if the set is smaller.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Operation> {
        self.iter().nth(n)
    }
}

/// The operations of the left set that are not in the right one.
impl Sub for Operations {
    type Output = Operations;
    #[inline]
    fn sub(self, other: Operations) -> Operations {
        Operations(self.0 & !other.0)
    }
}

impl IntoIterator for Operations {
    type Item = Operation;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        Iter(self)
    }
}

/// The operations of a set in the judge's order.
#[derive(Clone, Debug)]
pub struct Iter(Operations);

impl Iterator for Iter {
    type Item = Operation;

    #[inline]
    fn next(&mut self) -> Option<Operation> {
        let bits = &mut self.0.0;
        let operation = Operation::from_number(bits.trailing_zeros() as u8 + 1)?;
        *bits &= *bits - 1;
        Some(operation)
    }
}

impl FromIterator<Operation> for Operations {
    fn from_iter<I: IntoIterator<Item = Operation>>(operations: I) -> Operations {
        let mut set = Operations::EMPTY;
        operations
            .into_iter()
            .for_each(|operation| set.insert(operation));
        set
    }
}

impl fmt::Debug for Operations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_words_and_directions() {
        for (operation, number) in Operation::ALL.iter().copied().zip(1..) {
            assert_eq!(operation.number(), number);
            assert_eq!(Operation::from_number(number), Some(operation));
            assert_eq!(operation.to_string().parse(), Ok(operation));
            assert_eq!(number.to_string().parse(), Ok(operation));
            let back = operation.direction().map(Operation::from);
            assert_eq!(back, (number <= 4).then_some(operation));
        }
        assert_eq!(Operation::from_number(0), None);
        assert_eq!(Operation::from_number(7), None);
        assert!("UP".parse::<Operation>().is_err());
    }

    #[test]
    fn sets() {
        let mut set: Operations = [Operation::Fire, Operation::Up].iter().copied().collect();
        assert_eq!(format!("{set:?}"), "{Up, Fire}");
        assert!(set.contains(Operation::Up) && !set.contains(Operation::Right));
        assert_eq!(
            (set.len(), set.nth(1), set.nth(2)),
            (2, Some(Operation::Fire), None)
        );
        set.remove(Operation::Up);
        set.remove(Operation::Fire);
        assert!(set.is_empty());
    }
}
