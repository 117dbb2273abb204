//! The children of [`crate::expand`], sixteen at a time with 512-bit vectors: a lane is a lock.
//!
//! A lock changes the price of at most four rows and of the surfaces around at most four columns. What these cost
//! before is the difference of two sums; what they cost after it is looked up with gathers. The few locks that
//! complete a row come one at a time, a lane is a column then.

use std::arch::x86_64::{
    __m512i, _mm_cvtsi128_si32, _mm256_loadu_si256, _mm512_add_epi32, _mm512_alignr_epi32,
    _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpeq_epi32_mask, _mm512_cmpge_epi32_mask,
    _mm512_cmpgt_epi32_mask, _mm512_cvtepu16_epi32, _mm512_extracti32x4_epi32,
    _mm512_i32gather_epi32, _mm512_loadu_si512, _mm512_lzcnt_epi32, _mm512_madd_epi16,
    _mm512_mask_or_epi32, _mm512_mask_reduce_add_epi32, _mm512_mask_sub_epi32,
    _mm512_maskz_mov_epi32, _mm512_max_epi32, _mm512_min_epi32, _mm512_min_epu32,
    _mm512_mullo_epi32, _mm512_or_si512, _mm512_permutex2var_epi32, _mm512_permutexvar_epi16,
    _mm512_permutexvar_epi32, _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_set1_epi32,
    _mm512_setzero_si512, _mm512_slli_epi32, _mm512_sllv_epi32, _mm512_srai_epi32,
    _mm512_srli_epi32, _mm512_storeu_si512, _mm512_sub_epi32, _mm512_test_epi16_mask,
};

use goose_tetris::{COLUMNS, FULL, Piece, ROWS, Shape};

use crate::expand::{Family, corner};
use crate::locks::Locks;
use crate::node::{Candidate, Node, Step};
use crate::sums::RowSums;
use crate::weights::{STEEPEST, STEPS, SURFACES, Weights};

const LANES: usize = 16;
/// Lanes that are columns of the field.
const COLUMN_LANES: u16 = (1 << COLUMNS) - 1;
/// Places left of the first column, where surfaces cost nothing: so no lane must be kept from looking there.
const PLACES_BEFORE: usize = 2;
/// All places: as many on the right.
const PLACES: usize = COLUMNS - 2 + 2 * PLACES_BEFORE;
/// The surface table with free places on both sides, and one entry before it.
type Surfaces = [i16; 1 + PLACES * SURFACES];

/// What the lanes look up.
struct Tables<'a> {
    weights: &'a Weights,
    surfaces: Surfaces,
    /// No surface of a whole board and its covered cells cost less.
    least: i32,
}

/// A board, ready for its children.
struct Field {
    rows: __m512i,
    tops: __m512i,
    columns: __m512i,
    /// Lane x: the price of the surfaces before place x - [`PLACES_BEFORE`].
    surfaces: __m512i,
    /// Price of the whole board.
    cost: i32,
    /// Price of the rows above each row, in two parts.
    sums: [__m512i; 2],
}

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

/// What the locks cost that complete no row, on top of the board's own price; and the lanes of those that do.
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
        let price = lookup(tables.weights.rows.as_flattened(), entry);
        cost = _mm512_add_epi32(cost, price);
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

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn field(tables: &Tables, node: &Node, sums: &RowSums) -> Field {
    let mut rows = [0; 2 * LANES];
    rows[..ROWS].copy_from_slice(&node.board.rows);
    let rows = load_all_u16(&rows);
    let mut columns = [1 << ROWS; LANES];
    for (x, column) in columns.iter_mut().enumerate().take(COLUMNS) {
        *column |= _mm512_test_epi16_mask(rows, _mm512_set1_epi16(1 << x)) as i32;
    }
    let columns = load(&columns);
    let tops = tops(columns);
    let zero = _mm512_setzero_si512();
    let mut surfaces = all_surfaces(tables, tops);
    surfaces = _mm512_alignr_epi32::<{ 16 - 1 - PLACES_BEFORE as i32 }>(surfaces, zero);
    surfaces = _mm512_add_epi32(surfaces, _mm512_alignr_epi32::<15>(surfaces, zero));
    surfaces = _mm512_add_epi32(surfaces, _mm512_alignr_epi32::<14>(surfaces, zero));
    surfaces = _mm512_add_epi32(surfaces, _mm512_alignr_epi32::<12>(surfaces, zero));
    surfaces = _mm512_add_epi32(surfaces, _mm512_alignr_epi32::<8>(surfaces, zero));
    // Nothing comes after the last place, so the last lanes hold the price of all surfaces.
    let all_surfaces = _mm_cvtsi128_si32(_mm512_extracti32x4_epi32::<3>(surfaces));
    let depths = (COLUMNS * ROWS) as i32 - _mm512_mask_reduce_add_epi32(COLUMN_LANES, tops);
    let holes = tables.weights.hole * (depths - node.cells as i32);
    let (low, high) = sums.above.as_chunks::<LANES>().0.split_at(1);
    Field {
        rows,
        tops,
        columns,
        surfaces,
        cost: sums.above[ROWS] + all_surfaces + holes,
        sums: [load(&low[0]), load(&high[0])],
    }
}

