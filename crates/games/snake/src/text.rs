//! Boards and maps as text.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::cell::Cell;
use crate::error::ParseError;
use crate::map::Map;

/// Draws the board, one line a row: `.` free, `#` obstacle, `A` and `a` head and body of player 0,
/// `B` and `b` of player 1.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for x in 1..=self.height() {
            for y in 1..=self.width() {
                let letter = match Cell::new(x, y) {
                    Some(cell) if cell == self.head(0) => 'A',
                    Some(cell) if cell == self.head(1) => 'B',
                    Some(cell) if self.body(0).contains(cell) => 'a',
                    Some(cell) if self.body(1).contains(cell) => 'b',
                    Some(cell) if self.field().contains(cell) => '.',
                    _ => '#',
                };
                write!(f, "{letter}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Prints `HEIGHTxWIDTH`, then `:` and the obstacles as `x,y` with `/` between them, if there are any.
impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.height(), self.width())?;
        for (i, cell) in self.obstacles().iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { ':' } else { '/' })?;
        }
        Ok(())
    }
}

/// Reads what `Display` prints.
impl FromStr for Map {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (size, cells) = text.split_once(':').unwrap_or((text, ""));
        let numbers = size.split_once('x').and_then(|(height, width)| {
            let height = height.trim().parse().ok()?;
            let width = width.trim().parse().ok()?;
            Some((height, width))
        });
        let (height, width) = numbers
            .ok_or_else(|| ParseError::new(format!("{size:?} is not a size HEIGHTxWIDTH")))?;
        let obstacles = cells
            .split('/')
            .filter(|cell| !cell.trim().is_empty())
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        Self::new(height, width, obstacles).map_err(ParseError::new)
    }
}
