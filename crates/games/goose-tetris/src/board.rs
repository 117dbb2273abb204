//! The field as row masks: locking and row removal.

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
    pub const fn new() -> Self {
        Self { rows: [0; ROWS] }
    }

    /// Number of filled cells.
    pub fn cells(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Returns true if a pose is allowed: inside the side walls and the floor, and on no filled cell. Cells above the
    /// field are free.
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
    pub fn full_rows(&self) -> usize {
        self.rows.iter().filter(|row| **row == FULL).count()
    }
}
