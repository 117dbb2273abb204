//! One board's children: all useful locks of the piece, valued without building the boards.
//!
//! Only what a lock touches is looked at: up to four rows for the row patterns, up to four columns for covered
//! cells. A lock that completes rows shifts everything above, so its board is valued from scratch. Children below
//! the threshold are dropped before they are built or hashed.

use goose_tetris::{COLUMNS, Centres, FULL, GAINS, Piece, ROWS, Shape};

use crate::node::{Child, Node, PackedMove, Step, Well, bucket, hash, ready_row, well};
use crate::weights::{
    TABLE_ROWS, Tops, UNIT, Weights, columns, eight, holes, rows_cost, surface_codes, surface_cost,
    tops, tops_cost,
};

/// Appends the children of `nodes` worth `threshold` or more; the first node has number `first` in its layer.
#[inline(always)]
pub(crate) fn expand_body(
    step: &Step,
    nodes: &[Node],
    first: u32,
    threshold: i32,
    children: &mut Vec<Child>,
) {
    match step.piece {
        Piece::I => expand_piece::<0>(step, nodes, first, threshold, children),
        Piece::L => expand_piece::<1>(step, nodes, first, threshold, children),
        Piece::J => expand_piece::<2>(step, nodes, first, threshold, children),
        Piece::T => expand_piece::<3>(step, nodes, first, threshold, children),
        Piece::O => expand_piece::<4>(step, nodes, first, threshold, children),
        Piece::S => expand_piece::<5>(step, nodes, first, threshold, children),
        Piece::Z => expand_piece::<6>(step, nodes, first, threshold, children),
    }
}

/// The parent as the valuation of its children wants it.
struct Parent<'a> {
    node: &'a Node,
    number: u32,
    columns: [u32; 16],
    /// The tops from the first, the second and the third column on.
    tops: [Tops; 3],
    rows_cost: i32,
    well: Well,
    rows: [u16; TABLE_ROWS],
    /// Value before the price of the shape, by number of removed rows.
    base: [i32; 5],
}

/// The piece is a constant here, so that its shapes are, too.
#[inline(always)]
fn expand_piece<const PIECE: usize>(
    step: &Step,
    nodes: &[Node],
    first: u32,
    threshold: i32,
    children: &mut Vec<Child>,
) {
    let piece = Piece::ALL[PIECE];
    for (node, number) in nodes.iter().zip(first..) {
        let centres = Centres::new(&node.board, piece, step.start);
        if centres.depth == 0 {
            continue;
        }
        let completing = centres.completing(&node.board, piece);
        let mut locks = [0; LOCK_ROWS];
        for y in 0..centres.depth {
            let floating = completing[y] | centres.hovering(y);
            locks[y] = centres.locks(piece, y, floating);
        }
        let mut rows = [0; TABLE_ROWS];
        rows[..ROWS].copy_from_slice(&node.board.rows);
        let columns = columns(&node.board.rows);
        let tops = tops(&columns);
        let filled = node.cells + 4;
        let base = std::array::from_fn(|removed| {
            let left = (filled as usize).saturating_sub(10 * removed);
            UNIT * ((node.score + filled * GAINS[removed]) as i32 + step.bound[left])
        });
        let parent = Parent {
            node,
            number,
            columns,
            tops: [tops, shifted(&tops, 1), shifted(&tops, 2)],
            rows_cost: node.cost - tops_cost(&tops, node.cells, step.weights),
            rows,
            well: well(node.ready),
            base,
        };
        let locks = &locks[..centres.depth.next_multiple_of(ROWS_TOGETHER)];
        expand_state::<PIECE, 0>(step, &parent, locks, threshold, children);
        if piece.distinct_states() > 1 {
            expand_state::<PIECE, 1>(step, &parent, locks, threshold, children);
        }
        if piece.distinct_states() > 2 {
            expand_state::<PIECE, 2>(step, &parent, locks, threshold, children);
            expand_state::<PIECE, 3>(step, &parent, locks, threshold, children);
        }
    }
}

/// Rows whose locks fit in one word, ten bits each: fewer loops, and so fewer ends of loops to mispredict.
const ROWS_TOGETHER: usize = 6;
/// Rows of the field in whole words.
const LOCK_ROWS: usize = ROWS.next_multiple_of(ROWS_TOGETHER);

#[inline(always)]
fn expand_state<const PIECE: usize, const STATE: u8>(
    step: &Step,
    parent: &Parent,
    locks: &[u64],
    threshold: i32,
    children: &mut Vec<Child>,
) {
    for (group, rows) in locks.as_chunks::<ROWS_TOGETHER>().0.iter().enumerate() {
        let mut mask = 0;
        for (i, row) in rows.iter().enumerate() {
            mask |= (row >> (16 * u32::from(STATE)) & u64::from(FULL)) << (COLUMNS * i);
        }
        while mask != 0 {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let y = group * ROWS_TOGETHER + bit / COLUMNS;
            if let Some(child) = child::<PIECE, STATE>(step, parent, y, bit % COLUMNS, threshold) {
                children.push(child);
            }
        }
    }
}

