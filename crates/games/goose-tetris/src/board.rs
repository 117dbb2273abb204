//! The field as row masks: locking and row removal.

use std::fmt;
use std::str::FromStr;

use crate::piece::{Move, Piece};

/// Columns of the field.
pub const COLUMNS: usize = 10;

/// Rows of the field.
pub const ROWS: usize = 20;

/// A full row.
pub const FULL: u16 = (1 << COLUMNS) - 1;

/// The field: `rows[y]` has bit `x` set where (x, y) is filled; `y` = 0 is the top row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The row masks, only the lowest [`COLUMNS`] bits used.
    pub rows: [u16; ROWS],
}

impl Board {
    /// The empty field.
    #[must_use]
    pub const fn new() -> Self {
        Self { rows: [0; ROWS] }
    }

    /// Number of filled cells.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether a pose is allowed: inside the side walls and the floor, and on no filled cell. Cells above the
    /// field are free.
    #[must_use]
    pub fn allows(&self, piece: Piece, state: u8, x: i32, y: i32) -> bool {
        piece.shape(state).cells.iter().all(|&(dx, dy)| {
            let (x, y) = (x + i32::from(dx), y + i32::from(dy));
            (0..COLUMNS as i32).contains(&x)
                && y < ROWS as i32
                && (y < 0 || self.rows[y as usize] >> x & 1 == 0)
        })
    }

    /// Fills the cells of a pose; cells above the field are dropped.
    ///
    /// # Panics
    /// If the pose reaches out of the field at the sides or the floor.
    #[inline(always)]
    pub fn fill(&mut self, piece: Piece, mv: Move) {
        let shape = piece.shape(mv.state);
        let left = (mv.x as i8 + shape.dx.0) as u32;
        for (i, mask) in shape.row_masks.iter().enumerate() {
            let y = mv.y as i32 + shape.dy.0 as i32 + i as i32;
            if *mask != 0 && y >= 0 {
                self.rows[y as usize] |= mask << left;
            }
        }
    }

    /// Removes full rows, everything above falls by plain row removal; returns how many were removed.
    #[inline]
    pub fn remove_full_rows(&mut self) -> usize {
        let mut to = ROWS;
        for from in (0..ROWS).rev() {
            if self.rows[from] != FULL {
                to -= 1;
                self.rows[to] = self.rows[from];
            }
        }
        self.rows[..to].fill(0);
        to
    }

    /// Number of full rows.
    #[must_use]
    pub fn full_rows(&self) -> usize {
        self.rows.iter().filter(|row| **row == FULL).count()
    }
}

impl fmt::Display for Board {
    /// Twenty lines of ten signs from the top, `#` filled and `.` empty; `{:#}` prints one line, rows from the
    /// top joined by `/`, empty top rows left out.
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

/// Why a picture is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseBoardError(String);

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseBoardError {}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// Reads what `Display` prints, in either form; missing rows at the top are empty.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lines: Vec<&str> = text
            .split(['/', '\n'])
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        if lines.len() > ROWS {
            return Err(ParseBoardError(format!(
                "{} rows, the field has {ROWS}",
                lines.len()
            )));
        }
        let mut board = Self::new();
        for (row, line) in board.rows[ROWS - lines.len()..].iter_mut().zip(&lines) {
            if line.len() != COLUMNS {
                return Err(ParseBoardError(format!(
                    "row {line:?} has not {COLUMNS} signs"
                )));
            }
            for (x, sign) in line.bytes().enumerate() {
                match sign {
                    b'#' => *row |= 1 << x,
                    b'.' => {}
                    _ => {
                        return Err(ParseBoardError(format!(
                            "sign {:?} in row {line:?}",
                            sign as char
                        )));
                    }
                }
            }
        }
        Ok(board)
    }
}
