//! The seven pieces, their orientations and places.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;

/// A type of piece. The judge's codes 0 to 6 are the order of the variants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    /// Code 0.
    L,
    /// Code 1.
    J,
    /// Code 2.
    S,
    /// Code 3.
    Z,
    /// Code 4.
    T,
    /// Code 5.
    I,
    /// Code 6.
    O,
}

impl Piece {
    /// All pieces in the order of their codes.
    pub const ALL: [Self; 7] = [
        Self::L,
        Self::J,
        Self::S,
        Self::Z,
        Self::T,
        Self::I,
        Self::O,
    ];

    /// The piece with the judge's code, `None` above 6.
    pub const fn from_code(code: u8) -> Option<Self> {
        if code < 7 {
            Some(Self::ALL[code as usize])
        } else {
            None
        }
    }

    /// The judge's code, 0 to 6.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The code as an index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The four cells in an orientation, as offsets (dx, dy) from the center; dy counts upward. The first
    /// one is the center itself.
    pub const fn cells(self, o: Orientation) -> &'static [(i8, i8); 4] {
        &CELLS[self.index()][o.index()]
    }

    /// The cells, as offsets from the center, that turning from this orientation to the next one needs empty
    /// besides those of the new pose (the older game needs none of them). A cell outside the well is not empty.
    pub const fn clearance(self, o: Orientation) -> &'static [(i8, i8)] {
        CLEARANCE[self.index()][o.index()]
    }

    /// Number of orientations that differ in more than the center: O 1; I, S and Z 2; L, J and T 4.
    pub const fn shapes(self) -> usize {
        match self {
            Self::O => 1,
            Self::I | Self::S | Self::Z => 2,
            Self::L | Self::J | Self::T => 4,
        }
    }
}

/// Prints the letter.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["L", "J", "S", "Z", "T", "I", "O"][self.index()])
    }
}

/// Reads the letter or the code.
impl FromStr for Piece {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL
            .iter()
            .copied()
            .find(|piece| text == piece.to_string() || text == piece.code().to_string())
            .ok_or_else(|| {
                ParseError::new(format!(
                    "`{text}` is not a piece: one of L J S Z T I O, or a code from 0 to 6"
                ))
            })
    }
}

/// The orientation of a piece: the judge's code, 0 to 3. Turning once counter-clockwise adds 1 modulo 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Orientation(u8);

impl Orientation {
    /// All four codes in order.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// The orientation with the judge's code, `None` above 3.
    pub const fn from_code(code: u8) -> Option<Self> {
        if code < 4 { Some(Self(code)) } else { None }
    }

    /// The judge's code, 0 to 3.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The code as an index.
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The orientation after one turn.
    pub const fn turned(self) -> Self {
        Self((self.0 + 1) & 3)
    }
}

/// A pose of a piece: its center, column `x` from 1 (left) to 10 and row `y` from 1 (bottom) to 20, and its
/// orientation. Any numbers can stand here; what a well allows is for the rules to say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement {
    /// Column of the center, from 1.
    pub x: u8,
    /// Row of the center, from 1.
    pub y: u8,
    /// The orientation.
    pub o: Orientation,
}

/// Prints `x,y,o`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x, self.y, self.o.code())
    }
}

/// Reads `x,y,o`.
impl FromStr for Placement {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let numbers: Option<Vec<u8>> = text
            .split(',')
            .map(|word| word.trim().parse().ok())
            .collect();
        let placement = match numbers.as_deref() {
            Some(&[x, y, o]) => Orientation::from_code(o).map(|o| Self { x, y, o }),
            _ => None,
        };
        placement.ok_or_else(|| {
            ParseError::new(format!(
                "`{text}` is not a placement `x,y,o` with o from 0 to 3"
            ))
        })
    }
}

/// One player's move in a turn: where its piece comes to rest, and what the opponent must place next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The piece that the opponent must place in the next turn.
    pub block: Piece,
    /// The resting place of the player's piece.
    pub placement: Placement,
}

/// Prints `x,y,o:B`, B the letter of the piece for the opponent.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.placement, self.block)
    }
}