/// The child by a lock at (`x`, `y`), if it is worth the threshold.
#[inline(always)]
fn child<const PIECE: usize, const STATE: u8>(
    step: &Step,
    parent: &Parent,
    y: usize,
    x: usize,
    threshold: i32,
) -> Option<Child> {
    let shape = const { Piece::ALL[PIECE].shape(STATE) };
    let left = (x as i32 + i32::from(shape.dx.0)) as usize;
    let top = (y as i32 + i32::from(shape.dy.0)) as usize;
    let (change, full) = row_change(step.weights, &parent.rows, shape, left, top);
    let mv = PackedMove::pack(y, 16 * STATE as u32 + x as u32);
    let cells = parent.node.cells + 4 - 10 * full as u32;
    let mut board = parent.node.board;
    let cost = if full == 0 {
        parent.rows_cost
            + change
            + falling_cost(
                step.weights,
                parent,
                &const { first_cells(Piece::ALL[PIECE].shape(STATE)) },
                left,
                y,
                cells,
            )
    } else {
        fill(&mut board.rows, shape, left, top);
        let tops = tops_after(&parent.columns, &board.rows, top);
        remove_full_rows(&mut board.rows, top);
        rows_cost(&board.rows, step.weights) + tops_cost(&tops, cells, step.weights)
    };
    let value = parent.base[full] - cost;
    if step.values_only {
        return Some(Child {
            hash: 0,
            value,
            parent: 0,
            bucket: 0,
            mv,
        });
    }
    if value < threshold {
        return None;
    }
    if full == 0 {
        fill(&mut board.rows, shape, left, top);
    }
    let ready = parent
        .node
        .ready
        .wrapping_add(ready_change(&parent.rows, shape, left, top));
    // Most locks finish no row for the well.
    let well = if ready == parent.node.ready {
        parent.well
    } else {
        well(ready)
    };
    Some(Child {
        hash: hash(&board),
        value,
        parent: parent.number,
        bucket: bucket(cells, well),
        mv,
    })
}

/// Change of the row patterns' price if no row is completed, and the number of completed rows.
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

/// The first filled row below the centre in each column of a shape, between columns that it leaves alone.
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

/// The price of covered cells and of the surface after a lock that completes no row. The three views of the tops,
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

/// The tops after the full ones of the four rows from `top` on are gone; `rows` still has them, with the piece.
#[inline(always)]
fn tops_after(columns: &[u32; 16], rows: &[u16; ROWS], top: usize) -> Tops {
    let mut columns = *columns;
    let mut tops = [0; 16];
    let mut removed = 0_u32;
    let rows_of_piece = top..(top + 4).min(ROWS);
    for y in rows_of_piece.clone() {
        for (x, column) in columns.iter_mut().enumerate() {
            *column |= (u32::from(rows[y]) >> x & 1) << y;
        }
        removed |= u32::from(rows[y] == FULL) << y;
    }
    for (top, column) in tops.iter_mut().zip(&columns) {
        *top = (column & !removed).trailing_zeros() as i16;
    }
    let standing = tops;
    for y in rows_of_piece {
        if removed >> y & 1 == 1 {
            for (top, standing) in tops.iter_mut().zip(&standing) {
                *top += i16::from(*standing < y as i16);
            }
        }
    }
    tops
}

/// The tops from column `x` on.
#[inline(always)]
fn shifted(tops: &Tops, x: usize) -> Tops {
    std::array::from_fn(|i| tops.get(i + x).copied().unwrap_or(ROWS as i16))
}

#[inline(always)]
fn fill(rows: &mut [u16; ROWS], shape: &Shape, left: usize, top: usize) {
    for (i, mask) in shape.row_masks.iter().enumerate() {
        if *mask != 0 {
            rows[top + i] |= mask << left;
        }
    }
}

/// Removes the full ones of the four rows from `top` on.
#[inline(always)]
fn remove_full_rows(rows: &mut [u16; ROWS], top: usize) {
    for y in top..(top + 4).min(ROWS) {
        if rows[y] == FULL {
            rows.copy_within(0..y, 1);
            rows[0] = 0;
        }
    }
}

#[inline(always)]
fn ready_change(rows: &[u16; TABLE_ROWS], shape: &Shape, left: usize, top: usize) -> u64 {
    let mut change = 0_u64;
    for (i, mask) in shape.row_masks.iter().enumerate() {
        if *mask == 0 {
            break;
        }
        let old = rows[top + i];
        change = change
            .wrapping_add(ready_row(old | mask << left))
            .wrapping_sub(ready_row(old));
    }
    change
}
