//! A board as vectors, and the tables that lanes look up.

use std::arch::x86_64::{
    __m512i, _mm_cvtsi128_si32, _mm512_add_epi32, _mm512_alignr_epi32, _mm512_and_si512,
    _mm512_extracti32x4_epi32, _mm512_lzcnt_epi32, _mm512_madd_epi16, _mm512_mask_reduce_add_epi32,
    _mm512_maskz_mov_epi32, _mm512_max_epi32, _mm512_min_epi32, _mm512_set1_epi16,
    _mm512_setzero_si512, _mm512_sub_epi32, _mm512_test_epi16_mask,
};

use goose_tetris::{COLUMNS, ROWS};

use super::lanes::{LANES, load, load_all_u16, lookup, splat};
use crate::node::Node;
use crate::sums::RowSums;
use crate::weights::{STEEPEST, STEPS, SURFACES, Weights};

/// Lanes that are columns of the field.
/// Lanes that are columns of the field.
pub(super) const COLUMN_LANES: u16 = (1 << COLUMNS) - 1;
/// Places left of the first column, where surfaces cost nothing: so no lane must be kept from looking there.
pub(super) const PLACES_BEFORE: usize = 2;
/// All places: as many on the right.
const PLACES: usize = COLUMNS - 2 + 2 * PLACES_BEFORE;
/// The surface table with free places on both sides, and one entry before it.
type Surfaces = [i16; 1 + PLACES * SURFACES];

/// The tables that the lanes look up.
pub(super) struct Tables<'a> {
    pub(super) weights: &'a Weights,
    surfaces: Surfaces,
    /// No surface of a whole board and its covered cells cost less.
    pub(super) least: i32,
}

/// A board, ready for its children.
pub(super) struct Field {
    pub(super) rows: __m512i,
    pub(super) tops: __m512i,
    pub(super) columns: __m512i,
    /// Lane x: the cost of the surfaces before place x - [`PLACES_BEFORE`].
    pub(super) surfaces: __m512i,
    /// Cost of the whole board.
    pub(super) cost: i32,
    /// Cost of the rows above each row, in two parts.
    pub(super) sums: [__m512i; 2],
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn field(tables: &Tables, node: &Node, sums: &RowSums) -> Field {
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
    // Nothing comes after the last place, so the last lanes hold the cost of all surfaces.
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
pub(super) fn tops(columns: __m512i) -> __m512i {
    let negative = _mm512_sub_epi32(_mm512_setzero_si512(), columns);
    let lowest = _mm512_and_si512(columns, negative);
    _mm512_sub_epi32(splat(31), _mm512_lzcnt_epi32(lowest))
}

/// Lane x: the cost of the surface at place x; nothing from lane 8 on.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[inline]
pub(super) fn all_surfaces(tables: &Tables, tops: __m512i) -> __m512i {
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
    let costs = surfaces_at(tables, load(&PLACE), step, next);
    _mm512_maskz_mov_epi32((1 << (COLUMNS - 2)) - 1, costs)
}

/// Costs of surfaces: `place` counts from [`PLACES_BEFORE`] places left of the field.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[inline]
pub(super) fn surfaces_at(
    tables: &Tables,
    place: __m512i,
    first: __m512i,
    second: __m512i,
) -> __m512i {
    let flat = 1 + (STEEPEST as usize * (STEPS + 1)) as i32;
    // Products of small numbers: the multiplication of 16-bit lanes, sign and all, is the cheapest.
    let place = _mm512_madd_epi16(place, splat(SURFACES as i32));
    let first = _mm512_madd_epi16(first, splat(STEPS as i32));
    let code = _mm512_add_epi32(_mm512_add_epi32(first, second), splat(flat));
    lookup(&tables.surfaces, _mm512_add_epi32(place, code))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[inline]
pub(super) fn clamped(step: __m512i) -> __m512i {
    let steepest = i32::from(STEEPEST);
    _mm512_max_epi32(_mm512_min_epi32(step, splat(steepest)), splat(-steepest))
}

pub(super) fn tables(weights: &Weights) -> Tables<'_> {
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
