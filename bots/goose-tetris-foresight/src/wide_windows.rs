//! The prices of [`crate::windows`] with 512-bit vectors: a lane is a square or a strip.

use std::arch::x86_64::{
    _mm512_add_epi32, _mm512_and_si512, _mm512_loadu_si512, _mm512_or_si512, _mm512_set1_epi32,
    _mm512_slli_epi32, _mm512_sllv_epi32, _mm512_srlv_epi32, _mm512_storeu_si512,
};

use goose_tetris::{COLUMNS, FULL};

use crate::windows::{PAGE, PAGE_ROW, PAGE_STRIPS, STRIPS, Walled, Windows};

/// How the lanes find their patterns: squares first, then strips.
struct Lanes {
    /// Columns to the right of the window, the wall being one.
    right: [i32; 16],
    /// Cells of the row above.
    above: [i32; 16],
    /// Cells of the two other rows.
    mask: [i32; 16],
    /// Cells of a row in the number of a pattern.
    row: [i32; 16],
    /// First price in a page.
    base: [i32; 16],
}

const LANES: Lanes = {
    let mut lanes = Lanes {
        right: [0; 16],
        above: [0; 16],
        mask: [31; 16],
        row: [5; 16],
        base: [0; 16],
    };
    assert!(COLUMNS + STRIPS == 16);
    let mut x = 0;
    while x < 16 {
        if x < COLUMNS {
            lanes.right[x] = x as i32;
            lanes.above[x] = 7;
            lanes.mask[x] = 7;
            lanes.row[x] = 3;
            lanes.base[x] = (x << 9) as i32;
        } else {
            lanes.right[x] = (x - COLUMNS + 1) as i32;
            lanes.base[x] = (PAGE_STRIPS + ((x - COLUMNS) << 10)) as i32;
        }
        x += 1;
    }
    lanes
};

/// Prices boards.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[allow(unsafe_code)]
pub(crate) fn add(windows: &Windows, batch: &mut [Walled]) {
    // SAFETY: sixteen numbers are read from an array of sixteen.
    let load = |lanes: &[i32; 16]| unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) };
    let right = load(&LANES.right);
    let above_mask = load(&LANES.above);
    let mask = load(&LANES.mask);
    let row_shift = load(&LANES.row);
    let base = load(&LANES.base);
    for (y, page) in windows.pages.iter().enumerate() {
        for board in batch.iter_mut().filter(|board| board.top <= y) {
            let rows = &board.rows;
            let line = |at: usize| _mm512_srlv_epi32(_mm512_set1_epi32(i32::from(rows[at])), right);
            let above = _mm512_slli_epi32::<6>(_mm512_and_si512(line(y), above_mask));
            let row = _mm512_sllv_epi32(_mm512_and_si512(line(y + 1), mask), row_shift);
            let below = _mm512_and_si512(line(y + 2), mask);
            let pattern = _mm512_or_si512(_mm512_or_si512(above, row), below);
            let place = _mm512_add_epi32(base, pattern);
            let mut places = [0_u32; 16];
            // SAFETY: sixteen numbers are written to an array of sixteen.
            unsafe { _mm512_storeu_si512(places.as_mut_ptr().cast(), place) };
            let mut prices = 0;
            for place in places {
                debug_assert!((place as usize) < PAGE);
                // SAFETY: a pattern is below 512 for a square and below 1,024 for a strip, so the place is in the page.
                // With the bounds checked, a whole search of 4,000 boards takes 8 % longer; a gather takes longer still
                // on processors that were mended against leaks through it.
                prices += i32::from(unsafe { *page.get_unchecked(place as usize) });
            }
            let own = page[PAGE_ROW + usize::from(rows[y + 1] >> 1 & FULL)];
            board.price += prices + i32::from(own);
        }
    }
}
