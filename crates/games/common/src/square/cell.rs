//! One cell of the board.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// A cell of a board with `SIZE` rows and columns, 15 at most, `(x, y)` of Botzone's messages: x to the right, y downwards. As text it is
/// the digits of x and y, on a board of more than ten columns the letter of x, from `a` on, and y + 1.
///
/// ```
/// use games_common::square::Cell;
///
/// let cell: Cell<8> = "47".parse()?;
/// assert_eq!((cell.x(), cell.y(), cell.index()), (4, 7, 60));
/// assert_eq!(cell.to_string(), "47");
/// assert_eq!(Cell::<7>::new(4, 7), None);
/// assert_eq!("h5".parse::<Cell<15>>()?.index(), 67);
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

    /// The cell of a bit of a set of cells.
    #[doc(hidden)]
    pub const fn at(bit: u32) -> Self {
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

    /// The cell `count` steps of `(dx, dy)` away, or `None` off the board.
    pub const fn step(self, (dx, dy): (i8, i8), count: i8) -> Option<Self> {
        // A coordinate left of or above the board becomes a large number.
        let x = (self.x() as i8 + dx * count) as u8;
        let y = (self.y() as i8 + dy * count) as u8;
        Self::new(x, y)
    }
}

impl<const SIZE: usize> fmt::Display for Cell<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match SIZE {
            0..=10 => write!(f, "{}{}", self.x(), self.y()),
            _ => write!(f, "{}{}", char::from(b'a' + self.x()), self.y() + 1),
        }
    }
}

/// Prints like `Display`.
impl<const SIZE: usize> fmt::Debug for Cell<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads what `Display` prints.
impl<const SIZE: usize> FromStr for Cell<SIZE> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let digit = |byte: u8| byte.wrapping_sub(b'0');
        let cell = match *text.as_bytes() {
            [x, y] if SIZE <= 10 => Self::new(digit(x), digit(y)),
            [x, y @ b'1'..=b'9'] => Self::new(x.wrapping_sub(b'a'), digit(y) - 1),
            [x, b'1', y @ b'0'..=b'9'] if SIZE > 10 => {
                Self::new(x.wrapping_sub(b'a'), digit(y) + 9)
            }
            _ => None,
        };
        cell.ok_or_else(|| {
            ParseError::new(match SIZE {
                0..=10 => format!(
                    "`{text}` is not a cell: two digits from 0 to {last}, x and y, such as `4{last}`",
                    last = SIZE - 1
                ),
                _ => format!(
                    "`{text}` is not a cell: a letter from a to {last}, then a number from 1 to {SIZE}, such as `h8`",
                    last = char::from(b'a' + SIZE as u8 - 1)
                ),
            })
        })
    }
}
