//! Reachability: all poses that a piece can reach, found at once by a flood fill on row masks.
//!
//! The centers of a row are one `u64`: 16 bits for each turning state, of which the lowest ten are the columns.
//! A pose is allowed where none of its four cells is filled: four shifts of neighboring rows for each state,
//! done for all rows together so that the compiler can use wide vectors. No step goes up, so one pass from the
//! top to the bottom finds everything: a row starts with what falls in from the row above and grows sideways
//! (one bit) and by turning (a rotation by 16 bits) until nothing changes.

use crate::board::{Board, FULL, ROWS};
use crate::piece::{Move, Piece};

/// Rows above the field that a cell of a pose with its center in the field can reach.
const ABOVE: usize = 2;
/// Rows kept above the field, so that the field's rows start at an even place.
const MARGIN: usize = 4;
/// Side walls of three bits each around ten columns: a row of 16 bits.
const WALLS: u16 = 0b1110_0000_0000_0111;
const WALL_BITS: i8 = 3;
/// Rows handled together: the field, rounded up to a full vector.
pub const LANES: usize = 32;

/// The poses of a piece on a board, the allowed and the reachable ones, given by their centers.
#[derive(Clone, Debug)]
pub struct Poses {
    /// `allowed[y]`: bit `16 * state + x` is set if the pose is allowed. The last entry stands for the floor.
    pub allowed: [u64; ROWS + 1],
    /// `reached[y]`: the allowed poses that steps from the spawn pose reach.
    pub reached: [u64; ROWS],
    /// Rows 0..`depth` can have reached poses, deeper ones have none.
    pub depth: usize,
    /// The allowed centers again, by state and row, of the states that look different; no row below the floor.
    free: [[u16; LANES]; 4],
}

impl Poses {
    /// The poses of `piece`, which spawns in turning state `start`, on `board`. None is reached if the spawn pose is
    /// blocked.
    #[inline(always)]
    pub fn new(board: &Board, piece: Piece, start: u8) -> Self {
        let free = free(board, piece);
        let mut allowed = [0; ROWS + 1];
        allowed[..ROWS].copy_from_slice(&by_row(&free, piece));
        let mut reached = [0; ROWS];
        let mut row = 1_u64 << (16 * u32::from(start) + 4) & allowed[0];
        let mut depth = 0;
        while depth < ROWS {
            row = reachable_in_row(row & allowed[depth], allowed[depth]);
            if row == 0 {
                break;
            }
            reached[depth] = row;
            depth += 1;
        }
        Self {
            allowed,
            reached,
            depth,
            free,
        }
    }

    /// Reached poses of row `y` that cannot step down.
    ///
    /// # Panics
    /// If `y` is not a row of the field.
    #[inline(always)]
    pub fn resting(&self, y: usize) -> u64 {
        self.reached[y] & !self.allowed[y + 1]
    }

    /// Reached poses of row `y` one step above a pose that cannot step down: the lowest floating locks.
    ///
    /// # Panics
    /// If `y` is not a row of the field.
    #[inline(always)]
    pub fn hovering(&self, y: usize) -> u64 {
        let below = self.allowed.get(y + 2).copied().unwrap_or(0);
        self.reached[y] & self.allowed[y + 1] & !below
    }

    /// Reached poses that complete at least one row of the field, resting or not, by row of the center.
    #[inline(always)]
    pub fn completing(&self, board: &Board, piece: Piece) -> [u64; ROWS] {
        let mut completing = [0; ROWS];
        let parts = &PARTS[piece.index()];
        let lowest = (self.depth + MAX_OFFSET).min(ROWS);
        for (y, row) in board.rows[..lowest].iter().enumerate() {
            let missing = !row & FULL;
            let run = missing.trailing_zeros();
            // One run of one to four missing cells: only such a row can be completed by one piece.
            let width = match missing >> (run & 15) {
                0b1 => 0,
                0b11 => 1,
                0b111 => 2,
                0b1111 => 3,
                _ => continue,
            };
            let of_width = &parts[width];
            for part in &of_width.parts[..of_width.len] {
                // A center above the field becomes a huge number.
                let center_y = (y + part.up).wrapping_sub(MAX_OFFSET);
                if center_y < ROWS {
                    // A part whose center would be left of the field moves out of the ten bits, or into the six
                    // spare ones of the state below, where no pose is ever reached.
                    let bit = (part.center << run) >> PART_SHIFT;
                    completing[center_y] |= self.reached[center_y] & bit;
                }
            }
        }
        completing
    }

