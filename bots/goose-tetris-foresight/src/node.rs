//! Boards of the beam and children not built yet.

use goose_tetris::{Board, CELLS, COLUMNS, FULL, GAINS, Move, Piece, ROWS};
use solvers::hash::hash;

use crate::weights::{Weights, columns, rows_cost, tops, tops_cost};

/// A board of the beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Node {
    /// The field.
    pub board: Board,
    /// Rows that miss one cell, counted by the column of that cell: five bits each.
    pub ready: u64,
    /// Points so far.
    pub score: u32,
    /// Filled cells.
    pub cells: u32,
}

impl Node {
    /// A field after some points.
    pub fn new(board: Board, score: u32) -> Self {
        Self {
            ready: board.rows.iter().map(|row| ready_row(*row)).sum(),
            score,
            cells: board.cells(),
            board,
        }
    }

    /// The empty field.
    pub const fn start() -> Self {
        Self {
            board: Board::new(),
            ready: 0,
            score: 0,
            cells: 0,
        }
    }
}

/// A child of which no more than the value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Value in units: score + bound - cost.
    pub value: i32,
    /// Number of the parent in its layer.
    pub parent: u32,
    /// The lock, packed.
    pub mv: PackedMove,
}

/// A child that is not built yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// Hash of the board.
    pub hash: u64,
    /// Value in units: score + bound - cost.
    pub value: i32,
    /// Number of the parent in its layer.
    pub parent: u32,
    /// Diversity class, see [`bucket`].
    pub bucket: u16,
    /// The lock, packed.
    pub mv: PackedMove,
}

/// A pose in eleven bits: `y << 6 | state << 4 | x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackedMove(pub u16);

impl PackedMove {
    #[inline(always)]
    pub(crate) const fn pack(y: usize, bit: u32) -> Self {
        Self(((y as u32) << 6 | bit) as u16)
    }

    /// Packs a pose.
    pub const fn new(mv: Move) -> Self {
        Self((mv.y as u16) << 6 | (mv.state as u16) << 4 | mv.x as u16)
    }

    /// The pose.
    pub const fn unpack(self) -> Move {
        Move {
            y: (self.0 >> 6) as u8,
            state: (self.0 >> 4 & 3) as u8,
            x: (self.0 & 15) as u8,
        }
    }
}

/// The data that all boards of a layer have in common.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The piece to place.
    pub piece: Piece,
    /// Its rotation state at the spawn.
    pub start: u8,
    /// The bound after the lock, by filled cells, less what [`crate::outlook`] takes off.
    pub bound: &'a [i32; CELLS],
    /// Costs after the lock.
    pub weights: &'a Weights,
}

/// Classes a board can fall in.
pub const BUCKETS: usize = CELLS / 2 * COLUMNS * ROWS;

/// The column that most nine-cell rows miss, and how many do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Well {
    /// The column; the smallest among equals.
    pub column: u32,
    /// Rows that miss it.
    pub rows: u32,
}

/// The column and the rows of the well, from [`Node::ready`].
#[inline(always)]
pub fn well(ready: u64) -> Well {
    // Count and column as one number; the smaller column wins between equal counts.
    let mut most = 9;
    for column in 0..COLUMNS as u64 {
        most = most.max((ready >> (5 * column) & 31) << 4 | (9 - column));
    }
    Well {
        column: 9 - (most & 15) as u32,
        rows: (most >> 4) as u32,
    }
}

/// The diversity class: filled cells and well.
#[inline(always)]
pub fn bucket(cells: u32, well: Well) -> u16 {
    ((cells / 2 * COLUMNS as u32 + well.column) * ROWS as u32 + well.rows) as u16
}

#[inline(always)]
fn ready_row(row: u16) -> u64 {
    let missing = !row & FULL;
    if missing.is_power_of_two() {
        1 << (5 * missing.trailing_zeros())
    } else {
        0
    }
}

/// The children that `candidates` worth `threshold` or more stand for.
pub fn finish(step: &Step, nodes: &[Node], candidates: &[Candidate], threshold: i32) -> Vec<Child> {
    let mut children = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        if candidate.value >= threshold {
            let node = &nodes[candidate.parent as usize];
            children.push(finished(step.piece, node, candidate));
        }
    }
    children
}

#[inline(always)]
fn finished(piece: Piece, node: &Node, candidate: &Candidate) -> Child {
    let mv = candidate.mv.unpack();
    let shape = piece.shape(mv.state);
    let left = (mv.x as i8 + shape.dx.0) as usize;
    let top = (mv.y as i8 + shape.dy.0) as usize;
    let mut board = node.board;
    let mut ready = node.ready;
    let mut cells = node.cells + 4;
    for (i, mask) in shape.row_masks.iter().enumerate() {
        if *mask == 0 {
            break;
        }
        let row = &mut board.rows[top + i];
        ready = ready.wrapping_sub(ready_row(*row));
        *row |= mask << left;
        ready = ready.wrapping_add(ready_row(*row));
        cells -= 10 * u32::from(*row == FULL);
    }
    if cells < node.cells {
        remove_full_rows(&mut board.rows, top);
    }
    Child {
        hash: hash(&board),
        value: candidate.value,
        parent: candidate.parent,
        bucket: bucket(cells, well(ready)),
        mv: candidate.mv,
    }
}

/// Removes the full ones of the four rows from `top` on; returns how many these were.
#[inline(always)]
fn remove_full_rows(rows: &mut [u16; ROWS], top: usize) -> usize {
    let mut removed = 0;
    for y in top..(top + 4).min(ROWS) {
        if rows[y] == FULL {
            rows.copy_within(0..y, 1);
            rows[0] = 0;
            removed += 1;
        }
    }
    removed
}

/// The cost of a whole board, in units.
pub fn board_cost(board: &Board, weights: &Weights) -> i32 {
    rows_cost(&board.rows, weights)
        + tops_cost(&tops(&columns(&board.rows)), board.cells(), weights)
}

/// The child of `node` by `mv`.
#[inline(always)]
pub fn child_node(piece: Piece, node: &Node, mv: Move) -> Node {
    let mut board = node.board;
    board.fill(piece, mv);
    let top = (mv.y as i8 + piece.shape(mv.state).dy.0) as usize;
    let removed = remove_full_rows(&mut board.rows, top);
    let filled = node.cells + 4;
    let score = node.score + filled * GAINS[removed];
    let cells = filled - 10 * removed as u32;
    Node {
        ready: board.rows.iter().map(|row| ready_row(*row)).sum(),
        board,
        score,
        cells,
    }
}
