//! Moves.

use std::fmt;
use std::str::FromStr;

use crate::Cell;
use crate::CellSet;
use crate::error::ParseError;

/// A clone to a cell next to a piece, or a jump to a cell two steps away.
///
/// ```
/// use ataxx::Move;
///
/// let clone: Move = "00-11".parse()?;
/// let jump: Move = "00-12".parse()?;
/// assert_eq!((clone.is_jump(), jump.is_jump()), (false, true));
/// assert_eq!(jump.to_string(), "00-12");
/// # Ok::<(), ataxx::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The cell of the piece that is cloned or jumps.
    pub from: Cell,
    /// The cell of the new piece, or of the old one after its jump.
    pub to: Cell,
}

/// By cell: the cells next to it.
pub(crate) static NEAR: [CellSet; Cell::COUNT] = around(1);
/// By cell: the cells exactly two steps away.
pub(crate) static FAR: [CellSet; Cell::COUNT] = around(2);

/// By cell: the cells at this distance, 1 or 2.
const fn around(distance: usize) -> [CellSet; Cell::COUNT] {
    let mut all = [CellSet::EMPTY; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let cell = CellSet::from_bits(1 << index);
        let near = cell.neighbors();
        all[index] = match distance {
            1 => near,
            _ => CellSet::from_bits(cell.within_two().bits() & !(near.bits() | cell.bits())),
        };
        index += 1;
    }
    all
}

impl Move {
    /// Steps between the two cells, sideways, straight or diagonal: 1 for a clone, 2 for a jump.
    #[inline]
    pub fn distance(self) -> u8 {
        let x = self.from.x().abs_diff(self.to.x());
        x.max(self.from.y().abs_diff(self.to.y()))
    }

    /// Returns true if the piece leaves its cell.
    #[inline]
    pub fn is_jump(self) -> bool {
        self.from != self.to && !NEAR[self.from.index()].contains(self.to)
    }
}

/// Prints `FROM-TO`, each as the digits of x and y.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// Reads what `Display` prints.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        let Some((from, to)) = text.split_once('-') else {
            return Err(ParseError::new(format!(
                "`{text}` is not a move: from and to such as `00-11`"
            )));
        };
        let cell = |part: &str| {
            part.parse::<Cell>()
                .map_err(|error| ParseError::new(format!("`{text}` is not a move: {error}")))
        };
        Ok(Self {
            from: cell(from)?,
            to: cell(to)?,
        })
    }
}
