//! One cell of the board.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;

/// Width and height of the board.
pub const SIZE: usize = 7;

/// A cell of the board, `(x, y)` of Botzone's messages: x to the right, y downwards.
///
/// ```
/// use ataxx::Cell;
///
/// let cell: Cell = "46".parse()?;
/// assert_eq!((cell.x(), cell.y(), cell.index()), (4, 6, 46));
/// assert_eq!(cell.to_string(), "46");
/// assert_eq!(Cell::new(4, 7), None);
/// # Ok::<(), ataxx::ParseError>(())
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

    /// The cell with this [`index`](Self::index), or `None` from 49 on.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The cell of a bit that is known to be on the board.
    pub(crate) const fn at(bit: u32) -> Self {
        debug_assert!(bit < Self::COUNT as u32);
        Self(bit as u8)
    }

    /// The column, 0 to 6 from the left.
    pub const fn x(self) -> u8 {
        self.0 % SIZE as u8
    }

    /// The row, 0 to 6 from the top.
    pub const fn y(self) -> u8 {
        self.0 / SIZE as u8
    }

    /// `7 * y + x`, 0 to 48: the bit of this cell in a [`CellSet`](crate::CellSet).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Prints the digits of x and y.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.x(), self.y())
    }
}

/// Prints the digits of x and y, like `Display`.
impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the digits of x and y.
impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let digit = |byte: u8| byte.checked_sub(b'0').filter(|&digit| digit < SIZE as u8);
        let cell = match text.as_bytes() {
            &[x, y] => digit(x).zip(digit(y)),
            _ => None,
        };
        if let Some(cell) = cell.and_then(|(x, y)| Self::new(x, y)) {
            return Ok(cell);
        }
        Err(ParseError::new(format!(
            "`{text}` is not a cell: two digits from 0 to 6, x and y, such as `46`"
        )))
    }
}
