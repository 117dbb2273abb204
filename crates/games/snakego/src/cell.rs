//! Cells of the board and the four directions.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;

/// Width and height of the board, in cells.
pub const SIZE: u8 = 16;

/// A cell (x, y): x runs to the right, y upward, both from 0 to 15. Ordered by x, then y.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell(u8);

impl Cell {
    /// The cell (x, y); `None` off the board.
    pub const fn new(x: u8, y: u8) -> Option<Cell> {
        if x < SIZE && y < SIZE {
            Some(Cell(16 * x + y))
        } else {
            None
        }
    }

    /// The cell with the number 16 x + y.
    #[inline]
    pub const fn from_index(index: u8) -> Cell {
        Cell(index)
    }

    /// The cell of a bit.
    pub(crate) const fn at(bit: u32) -> Cell {
        Cell(bit as u8)
    }

    /// 16 x + y.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Column, from the left.
    #[inline]
    pub const fn x(self) -> u8 {
        self.0 >> 4
    }

    /// Row, from the bottom.
    #[inline]
    pub const fn y(self) -> u8 {
        self.0 & 15
    }

    /// The next cell in this direction; `None` off the board.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Cell> {
        let at = if direction.is_vertical() {
            self.y()
        } else {
            self.x()
        };
        let edge = if direction.is_backward() { 0 } else { SIZE - 1 };
        if at == edge {
            None
        } else {
            Some(self.wrapping_step(direction))
        }
    }

    /// The next cell in this direction, which must be on the board: from an edge cell it is some other cell.
    #[inline]
    pub const fn wrapping_step(self, direction: Direction) -> Cell {
        const STEP: [u8; 4] = [16, 1, 16u8.wrapping_neg(), 1u8.wrapping_neg()];
        Cell(self.0.wrapping_add(STEP[direction as usize]))
    }

    /// The distance to another cell as a number, see [`Cell::offset_of`].
    #[inline]
    pub const fn offset(self, other: Cell) -> usize {
        const fn spread(Cell(index): Cell) -> usize {
            index as usize + (index & 0xf0) as usize
        }
        spread(other) + 495 - spread(self)
    }

    /// A distance in x and y, each from -15 to 15, as a number for tables, at most 990.
    #[inline]
    pub const fn offset_of(dx: i32, dy: i32) -> usize {
        (32 * (dx + 15) + dy + 15) as usize
    }

    /// Sum of the distances in x and y.
    #[inline]
    pub const fn distance(self, other: Cell) -> u8 {
        self.x().abs_diff(other.x()) + self.y().abs_diff(other.y())
    }
}

/// Two hexadecimal digits, x then y: `7f` is (7, 15).
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02x}", self.0)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cell, ParseError> {
        if text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            u8::from_str_radix(text, 16)
                .map(Cell)
                .map_err(|error| ParseError::new(error.to_string()))
        } else {
            Err(ParseError::new(format!(
                "{text:?} is not a cell: write x and y as two hexadecimal digits, such as 7f"
            )))
        }
    }
}

/// A direction of movement. The number is that of the operation less one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// x + 1.
    Right,
    /// y + 1.
    Up,
    /// x - 1.
    Left,
    /// y - 1.
    Down,
}

impl Direction {
    /// All directions in the order of their operations.
    pub const ALL: [Direction; 4] = [
        Direction::Right,
        Direction::Up,
        Direction::Left,
        Direction::Down,
    ];

    /// The direction with this number, of which the two lowest bits count.
    #[inline]
    pub const fn from_bits(bits: u8) -> Direction {
        match bits & 3 {
            0 => Direction::Right,
            1 => Direction::Up,
            2 => Direction::Left,
            _ => Direction::Down,
        }
    }

    /// The other way.
    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::from_bits(self as u8 ^ 2)
    }

    /// Returns true if it changes y.
    #[inline]
    pub const fn is_vertical(self) -> bool {
        self as u8 & 1 != 0
    }

    /// Returns true if it makes x or y smaller.
    #[inline]
    pub const fn is_backward(self) -> bool {
        self as u8 & 2 != 0
    }
}

#[cfg(test)]
mod tests {
    use std::convert::TryFrom;

    use super::*;

    #[test]
    fn steps_stay_on_the_board() {
        for index in 0..=255 {
            let cell = Cell::from_index(index);
            assert_eq!(Cell::new(cell.x(), cell.y()), Some(cell));
            assert_eq!(cell.to_string().parse(), Ok(cell));
            for direction in Direction::ALL {
                let (dx, dy) = [(1, 0), (0, 1), (-1, 0), (0, -1)][direction as usize];
                let (x, y) = (cell.x() as i8 + dx, cell.y() as i8 + dy);
                let next = u8::try_from(x)
                    .ok()
                    .zip(u8::try_from(y).ok())
                    .and_then(|(x, y)| Cell::new(x, y));
                assert_eq!(cell.step(direction), next);
                if let Some(next) = next {
                    assert_eq!(next.step(direction.opposite()), Some(cell));
                    assert_eq!(cell.distance(next), 1);
                }
            }
        }
    }

    #[test]
    fn what_is_no_cell() {
        for text in ["", "7", "7g", "+7", "777", "é"] {
            assert!(text.parse::<Cell>().is_err(), "{}", text);
        }
        assert_eq!(Cell::new(16, 0), None);
    }
}
