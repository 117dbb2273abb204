//! The children of [`crate::expand`], sixteen at a time with 512-bit vectors: a lane is a lock.
//!
//! A lock changes the cost of at most four rows and of the surfaces around at most four columns. What these cost
//! before is the difference of two sums; what they cost after it is looked up with gathers. The few locks that
//! complete a row come one at a time, a lane is a column then.

mod field;
mod lanes;

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpeq_epi32_mask,
    _mm512_cmpge_epi32_mask, _mm512_cmpgt_epi32_mask, _mm512_mask_or_epi32, _mm512_mask_sub_epi32,
    _mm512_maskz_mov_epi32, _mm512_min_epi32, _mm512_mullo_epi32, _mm512_or_si512,
    _mm512_permutex2var_epi32, _mm512_permutexvar_epi16, _mm512_permutexvar_epi32,
    _mm512_reduce_add_epi32, _mm512_slli_epi32, _mm512_sllv_epi32, _mm512_srli_epi32,
    _mm512_sub_epi32,
};

use goose_tetris::{COLUMNS, FULL, Piece, ROWS, Shape};

use self::field::{
    COLUMN_LANES, Field, PLACES_BEFORE, Tables, all_surfaces, clamped, field, surfaces_at, tables,
    tops,
};
use self::lanes::{LANES, load_u16, lookup, plus, splat, store};
use crate::expand::{Family, corner};
use crate::locks::Locks;
use crate::node::{Candidate, Node, Step};
use crate::sums::RowSums;

/// Appends the children of `nodes` worth `threshold` or more; the first node has number `first` in its layer.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn expand(
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

/// The piece is a constant here, so that its shapes are, too.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn expand_piece<const PIECE: usize>(
    step: &Step,
    nodes: &[Node],
    first: u32,
    threshold: i32,
    candidates: &mut Vec<Candidate>,
) {
    let piece = Piece::ALL[PIECE];
    let tables = tables(step.weights);
    let mut locks = Locks::new();
    let mut sums = RowSums::new();
    for (node, number) in nodes.iter().zip(first..) {
        if !locks.find(&node.board, piece, step.start) {
            continue;
        }
        sums.start(step.weights, &node.board.rows);
        let field = field(&tables, node, &sums);
        let mut work = Work {
            step,
            tables: &tables,
            family: Family::new(step, node, number),
            field,
            sums: &mut sums,
            threshold,
            candidates: &mut *candidates,
        };
        expand_state::<PIECE, 0>(&mut work, &locks);
        if piece.distinct_states() > 1 {
            expand_state::<PIECE, 1>(&mut work, &locks);
        }
        if piece.distinct_states() > 2 {
            expand_state::<PIECE, 2>(&mut work, &locks);
            expand_state::<PIECE, 3>(&mut work, &locks);
        }
    }
}

/// All that the expansion of one board needs.
struct Work<'a> {
    step: &'a Step<'a>,
    tables: &'a Tables<'a>,
    family: Family<'a>,
    field: Field,
    sums: &'a mut RowSums,
    threshold: i32,
    candidates: &'a mut Vec<Candidate>,
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn expand_state<const PIECE: usize, const STATE: u8>(work: &mut Work, locks: &Locks) {
    let shape = const { Piece::ALL[PIECE].shape(STATE) };
    let count = locks.of(STATE).len();
    for from in (0..count).step_by(LANES) {
        let block = locks.sixteen(STATE, from);
        let lanes = (count - from).min(LANES);
        let used = (1_u32 << lanes) - 1;
        let (cost, full) = costs(work.tables, &work.field, shape, load_u16(&block));
        let value = _mm512_sub_epi32(splat(work.family.base[0] - work.field.cost), cost);
        let mut good =
            u32::from(_mm512_cmpge_epi32_mask(value, splat(work.threshold))) & used & !full;
        let mut values = store(value);
        let mut full = full & used;
        while full != 0 {
            let lane = full.trailing_zeros() as usize;
            full &= full - 1;
            values[lane] = clearing(work, shape, block[lane]);
            good |= u32::from(values[lane] >= work.threshold) << lane;
        }
        while good != 0 {
            let lane = good.trailing_zeros() as usize;
            good &= good - 1;
            let candidate = work.family.candidate(STATE, block[lane], values[lane]);
            work.candidates.push(candidate);
        }
    }
}