    /// The locks that a search wants in row `y`, one name a pose: resting ones and those in `floating` (as an
    /// entry of [`Poses::completing`]), except those that end the game.
    #[inline(always)]
    pub fn locks(&self, piece: Piece, y: usize, floating: u64) -> u64 {
        let mask = self.resting(y) | floating & self.reached[y];
        below_top(merge_equal_states(mask, piece), piece, y)
    }

    /// The locks of [`Poses::locks`] in all rows at once, with those of [`Poses::hovering`] and
    /// [`Poses::completing`], by state and row: the columns of the centers. Made for a constant `piece`.
    #[inline(always)]
    pub fn useful_locks(&self, board: &Board, piece: Piece) -> [[u16; LANES]; 4] {
        let completing = completing_by_state(board, piece);
        let mut locks = [[0; LANES]; 4];
        let states = piece.distinct_states();
        for (state, locks) in locks.iter_mut().enumerate().take(states.into()) {
            let mut reached = [0; LANES];
            for same in (state..4).step_by(states.into()) {
                for (to, row) in reached.iter_mut().zip(&self.reached) {
                    *to |= (row >> (16 * same)) as u16;
                }
            }
            let mut below = [0; LANES + 2];
            below[..LANES].copy_from_slice(&self.free[state]);
            for (y, to) in locks.iter_mut().enumerate() {
                let hovering = !below[y + 2];
                *to = reached[y] & (!below[y + 1] | hovering | completing[state][y]);
            }
            // A lock that fills a cell of the top row ends the game.
            let reach = -piece.shape(state as u8).dy.0;
            locks[..=reach as usize].fill(0);
        }
        locks
    }
}

/// Rows that a cell of a piece can be away from its center.
const MAX_OFFSET: usize = 2;

/// One row of one turning state: where the center is, seen from the row's first cell.
#[derive(Clone, Copy)]
struct Part {
    /// Row of the center below the row of the part, plus [`MAX_OFFSET`]: never negative.
    up: usize,
    /// The center's bit if the part's first cell is in column 0, times 2^[`PART_SHIFT`].
    center: u64,
}

/// Keeps bits of centers left of column 0 apart while they are shifted.
const PART_SHIFT: u32 = 4;

#[derive(Clone, Copy)]
struct Parts {
    parts: [Part; 12],
    len: usize,
}

