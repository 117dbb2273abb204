//! One cell of the board.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// A cell of a board with `SIZE` rows and columns, `(x, y)` of Botzone's messages: x to the right, y downwards.
///
/// ```
/// use games_common::square::Cell;
///
/// let cell: Cell<8> = "47".parse()?;
/// assert_eq!((cell.x(), cell.y(), cell.index()), (4, 7, 60));
/// assert_eq!(cell.to_string(), "47");
/// assert_eq!(Cell::<7>::new(4, 7), None);
/// # Ok::<(), games_common::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell<const SIZE: usize>(u8);

impl<const SIZE: usize> Cell<SIZE> {
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

    /// The cell with this [`index`](Self::index), or `None` from [`COUNT`](Self::COUNT) on.
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

    /// The column, from 0 on the left.
    pub const fn x(self) -> u8 {
        self.0 % SIZE as u8
    }

    /// The row, from 0 at the top.
    pub const fn y(self) -> u8 {
        self.0 / SIZE as u8
    }

    /// `SIZE * y + x`: the bit of this cell in a [`CellSet`](super::CellSet).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Prints the digits of x and y.
impl<const SIZE: usize> fmt::Display for Cell<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.x(), self.y())
    }
}

/// Prints the digits of x and y, like `Display`.
impl<const SIZE: usize> fmt::Debug for Cell<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the digits of x and y.
impl<const SIZE: usize> FromStr for Cell<SIZE> {
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
            "`{text}` is not a cell: two digits from 0 to {last}, x and y, such as `4{last}`",
            last = SIZE - 1
        )))
    }
}
