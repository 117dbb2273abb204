//! One board's children: all useful locks of the piece, valued without building the boards.
//!
//! Only what a lock touches is looked at: up to four rows for the row patterns, up to four columns for covered
//! cells. A lock that completes rows shifts everything above: the cost of the rows comes from sums made beforehand,
//! the rest is valued from scratch. Children below the threshold are dropped.

use goose_tetris::{FULL, GAINS, Piece, ROWS, Shape};

use crate::locks::Locks;
use crate::node::{Candidate, Node, PackedMove, Step};
use crate::sums::RowSums;
use crate::weights::{
    TABLE_ROWS, Tops, UNIT, Weights, columns, eight, holes, surface_codes, surface_cost, tops,
    tops_cost,
};

/// Appends the children of `nodes` worth `threshold` or more; the first node has number `first` in its layer.
#[inline(always)]
pub(crate) fn expand_body(
    step: &Step,
    nodes: &[Node],
    first: u32,
    threshold: i32,
    candidates: &mut Vec<Candidate>,
) {
    match step.piece {
        Piece::I => expand_piece::<0>(step, nodes, first, threshold, candidates),
        Piece::L => expand_piece::<1>(step, nodes, first, threshold, candidates),
        Piece::J => expand_piece::<2>(step, nodes, first, threshold, candidates),
        Piece::T => expand_piece::<3>(step, nodes, first, threshold, candidates),
        Piece::O => expand_piece::<4>(step, nodes, first, threshold, candidates),
        Piece::S => expand_piece::<5>(step, nodes, first, threshold, candidates),
        Piece::Z => expand_piece::<6>(step, nodes, first, threshold, candidates),
    }
}

/// The data that all children of a board have in common.
pub(crate) struct Family<'a> {
    pub(crate) node: &'a Node,
    number: u32,
    /// Value before the cost of the shape, by number of removed rows.
    pub(crate) base: [i32; 5],
}

impl<'a> Family<'a> {
    #[inline(always)]
    pub(crate) fn new(step: &Step, node: &'a Node, number: u32) -> Self {
        let filled = node.cells + 4;
        let base = std::array::from_fn(|removed| {
            let left = (filled as usize).saturating_sub(10 * removed);
            UNIT * ((node.score + filled * GAINS[removed]) as i32 + step.bound[left])
        });
        Self { node, number, base }
    }

    /// The child of known value by a lock, which [`Locks`] names.
    #[inline(always)]
    pub(crate) fn candidate(&self, state: u8, at: u16, value: i32) -> Candidate {
        let (y, x) = (usize::from(at >> 4), u32::from(at & 15));
        Candidate {
            value,
            parent: self.number,
            mv: PackedMove::pack(y, 16 * u32::from(state) + x),
        }
    }
}

/// The parent as the valuation of its children wants it.
struct Parent<'a> {
    family: Family<'a>,
    columns: [u32; 16],
    /// The tops from the first, the second and the third column on.
    tops: [Tops; 3],
    rows_cost: i32,
    rows: [u16; TABLE_ROWS],
}

/// The piece is a constant here, so that its shapes are, too.
#[inline(always)]
fn expand_piece<const PIECE: usize>(
    step: &Step,
    nodes: &[Node],
    first: u32,
    threshold: i32,
    candidates: &mut Vec<Candidate>,
) {
    let piece = Piece::ALL[PIECE];
    let mut locks = Locks::new();
    let mut sums = RowSums::new();
    for (node, number) in nodes.iter().zip(first..) {
        if !locks.find(&node.board, piece, step.start) {
            continue;
        }
        sums.start(step.weights, &node.board.rows);
        let mut rows = [0; TABLE_ROWS];
        rows[..ROWS].copy_from_slice(&node.board.rows);
        let columns = columns(&node.board.rows);
        let tops = tops(&columns);
        let parent = Parent {
            family: Family::new(step, node, number),
            columns,
            tops: [tops, shifted(&tops, 1), shifted(&tops, 2)],
            rows_cost: sums.above[ROWS],
            rows,
        };
        expand_state::<PIECE, 0>(step, &parent, &mut sums, &locks, threshold, candidates);
        if piece.distinct_states() > 1 {
            expand_state::<PIECE, 1>(step, &parent, &mut sums, &locks, threshold, candidates);
        }
        if piece.distinct_states() > 2 {
            expand_state::<PIECE, 2>(step, &parent, &mut sums, &locks, threshold, candidates);
            expand_state::<PIECE, 3>(step, &parent, &mut sums, &locks, threshold, candidates);
        }
    }
}

#[inline(always)]
fn expand_state<const PIECE: usize, const STATE: u8>(
    step: &Step,
    parent: &Parent,
    sums: &mut RowSums,
    locks: &Locks,
    threshold: i32,
    candidates: &mut Vec<Candidate>,
) {
    for at in locks.of(STATE) {
        let (x, y) = (usize::from(at & 15), usize::from(at >> 4));
        let value = value::<PIECE, STATE>(step, parent, sums, x, y);
        if value >= threshold {
            candidates.push(parent.family.candidate(STATE, *at, value));
        }
    }
}

