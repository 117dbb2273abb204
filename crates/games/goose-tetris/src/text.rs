//! Boards and games as text.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, COLUMNS, ROWS};
use crate::error::ParseError;
use crate::game::Game;

/// Prints twenty lines of ten characters from the top, `#` filled and `.` empty. `{:#}` prints one line: the rows from
/// the top joined by `/`, empty top rows left out.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let top = if f.alternate() {
            self.rows
                .iter()
                .position(|row| *row != 0)
                .unwrap_or(ROWS - 1)
        } else {
            0
        };
        for (y, row) in self.rows.iter().enumerate().skip(top) {
            if f.alternate() && y > top {
                f.write_str("/")?;
            }
            for x in 0..COLUMNS {
                f.write_str(if row >> x & 1 == 1 { "#" } else { "." })?;
            }
            if !f.alternate() {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

/// Reads what `Display` prints, in either form; missing rows at the top are empty.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let lines: Vec<&str> = text
            .split(['/', '\n'])
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        if lines.len() > ROWS {
            return Err(ParseError::new(format!(
                "{} rows, the field has {ROWS}",
                lines.len()
            )));
        }
        let mut board = Self::new();
        for (row, line) in board.rows[ROWS - lines.len()..].iter_mut().zip(&lines) {
            if line.len() != COLUMNS {
                return Err(ParseError::new(format!(
                    "row {line:?} does not have {COLUMNS} characters"
                )));
            }
            for (x, character) in line.bytes().enumerate() {
                match character {
                    b'#' => *row |= 1 << x,
                    b'.' => {}
                    _ => {
                        return Err(ParseError::new(format!(
                            "{:?} in row {line:?} is neither `#` nor `.`",
                            char::from(character)
                        )));
                    }
                }
            }
        }
        Ok(board)
    }
}

/// Prints the number of the piece to move, the piece, the score and the board.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "piece {} ({}), score {}",
            self.index, self.piece, self.score
        )?;
        write!(f, "{}", self.board)
    }
}
