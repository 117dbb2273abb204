//! Cells of the board and the four directions.

use std::fmt;
use std::iter::FromIterator;
use std::str::FromStr;

use crate::error::ParseError;

/// One of the four moves, with the judge's numbers 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Direction {
    /// 0: one row up, x - 1.
    Up,
    /// 1: one column to the right, y + 1.
    Right,
    /// 2: one row down, x + 1.
    Down,
    /// 3: one column to the left, y - 1.
    Left,
}

impl Direction {
    /// All four in the judge's order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The judge's number, 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction with the judge's number `index`; `None` above 3.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 4 {
            Some(Self::ALL[index])
        } else {
            None
        }
    }

    /// The direction that leads back.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }
}

/// `up`, `right`, `down` or `left`.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Up => "up",
            Self::Right => "right",
            Self::Down => "down",
            Self::Left => "left",
        })
    }
}

/// Reads the words of `Display`, or the judge's number.
impl FromStr for Direction {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.trim() {
            "0" | "up" => Ok(Self::Up),
            "1" | "right" => Ok(Self::Right),
            "2" | "down" => Ok(Self::Down),
            "3" | "left" => Ok(Self::Left),
            other => Err(ParseError::new(format!(
                "{other:?} is not a direction: 0 (up), 1 (right), 2 (down) or 3 (left)"
            ))),
        }
    }
}

/// A set of directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// No direction.
    pub const EMPTY: Self = Self(0);

    /// Returns true if `direction` is in the set.
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 >> (direction as u8) & 1 != 0
    }

    /// Adds `direction`.
    pub const fn insert(&mut self, direction: Direction) {
        self.0 |= 1 << (direction as u8);
    }

    /// Number of directions, 0 to 4.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if no direction is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The directions in the judge's order.
    pub const fn iter(self) -> Directions {
        Directions(self)
    }

    /// The `n`-th direction of the set in the judge's order, from 0; `None` if the set is smaller.
    /// For a random choice.
    pub fn nth(self, n: usize) -> Option<Direction> {
        self.iter().nth(n)
    }

    /// The first direction in the judge's order.
    pub fn first(self) -> Option<Direction> {
        Direction::from_index(self.0.trailing_zeros() as usize)
    }
}

impl IntoIterator for DirectionSet {
    type Item = Direction;
    type IntoIter = Directions;

    fn into_iter(self) -> Directions {
        self.iter()
    }
}

/// The directions of a set in the judge's order.
#[derive(Clone, Debug)]
pub struct Directions(DirectionSet);

impl Iterator for Directions {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        let direction = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(direction)
    }
}

impl FromIterator<Direction> for DirectionSet {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut set = Self::EMPTY;
        for direction in directions {
            set.insert(direction);
        }
        set
    }
}

/// Most rows a board can have.
pub const MAX_HEIGHT: u8 = 16;

/// Most columns a board can have.
pub const MAX_WIDTH: u8 = 12;

/// A cell (x, y): row x from 1 (top) to 16, column y from 1 (left) to 12, as the judge counts them.
///
/// Held as the bit number 16 * (x - 1) + (y - 1): a row is 16 bits, and its last four are never
/// cells. These guard columns are why a step to the left or right cannot come out on another row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell(u8);

/// The difference that one step makes to a cell's bit number, by direction.
const STEP: [i16; 4] = [-16, 1, 16, -1];

impl Cell {
    /// The cell in row `x` and column `y`; `None` outside 16 rows of 12 columns.
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x >= 1 && x <= MAX_HEIGHT && y >= 1 && y <= MAX_WIDTH {
            Some(Self(16 * (x - 1) + (y - 1)))
        } else {
            None
        }
    }

    /// The cell with bit number `index`; `None` for the guard columns.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index % 16 < MAX_WIDTH {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The cell of a bit that is known to be one.
    pub(crate) const fn at(bit: u32) -> Self {
        Self(bit as u8)
    }

    /// Row, from 1.
    pub const fn x(self) -> u8 {
        self.0 / 16 + 1
    }

    /// Column, from 1.
    pub const fn y(self) -> u8 {
        self.0 % 16 + 1
    }

    /// Bit number 16 * (x - 1) + (y - 1).
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The neighbor in `direction`; `None` outside 16 rows of 12 columns. The board in play may be
    /// smaller than that.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let index = self.0 as i16 + STEP[direction as usize];
        if index < 0 || index > 255 {
            return None;
        }
        Self::from_index(index as u8)
    }

    /// The neighbor in `direction`, where it is known to exist: inside a body.
    #[inline]
    pub(crate) const fn follow(self, direction: Direction) -> Self {
        Self((self.0 as i16 + STEP[direction as usize]) as u8)
    }
}

/// Prints `x,y`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

/// Reads `x,y`.
impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let numbers = text.trim().split_once(',').and_then(|(x, y)| {
            let x = x.trim().parse().ok()?;
            let y = y.trim().parse().ok()?;
            Some((x, y))
        });
        let (x, y) =
            numbers.ok_or_else(|| ParseError::new(format!("{text:?} is not a cell x,y")))?;
        Self::new(x, y).ok_or_else(|| {
            ParseError::new(format!(
                "cell {text} is outside {MAX_HEIGHT} rows x {MAX_WIDTH} columns"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stay_on_the_raster() {
        for x in 1..=MAX_HEIGHT {
            for y in 1..=MAX_WIDTH {
                let cell = Cell::new(x, y).unwrap();
                assert_eq!((cell.x(), cell.y()), (x, y));
                assert_eq!(Cell::from_index(cell.index()), Some(cell));
                assert_eq!(cell.to_string().parse(), Ok(cell));
                assert_eq!(cell.step(Direction::Up), Cell::new(x - 1, y));
                assert_eq!(cell.step(Direction::Right), Cell::new(x, y + 1));
                assert_eq!(cell.step(Direction::Down), Cell::new(x + 1, y));
                assert_eq!(cell.step(Direction::Left), Cell::new(x, y - 1));
                for direction in Direction::ALL {
                    if let Some(next) = cell.step(direction) {
                        assert_eq!(cell.follow(direction), next);
                        assert_eq!(next.step(direction.opposite()), Some(cell));
                    }
                }
            }
        }
    }

    #[test]
    fn texts() {
        for direction in Direction::ALL {
            assert_eq!(direction.to_string().parse(), Ok(direction));
        }
        assert_eq!("left".parse(), Ok(Direction::Left));
        assert!("4".parse::<Direction>().is_err());
        assert!("17,1".parse::<Cell>().is_err());
        assert!("1,13".parse::<Cell>().is_err());
        assert!("0,1".parse::<Cell>().is_err());
        assert!("1;1".parse::<Cell>().is_err());
    }

    #[test]
    fn direction_sets() {
        let set: DirectionSet = [Direction::Left, Direction::Right]
            .iter()
            .copied()
            .collect();
        assert_eq!(set.len(), 2);
        assert_eq!(set.first(), Some(Direction::Right));
        assert_eq!(set.nth(1), Some(Direction::Left));
        assert_eq!(set.nth(2), None);
        assert!(set.iter().eq([Direction::Right, Direction::Left]));
        assert_eq!(DirectionSet::EMPTY.first(), None);
        assert!(DirectionSet::EMPTY.is_empty() && !set.is_empty());
    }
}