/// The value of the child by a lock at (`x`, `y`).
#[inline(always)]
fn value<const PIECE: usize, const STATE: u8>(
    step: &Step,
    parent: &Parent,
    sums: &mut RowSums,
    x: usize,
    y: usize,
) -> i32 {
    let shape = const { Piece::ALL[PIECE].shape(STATE) };
    let (left, top) = corner(shape, x, y);
    let node = parent.family.node;
    let (change, full) = row_change(step.weights, &parent.rows, shape, left, top);
    let cells = node.cells + 4 - 10 * full as u32;
    let cost = if full == 0 {
        let first = &const { first_cells(Piece::ALL[PIECE].shape(STATE)) };
        parent.rows_cost + change + falling_cost(step.weights, parent, first, left, y, cells)
    } else {
        let (rows_cost, removed) =
            sums.after_removal(step.weights, &node.board.rows, shape, left, top);
        let tops = tops_after(&parent.columns, shape, left, y, removed);
        rows_cost + tops_cost(&tops, cells, step.weights)
    };
    parent.family.base[full] - cost
}

/// Left column and top row of a lock.
#[inline(always)]
pub(crate) fn corner(shape: &Shape, x: usize, y: usize) -> (usize, usize) {
    let left = (x as i32 + i32::from(shape.dx.0)) as usize;
    let top = (y as i32 + i32::from(shape.dy.0)) as usize;
    (left, top)
}

/// Change of the row patterns' cost if no row is completed, and the number of completed rows.
#[inline(always)]
fn row_change(
    weights: &Weights,
    rows: &[u16; TABLE_ROWS],
    shape: &Shape,
    left: usize,
    top: usize,
) -> (i32, usize) {
    let mut cost = 0;
    let mut full = 0;
    for (i, mask) in shape.row_masks.iter().enumerate() {
        if *mask == 0 {
            break;
        }
        let old = rows[top + i] & FULL;
        let new = (old | mask << left) & FULL;
        let table = &weights.rows[top + i];
        cost += i32::from(table[usize::from(new)]) - i32::from(table[usize::from(old)]);
        full += usize::from(new == FULL);
    }
    (cost, full)
}

/// The first filled row below the center in each column of a shape, between columns that it leaves alone.
type FirstCells = [i16; 48];

const fn first_cells(shape: &Shape) -> FirstCells {
    let mut cells = [2 * ROWS as i16; 48];
    let mut i = 0;
    while i < 4 {
        let (first, last) = shape.column_runs[i];
        if first <= last {
            cells[16 + i] = first as i16;
        }
        i += 1;
    }
    cells
}

/// The cost of covered cells and of the surface after a lock that completes no row. The three views of the tops,
/// each a column further, are lowered by themselves: shifting the result would cost more than making it thrice.
#[inline(always)]
fn falling_cost(
    weights: &Weights,
    parent: &Parent,
    first_cells: &FirstCells,
    left: usize,
    y: usize,
    cells: u32,
) -> i32 {
    let bottom = |x: usize| &first_cells[16 + x - left..32 + x - left];
    let tops = lowered(&parent.tops[0], bottom(0), y as i16);
    let second = lowered(&parent.tops[1], bottom(1), y as i16);
    let third = lowered(&parent.tops[2], bottom(2), y as i16);
    let codes = surface_codes(&eight(&tops, 0), &eight(&second, 0), &eight(&third, 0));
    weights.hole * holes(&tops, cells) + surface_cost(&codes, weights)
}

#[inline(always)]
fn lowered(tops: &Tops, piece: &[i16], y: i16) -> Tops {
    let mut lowered = *tops;
    for (top, first) in lowered.iter_mut().zip(piece) {
        *top = (*top).min(y + first);
    }
    lowered
}

/// The tops after a lock whose rows `removed` are gone.
#[inline(always)]
fn tops_after(columns: &[u32; 16], shape: &Shape, left: usize, y: usize, mut removed: u32) -> Tops {
    let mut columns = *columns;
    for (i, (first, last)) in shape.column_runs.iter().enumerate() {
        if first <= last {
            let cells = (1 << (last - first + 1)) - 1;
            columns[left + i] |= cells << (y as i32 + i32::from(*first));
        }
    }
    let standing = columns.map(|column| (column & !removed).trailing_zeros() as i16);
    let mut tops = standing;
    while removed != 0 {
        let row = removed.trailing_zeros() as i16;
        removed &= removed - 1;
        for (top, standing) in tops.iter_mut().zip(&standing) {
            *top += i16::from(*standing < row);
        }
    }
    tops
}

/// The tops from column `x` on.
#[inline(always)]
fn shifted(tops: &Tops, x: usize) -> Tops {
    std::array::from_fn(|i| tops.get(i + x).copied().unwrap_or(ROWS as i16))
}