/// Rows of the lowest bits.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[inline]
fn tops(columns: __m512i) -> __m512i {
    let negative = _mm512_sub_epi32(_mm512_setzero_si512(), columns);
    let lowest = _mm512_and_si512(columns, negative);
    _mm512_sub_epi32(splat(31), _mm512_lzcnt_epi32(lowest))
}

/// Lane x: the price of the surface at place x; nothing from lane 8 on.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[inline]
fn all_surfaces(tables: &Tables, tops: __m512i) -> __m512i {
    const PLACE: [i32; LANES] = {
        let mut place = [0; LANES];
        let mut x = 0;
        while x < LANES {
            place[x] = (x + PLACES_BEFORE) as i32;
            x += 1;
        }
        place
    };
    let next = _mm512_alignr_epi32::<1>(tops, tops);
    let step = clamped(_mm512_sub_epi32(tops, next));
    let next = _mm512_alignr_epi32::<1>(step, step);
    let prices = surfaces_at(tables, load(&PLACE), step, next);
    _mm512_maskz_mov_epi32((1 << (COLUMNS - 2)) - 1, prices)
}

/// Prices of surfaces: `place` counts from [`PLACES_BEFORE`] places left of the field.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[inline]
fn surfaces_at(tables: &Tables, place: __m512i, first: __m512i, second: __m512i) -> __m512i {
    let flat = 1 + (STEEPEST as usize * (STEPS + 1)) as i32;
    // Products of small numbers: the multiplication of 16-bit lanes, sign and all, is the cheapest.
    let place = _mm512_madd_epi16(place, splat(SURFACES as i32));
    let first = _mm512_madd_epi16(first, splat(STEPS as i32));
    let code = _mm512_add_epi32(_mm512_add_epi32(first, second), splat(flat));
    lookup(&tables.surfaces, _mm512_add_epi32(place, code))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[inline]
fn clamped(step: __m512i) -> __m512i {
    let steepest = i32::from(STEEPEST);
    _mm512_max_epi32(_mm512_min_epi32(step, splat(steepest)), splat(-steepest))
}

fn tables(weights: &Weights) -> Tables<'_> {
    let mut surfaces = [0; 1 + PLACES * SURFACES];
    let table = weights.surface.as_flattened();
    surfaces[1 + PLACES_BEFORE * SURFACES..][..table.len()].copy_from_slice(table);
    let least_at = |table: &[i16; SURFACES]| i32::from(table.iter().copied().min().unwrap_or(0));
    let least = if weights.hole >= 0 {
        weights.surface.iter().map(least_at).sum()
    } else {
        i32::MIN / 2
    };
    Tables {
        weights,
        surfaces,
        least,
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn splat(number: i32) -> __m512i {
    _mm512_set1_epi32(number)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn plus(lanes: __m512i, number: usize) -> __m512i {
    _mm512_add_epi32(lanes, splat(number as i32))
}

/// Entries of a table. Number 0 cannot be looked up; lanes that name no entry get one of the table's.
#[target_feature(enable = "avx512f")]
#[inline]
#[allow(unsafe_code)]
fn lookup(table: &[i16], entry: __m512i) -> __m512i {
    assert!(table.len() > 1);
    let last = splat(table.len() as i32 - 2);
    let before = _mm512_min_epu32(_mm512_sub_epi32(entry, splat(1)), last);
    // SAFETY: each lane reads two entries, from number `before` on, which is at most the last but one.
    let pairs = unsafe { _mm512_i32gather_epi32::<2>(before, table.as_ptr().cast()) };
    _mm512_srai_epi32::<16>(pairs)
}

#[target_feature(enable = "avx512f")]
#[inline]
#[allow(unsafe_code)]
fn load(lanes: &[i32; LANES]) -> __m512i {
    // SAFETY: the array has 64 bytes, and no alignment is asked for.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
#[inline]
#[allow(unsafe_code)]
fn load_all_u16(lanes: &[u16; 2 * LANES]) -> __m512i {
    // SAFETY: the array has 64 bytes, and no alignment is asked for.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
#[inline]
#[allow(unsafe_code)]
fn load_u16(lanes: &[u16; LANES]) -> __m512i {
    // SAFETY: the array has 32 bytes, and no alignment is asked for.
    _mm512_cvtepu16_epi32(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
}

#[target_feature(enable = "avx512f")]
#[inline]
#[allow(unsafe_code)]
fn store(lanes: __m512i) -> [i32; LANES] {
    let mut array = [0; LANES];
    // SAFETY: the array has 64 bytes, and no alignment is asked for.
    unsafe { _mm512_storeu_si512(array.as_mut_ptr().cast(), lanes) };
    array
}
