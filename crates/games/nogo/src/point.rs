//! One point of the board.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;

/// Width and height of the board.
pub const SIZE: usize = 9;

/// A point of the board, the cell `(x, y)` of Botzone's messages.
///
/// ```
/// use nogo::Point;
///
/// let point: Point = "4,7".parse()?;
/// assert_eq!((point.x(), point.y(), point.index()), (4, 7, 43));
/// assert_eq!(point.to_string(), "4,7");
/// assert_eq!(Point::new(4, 9), None);
/// # Ok::<(), nogo::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// Number of points of the board.
    pub const COUNT: usize = SIZE * SIZE;

    /// The point `(x, y)`, or `None` off the board.
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < SIZE as u8 && y < SIZE as u8 {
            Some(Self(SIZE as u8 * x + y))
        } else {
            None
        }
    }

    /// The point with this [`index`](Self::index), or `None` from 81 on.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The point of a bit that is known to be on the board.
    pub(crate) const fn at(bit: u32) -> Self {
        debug_assert!(bit < Self::COUNT as u32);
        Self(bit as u8)
    }

    /// The judge's `x`, 0 to 8: the row of a board picture.
    pub const fn x(self) -> u8 {
        self.0 / SIZE as u8
    }

    /// The judge's `y`, 0 to 8: the column of a board picture.
    pub const fn y(self) -> u8 {
        self.0 % SIZE as u8
    }

    /// `9 * x + y`, 0 to 80: the bit of this point in a [`PointSet`](crate::PointSet).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Prints `x,y`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

/// Prints `x,y`, like `Display`.
impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `x,y`; whitespace around the numbers is ignored.
impl FromStr for Point {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let Some((x, y)) = text.split_once(',') else {
            return Err(ParseError::new(format!(
                "`{text}` is not a point: expected `x,y` such as `4,7`"
            )));
        };
        let coordinate = |name: &str, digits: &str| {
            digits
                .trim()
                .parse::<u8>()
                .ok()
                .filter(|&value| value < SIZE as u8)
                .ok_or_else(|| {
                    ParseError::new(format!(
                        "`{text}` is not a point: {name} must be a number from 0 to 8, not `{}`",
                        digits.trim()
                    ))
                })
        };
        Ok(Self(SIZE as u8 * coordinate("x", x)? + coordinate("y", y)?))
    }
}
