//! One cell of the board.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;

/// Width and height of the board.
pub const SIZE: usize = 15;

/// A cell of the board, `(x, y)` of Botzone's messages: x to the right, y downwards. As text it is the letter of x, `a` to `o`,
/// and y + 1.
///
/// ```
/// use gomoku::Cell;
///
/// let cell: Cell = "h5".parse()?;
/// assert_eq!((cell.x(), cell.y(), cell.index()), (7, 4, 67));
/// assert_eq!(cell.to_string(), "h5");
/// assert_eq!(Cell::new(7, 15), None);
/// # Ok::<(), gomoku::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Number of cells of the board.
    pub const COUNT: usize = SIZE * SIZE;

    /// The cell `(x, y)`, or `None` off the board.
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < SIZE as u8 && y < SIZE as u8 {
            Some(Self(SIZE as u8 * y + x))
        } else {
            None
        }
    }

    /// The cell with this [`index`](Self::index), or `None` from 225 on.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The cell of an index that is known to be on the board.
    pub(crate) const fn at(index: u32) -> Self {
        debug_assert!(index < Self::COUNT as u32);
        Self(index as u8)
    }

    /// The column, 0 to 14 from the left.
    pub const fn x(self) -> u8 {
        self.0 % SIZE as u8
    }

    /// The row, 0 to 14 from the top.
    pub const fn y(self) -> u8 {
        self.0 / SIZE as u8
    }

    /// `15 * y + x`, 0 to 224.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell `count` steps of `(dx, dy)` away, or `None` off the board.
    pub const fn step(self, (dx, dy): (i8, i8), count: i8) -> Option<Self> {
        // A coordinate left of or above the board becomes a large number.
        let x = (self.x() as i8 + dx * count) as u8;
        let y = (self.y() as i8 + dy * count) as u8;
        Self::new(x, y)
    }
}

/// Prints the letter of x and y + 1.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x()), self.y() + 1)
    }
}

/// Prints like `Display`.
impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads what `Display` prints.
impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let number = |digits: &[u8]| match *digits {
            [digit @ b'1'..=b'9'] => Some(digit - b'1'),
            [b'1', digit @ b'0'..=b'5'] => Some(digit - b'0' + 9),
            _ => None,
        };
        let cell = match text.as_bytes() {
            [x, y @ ..] => number(y).and_then(|y| Self::new(x.wrapping_sub(b'a'), y)),
            [] => None,
        };
        cell.ok_or_else(|| {
            ParseError::new(format!(
                "`{}` is not a cell: a letter from a to o, then a number from 1 to 15, such as `h8`",
                text
            ))
        })
    }
}