/// Rows of the states that look different, by type and number of cells - 1.
static PARTS: [[Parts; 4]; 7] = {
    let mut all = [[Parts {
        parts: [Part { up: 0, center: 0 }; 12],
        len: 0,
    }; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut state = 0;
        while state < 4 {
            let shape = Piece::ALL[piece].shape(state);
            let mut i = 0;
            while i < 4 {
                let mask = shape.row_masks[i];
                if mask != 0 {
                    let first = mask.trailing_zeros() as i32 + shape.dx.0 as i32;
                    let up = MAX_OFFSET as i32 - shape.dy.0 as i32 - i as i32;
                    let bit = 16 * state as i32 + PART_SHIFT as i32 - first;
                    let to = &mut all[piece][mask.count_ones() as usize - 1];
                    to.parts[to.len] = Part {
                        up: up as usize,
                        center: 1 << bit,
                    };
                    to.len += 1;
                }
                i += 1;
            }
            state += 1;
        }
        piece += 1;
    }
    all
};

/// The poses of [`Poses::completing`], reached or not, by state and row. All rows together are faster than one at
/// a time if `piece` is a constant, and slower if not.
#[inline(always)]
fn completing_by_state(board: &Board, piece: Piece) -> [[u16; LANES]; 4] {
    let mut states = [[0_u16; LANES]; 4];
    for width in 1..=4 {
        let run = (1 << width) - 1;
        // The first cells of rows that miss one run of `width` cells: only those can be completed.
        let mut first_cells = [0_u16; MARGIN + LANES + ABOVE];
        for (to, row) in first_cells[MARGIN..].iter_mut().zip(&board.rows) {
            let missing = !row & FULL;
            let first = missing & missing.wrapping_neg();
            *to = if missing == first * run { first } else { 0 };
        }
        let different = states.iter_mut().take(piece.distinct_states().into());
        for (state, centers) in different.enumerate() {
            let shape = piece.shape(state as u8);
            for (i, mask) in shape.row_masks.iter().enumerate() {
                if *mask == 0 || mask >> mask.trailing_zeros() != run {
                    continue;
                }
                let dx = shape.dx.0 + mask.trailing_zeros() as i8;
                let dy = shape.dy.0 + i as i8;
                let from = &first_cells[(MARGIN as i8 + dy) as usize..][..LANES];
                for (to, first) in centers.iter_mut().zip(from) {
                    *to |= if dx < 0 { first << -dx } else { first >> dx };
                }
            }
        }
    }
    states
}

/// All allowed centers of `piece`, by state and row; the states that look different only.
#[inline(always)]
fn free(board: &Board, piece: Piece) -> [[u16; LANES]; 4] {
    let mut padded = [FULL << WALL_BITS | WALLS; MARGIN + LANES + ABOVE];
    padded[..MARGIN].fill(WALLS);
    for (to, row) in padded[MARGIN..].iter_mut().zip(&board.rows) {
        *to = row << WALL_BITS | WALLS;
    }
    let mut states = [[0_u16; LANES]; 4];
    for (state, centers) in states.iter_mut().enumerate() {
        if state >= piece.distinct_states() as usize {
            break;
        }
        let shape = piece.shape(state as u8);
        let mut blocked = [0_u16; LANES];
        for (dx, dy) in shape.cells {
            let shift = (WALL_BITS + dx) as u16;
            let from = &padded[(MARGIN as i8 + dy) as usize..][..LANES];
            for (to, row) in blocked.iter_mut().zip(from) {
                *to |= row >> shift;
            }
        }
        for (to, row) in centers.iter_mut().zip(&blocked) {
            *to = !row & FULL;
        }
    }
    states
}

/// The centers of a row as one number, from those of the states that look different.
#[inline(always)]
fn by_row(states: &[[u16; LANES]; 4], piece: Piece) -> [u64; ROWS] {
    let different = usize::from(piece.distinct_states());
    let mut rows = [0; ROWS];
    for state in 0..4 {
        for (to, centers) in rows.iter_mut().zip(&states[state % different]) {
            *to |= u64::from(*centers) << (16 * state);
        }
    }
    rows
}

/// Everything that steps sideways and turns reach inside one row.
#[inline(always)]
fn reachable_in_row(mut row: u64, allowed: u64) -> u64 {
    loop {
        let next = (row | row << 1 | row >> 1 | row.rotate_left(16)) & allowed;
        if next == row {
            return row;
        }
        row = next;
    }
}

/// The poses of one mask of centers, lowest bit first.
#[derive(Clone, Debug)]
pub struct PosesIter {
    y: u8,
    mask: u64,
}

impl PosesIter {
    /// Iterates over `mask`, the centers of row `y`.
    pub const fn new(y: usize, mask: u64) -> Self {
        Self { y: y as u8, mask }
    }
}

impl Iterator for PosesIter {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        if self.mask == 0 {
            return None;
        }
        let bit = self.mask.trailing_zeros();
        self.mask &= self.mask - 1;
        Some(Move {
            y: self.y,
            state: (bit >> 4) as u8,
            x: (bit & 15) as u8,
        })
    }
}

/// Keeps one name of poses that look the same: the states below [`Piece::distinct_states`].
///
/// A pose may be reached in one of the states that look the same and not in the other, so the states are merged first.
#[inline(always)]
pub(crate) fn merge_equal_states(mask: u64, piece: Piece) -> u64 {
    match piece.distinct_states() {
        1 => (mask | mask >> 16 | mask >> 32 | mask >> 48) & FULL as u64,
        2 => (mask | mask >> 32) & 0xffff_ffff,
        _ => mask,
    }
}

/// Poses whose cells all stay below the top row: a lock elsewhere ends the game.
#[inline(always)]
pub(crate) fn below_top(mask: u64, piece: Piece, y: usize) -> u64 {
    if y > ABOVE {
        return mask;
    }
    let mut keep = 0;
    for state in 0..4 {
        if y as i32 + i32::from(piece.shape(state).dy.0) > 0 {
            keep |= u64::from(FULL) << (16 * u32::from(state));
        }
    }
    mask & keep
}