/// The costs of the locks that complete no row, on top of the board's own cost; and the lanes of those that do.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn costs(tables: &Tables, field: &Field, shape: &Shape, at: __m512i) -> (__m512i, u32) {
    let y = _mm512_srli_epi32::<4>(at);
    let x = _mm512_and_si512(at, splat(15));
    let left = _mm512_add_epi32(x, splat(i32::from(shape.dx.0)));
    let top = _mm512_add_epi32(y, splat(i32::from(shape.dy.0)));
    let height = (shape.dy.1 - shape.dy.0 + 1) as usize;
    let width = (shape.dx.1 - shape.dx.0 + 1) as usize;

    let sum = |row| _mm512_permutex2var_epi32(field.sums[0], row, field.sums[1]);
    let mut full = 0;
    let mut cost = _mm512_sub_epi32(sum(top), sum(plus(top, height)));
    for (i, mask) in shape.row_masks[..height].iter().enumerate() {
        let row = plus(top, i);
        // The upper half of each lane takes lane 31, which is empty.
        let old = _mm512_permutexvar_epi16(_mm512_or_si512(row, splat(31 << 16)), field.rows);
        let new = _mm512_or_si512(old, _mm512_sllv_epi32(splat(i32::from(*mask)), left));
        full |= u32::from(_mm512_cmpeq_epi32_mask(new, splat(i32::from(FULL))));
        let entry = _mm512_add_epi32(_mm512_slli_epi32::<{ COLUMNS as u32 }>(row), new);
        let row_cost = lookup(tables.weights.rows.as_flattened(), entry);
        cost = _mm512_add_epi32(cost, row_cost);
    }

    let surface = |place| _mm512_permutexvar_epi32(place, field.surfaces);
    let next = width + PLACES_BEFORE;
    cost = _mm512_add_epi32(
        cost,
        _mm512_sub_epi32(surface(left), surface(plus(left, next))),
    );
    let mut lowered = splat(-4);
    // From two columns left of the piece to two columns right of it.
    let mut top_before = splat(0);
    let mut step_before = splat(0);
    for i in 0..width + 4 {
        let column = _mm512_add_epi32(left, splat(i as i32 - PLACES_BEFORE as i32));
        let mut top = _mm512_permutexvar_epi32(column, field.tops);
        if (2..width + 2).contains(&i) {
            let first = splat(i32::from(shape.column_runs[i - 2].0));
            let new = _mm512_min_epi32(top, _mm512_add_epi32(y, first));
            lowered = _mm512_add_epi32(lowered, _mm512_sub_epi32(top, new));
            top = new;
        }
        let step = clamped(_mm512_sub_epi32(top_before, top));
        if i > 1 {
            let place = plus(left, i - 2);
            cost = _mm512_add_epi32(cost, surfaces_at(tables, place, step_before, step));
        }
        top_before = top;
        step_before = step;
    }
    let holes = _mm512_mullo_epi32(lowered, splat(tables.weights.hole));
    (_mm512_add_epi32(cost, holes), full)
}

/// The value of the board after a lock that completes rows, or something between it and the threshold.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn clearing(work: &mut Work, shape: &Shape, at: u16) -> i32 {
    let (x, y) = (usize::from(at & 15), usize::from(at >> 4));
    let weights = work.step.weights;
    let node = work.family.node;
    let (left, top) = corner(shape, x, y);
    let (cost, removed) = work
        .sums
        .after_removal(weights, &node.board.rows, shape, left, top);
    let base = work.family.base[removed.count_ones() as usize] - cost;
    let most = base - work.tables.least;
    if most < work.threshold {
        return most;
    }
    let mut columns = work.field.columns;
    for (i, (first, last)) in shape.column_runs.iter().enumerate() {
        if first <= last {
            let cells = ((1 << (last - first + 1)) - 1) << (y as i32 + i32::from(*first));
            columns = _mm512_mask_or_epi32(columns, 1 << (left + i), columns, splat(cells));
        }
    }
    columns = _mm512_andnot_si512(splat(removed as i32), columns);
    let standing = tops(columns);
    // Seen from where the rows above the removed ones end.
    let mut tops = standing;
    let mut rows = removed;
    while rows != 0 {
        let row = splat(rows.trailing_zeros() as i32);
        rows &= rows - 1;
        let below = _mm512_cmpgt_epi32_mask(standing, row);
        tops = _mm512_mask_sub_epi32(tops, below, tops, splat(1));
    }
    let depths = _mm512_mullo_epi32(tops, splat(-weights.hole));
    let depths = _mm512_maskz_mov_epi32(COLUMN_LANES, depths);
    let surfaces = all_surfaces(work.tables, tops);
    let deepest = (COLUMNS * ROWS) as i32 - 4 - node.cells as i32;
    base - weights.hole * deepest - _mm512_reduce_add_epi32(_mm512_add_epi32(depths, surfaces))
}