/// Reads `x,y,o:B`, or the judge's line `B x y o`.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if let [block, x, y, o] = words[..] {
            return Ok(Self {
                block: block.parse()?,
                placement: format!("{x},{y},{o}").parse()?,
            });
        }
        let Some((placement, block)) = text.trim().split_once(':') else {
            return Err(ParseError::new(format!(
                "`{text}` is neither a move `x,y,o:B` nor a line `B x y o`"
            )));
        };
        Ok(Self {
            block: block.parse()?,
            placement: placement.parse()?,
        })
    }
}

const CELLS: [[[(i8, i8); 4]; 4]; 7] = [
    [
        [(0, 0), (1, 0), (-1, 0), (-1, -1)],
        [(0, 0), (0, 1), (0, -1), (1, -1)],
        [(0, 0), (-1, 0), (1, 0), (1, 1)],
        [(0, 0), (0, -1), (0, 1), (-1, 1)],
    ],
    [
        [(0, 0), (-1, 0), (1, 0), (1, -1)],
        [(0, 0), (0, -1), (0, 1), (1, 1)],
        [(0, 0), (1, 0), (-1, 0), (-1, 1)],
        [(0, 0), (0, 1), (0, -1), (-1, -1)],
    ],
    [
        [(0, 0), (1, 0), (0, -1), (-1, -1)],
        [(0, 0), (0, 1), (1, 0), (1, -1)],
        [(0, 0), (-1, 0), (0, 1), (1, 1)],
        [(0, 0), (0, -1), (-1, 0), (-1, 1)],
    ],
    [
        [(0, 0), (-1, 0), (0, -1), (1, -1)],
        [(0, 0), (0, -1), (1, 0), (1, 1)],
        [(0, 0), (1, 0), (0, 1), (-1, 1)],
        [(0, 0), (0, 1), (-1, 0), (-1, -1)],
    ],
    [
        [(0, 0), (-1, 0), (0, 1), (1, 0)],
        [(0, 0), (0, -1), (-1, 0), (0, 1)],
        [(0, 0), (1, 0), (0, -1), (-1, 0)],
        [(0, 0), (0, 1), (1, 0), (0, -1)],
    ],
    [
        [(0, 0), (0, -1), (0, 1), (0, 2)],
        [(0, 0), (1, 0), (-1, 0), (-2, 0)],
        [(0, 0), (0, 1), (0, -1), (0, -2)],
        [(0, 0), (-1, 0), (1, 0), (2, 0)],
    ],
    [
        [(0, 0), (0, 1), (-1, 0), (-1, 1)],
        [(0, 0), (-1, 0), (0, -1), (-1, -1)],
        [(0, 0), (0, -1), (1, 0), (1, -1)],
        [(0, 0), (1, 0), (0, 1), (1, 1)],
    ],
];

const CLEARANCE: [[&[(i8, i8)]; 4]; 7] = [
    CORNER_FROM_UPPER_RIGHT,
    CORNER_FROM_LOWER_LEFT,
    CORNER_FROM_UPPER_RIGHT,
    CORNER_FROM_LOWER_LEFT,
    [
        &[(-1, -1), (-1, 1), (1, 1)],
        &[(-1, -1), (-1, 1), (1, -1)],
        &[(-1, -1), (1, 1), (1, -1)],
        &[(-1, 1), (1, 1), (1, -1)],
    ],
    [
        &[(1, -1), (-1, 1), (-2, 1), (-1, 2), (-2, 2)],
        &[(1, 1), (-1, -1), (-2, -1), (-1, -2), (-2, -2)],
        &[(-1, 1), (1, -1), (2, -1), (1, -2), (2, -2)],
        &[(-1, -1), (1, 1), (2, 1), (1, 2), (2, 2)],
    ],
    [&[], &[], &[], &[]],
];

/// L and S.
const CORNER_FROM_UPPER_RIGHT: [&[(i8, i8)]; 4] = [&[(1, 1)], &[(-1, 1)], &[(-1, -1)], &[(1, -1)]];
/// J and Z.
const CORNER_FROM_LOWER_LEFT: [&[(i8, i8)]; 4] = [&[(-1, -1)], &[(1, -1)], &[(1, 1)], &[(-1, 1)]];
