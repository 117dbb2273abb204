//! Sixteen 32-bit lanes: loads, stores, table look-ups.

use std::arch::x86_64::{
    __m512i, _mm256_loadu_si256, _mm512_add_epi32, _mm512_cvtepu16_epi32, _mm512_i32gather_epi32,
    _mm512_loadu_si512, _mm512_min_epu32, _mm512_set1_epi32, _mm512_srai_epi32,
    _mm512_storeu_si512, _mm512_sub_epi32,
};

/// Lanes of a vector.
pub(super) const LANES: usize = 16;

#[target_feature(enable = "avx512f")]
#[inline]
pub(super) fn splat(number: i32) -> __m512i {
    _mm512_set1_epi32(number)
}

#[target_feature(enable = "avx512f")]
#[inline]
pub(super) fn plus(lanes: __m512i, number: usize) -> __m512i {
    _mm512_add_epi32(lanes, splat(number as i32))
}

/// Entries of a table. Number 0 cannot be looked up; lanes that name no entry get one of the table's.
#[target_feature(enable = "avx512f")]
#[inline]
#[allow(unsafe_code)]
pub(super) fn lookup(table: &[i16], entry: __m512i) -> __m512i {
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
pub(super) fn load(lanes: &[i32; LANES]) -> __m512i {
    // SAFETY: the array has 64 bytes, and no alignment is asked for.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
#[inline]
#[allow(unsafe_code)]
pub(super) fn load_all_u16(lanes: &[u16; 2 * LANES]) -> __m512i {
    // SAFETY: the array has 64 bytes, and no alignment is asked for.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f")]
#[inline]
#[allow(unsafe_code)]
pub(super) fn load_u16(lanes: &[u16; LANES]) -> __m512i {
    // SAFETY: the array has 32 bytes, and no alignment is asked for.
    _mm512_cvtepu16_epi32(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
}

#[target_feature(enable = "avx512f")]
#[inline]
#[allow(unsafe_code)]
pub(super) fn store(lanes: __m512i) -> [i32; LANES] {
    let mut array = [0; LANES];
    // SAFETY: the array has 64 bytes, and no alignment is asked for.
    unsafe { _mm512_storeu_si512(array.as_mut_ptr().cast(), lanes) };
    array
}
