//! Sets of cells in two registers, for fills. The registers make the [alternating fill](crate::territory) three times as
//! fast as plain words do (9.2 against 3.1 million a second over the positions of `examples/speed.rs` on a Xeon of 2.5 GHz).
//!
//! The even rows (0, 2, 4, ...) are in one half of 128 bits, the odd rows in the other, a row in 16 bits. So of a
//! cell's two vertical neighbors one is in the same lane of the other half and costs no shift. Columns 12 to 15 are
//! guards: a set that is cut with the open cells has no bits there.

use crate::cell_set::CellSet;

#[cfg(target_arch = "x86_64")]
#[allow(
    unsafe_code,
    reason = "measured gain: see the README of snake-open-hand"
)]
pub mod wide;

/// A set of cells, or of cells and guards.
#[derive(Clone, Copy)]
pub struct Rows {
    even: Half,
    odd: Half,
}

/// The set of each single cell: even and odd rows, each as two words.
static SINGLE: [[u64; 4]; 256] = single();

const fn single() -> [[u64; 4]; 256] {
    let mut table = [[0; 4]; 256];
    let mut index = 0;
    while index < 256 {
        let (row, column) = (index / 16, index % 16);
        let lane = row / 2;
        table[index][2 * (row % 2) + lane / 4] = 1 << (16 * (lane % 4) + column);
        index += 1;
    }
    table
}

impl Rows {
    /// No cell.
    #[inline(always)]
    pub fn empty() -> Self {
        let none = Half::new(0, 0);
        Self {
            even: none,
            odd: none,
        }
    }

    /// The set of the one cell with bit number `index`, see [`Cell::index`](crate::Cell::index).
    #[inline(always)]
    pub fn of(index: u8) -> Self {
        let [a, b, c, d] = SINGLE[usize::from(index)];
        Self {
            even: Half::new(a, b),
            odd: Half::new(c, d),
        }
    }

    /// Cells whose row and column numbers from 0 have an even sum.
    #[inline(always)]
    pub fn black() -> Self {
        Self {
            even: Half::new(0x5555_5555_5555_5555, 0x5555_5555_5555_5555),
            odd: Half::new(0xaaaa_aaaa_aaaa_aaaa, 0xaaaa_aaaa_aaaa_aaaa),
        }
    }

    /// The same set in this form.
    #[inline(always)]
    pub fn from_set(set: CellSet) -> Self {
        let [even, odd] = Half::split(set.bits());
        Self { even, odd }
    }

    /// The same set in the plain form, without guards.
    #[inline(always)]
    pub fn to_set(self) -> CellSet {
        CellSet::from_words(Half::join([self.even, self.odd]))
    }

    /// The cells of either set.
    #[inline(always)]
    pub fn or(self, other: Self) -> Self {
        Self {
            even: self.even.or(other.even),
            odd: self.odd.or(other.odd),
        }
    }

    /// The cells of this set that are not in `other`.
    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        Self {
            even: self.even.without(other.even),
            odd: self.odd.without(other.odd),
        }
    }

    /// The cells of both sets.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        Self {
            even: self.even.and(other.even),
            odd: self.odd.and(other.odd),
        }
    }

    /// The four neighbors of all cells; guards among them.
    #[inline(always)]
    pub fn neighbors(self) -> Self {
        Self {
            even: self.even.sides().or(self.odd.or(self.odd.lanes_up())),
            odd: self.odd.sides().or(self.even.or(self.even.lanes_down())),
        }
    }

    /// One layer of a fill: the set and its neighbors in `open`.
    #[inline(always)]
    pub fn grow(self, open: Self) -> Self {
        self.or(self.neighbors().and(open))
    }

    /// Number of pairs of neighbors in the set; guards must not be in it.
    #[inline(always)]
    pub fn pairs(self) -> i32 {
        let beside = |half: Half| half.and(half.columns_up()).len();
        beside(self.even)
            + beside(self.odd)
            + self.even.and(self.odd).len()
            + self.odd.lanes_up().and(self.even).len()
    }

    /// Number of cells.
    #[inline(always)]
    pub fn len(self) -> i32 {
        self.even.len() + self.odd.len()
    }

    /// Returns true if no cell is in the set.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.even.or(self.odd).is_empty()
    }

    /// Returns true if both are the same set.
    #[inline(always)]
    pub fn same(self, other: Self) -> bool {
        self.even
            .same(other.even)
            .and(self.odd.same(other.odd))
            .is_full()
    }
}

#[cfg(target_arch = "x86_64")]
use sse2::Half;
#[cfg(not(target_arch = "x86_64"))]
use words::Half;

/// 128 bits in a register.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "measured gain: see the head of this file")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_cvtsi128_si64,
        _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_shuffle_epi32, _mm_shufflehi_epi16,
        _mm_shufflelo_epi16, _mm_slli_epi16, _mm_slli_si128, _mm_srli_epi16, _mm_srli_si128,
        _mm_unpackhi_epi64, _mm_unpacklo_epi64,
    };

    /// The shuffle that swaps the two in the middle of four.
    const SWAP: i32 = 0b11_01_10_00;

    #[derive(Clone, Copy)]
    pub struct Half(pub(super) __m128i);

    impl Half {
        #[inline(always)]
        pub fn new(low: u64, high: u64) -> Self {
            // SAFETY: SSE2 is part of every x86-64 processor.
            Self(unsafe { _mm_set_epi64x(high.cast_signed(), low.cast_signed()) })
        }

        #[inline(always)]
        pub fn or(self, other: Self) -> Self {
            // SAFETY: SSE2 is part of every x86-64 processor.
            Self(unsafe { _mm_or_si128(self.0, other.0) })
        }

        #[inline(always)]
        pub fn and(self, other: Self) -> Self {
            // SAFETY: SSE2 is part of every x86-64 processor.
            Self(unsafe { _mm_and_si128(self.0, other.0) })
        }

        #[inline(always)]
        pub fn without(self, other: Self) -> Self {
            // SAFETY: SSE2 is part of every x86-64 processor.
            Self(unsafe { _mm_andnot_si128(other.0, self.0) })
        }

        /// Left and right neighbors.
        #[inline(always)]
        pub fn sides(self) -> Self {
            // SAFETY: SSE2 is part of every x86-64 processor.
            Self(unsafe { _mm_or_si128(_mm_slli_epi16::<1>(self.0), _mm_srli_epi16::<1>(self.0)) })
        }

        /// Every column one higher.
        #[inline(always)]
        pub fn columns_up(self) -> Self {
            // SAFETY: SSE2 is part of every x86-64 processor.
            Self(unsafe { _mm_slli_epi16::<1>(self.0) })
        }

        /// Every row one lane higher.
        #[inline(always)]
        pub fn lanes_up(self) -> Self {
            // SAFETY: SSE2 is part of every x86-64 processor.
            Self(unsafe { _mm_slli_si128::<2>(self.0) })
        }

        /// Every row one lane lower.
        #[inline(always)]
        pub fn lanes_down(self) -> Self {
            // SAFETY: SSE2 is part of every x86-64 processor.
            Self(unsafe { _mm_srli_si128::<2>(self.0) })
        }

        #[inline(always)]
        pub fn len(self) -> i32 {
            // SAFETY: SSE2 is part of every x86-64 processor.
            let (low, high) = unsafe {
                let high = _mm_unpackhi_epi64(self.0, self.0);
                (_mm_cvtsi128_si64(self.0), _mm_cvtsi128_si64(high))
            };
            (low.count_ones() + high.count_ones()).cast_signed()
        }

        #[inline(always)]
        pub fn is_empty(self) -> bool {
            self.same(Self::new(0, 0)).is_full()
        }

        /// All bits if both are the same, else fewer.
        #[inline(always)]
        pub fn same(self, other: Self) -> Self {
            // SAFETY: SSE2 is part of every x86-64 processor.
            Self(unsafe { _mm_cmpeq_epi8(self.0, other.0) })
        }

        /// Returns true if all bits of all bytes are set. Each byte must be all ones or all zeros.
        #[inline(always)]
        pub fn is_full(self) -> bool {
            // SAFETY: SSE2 is part of every x86-64 processor.
            unsafe { _mm_movemask_epi8(self.0) == 0xffff }
        }

        /// The even and the odd rows of sixteen.
        #[inline(always)]
        pub fn split(words: [u64; 4]) -> [Self; 2] {
            let [a, b, c, d] = words.map(u64::cast_signed);
            // SAFETY: SSE2 is part of every x86-64 processor.
            unsafe {
                // Rows 0 1 2 3 4 5 6 7 become 0 2 1 3 4 6 5 7, and then 0 2 4 6 1 3 5 7.
                let sort = |rows| {
                    let rows = _mm_shufflehi_epi16::<SWAP>(_mm_shufflelo_epi16::<SWAP>(rows));
                    _mm_shuffle_epi32::<SWAP>(rows)
                };
                let (first, second) = (sort(_mm_set_epi64x(b, a)), sort(_mm_set_epi64x(d, c)));
                [
                    _mm_unpacklo_epi64(first, second),
                    _mm_unpackhi_epi64(first, second),
                ]
                .map(Self)
            }
        }

        /// The words that were split.
        #[inline(always)]
        pub fn join([even, odd]: [Self; 2]) -> [u64; 4] {
            // SAFETY: SSE2 is part of every x86-64 processor.
            let words = unsafe {
                let sort = |rows| {
                    let rows = _mm_shuffle_epi32::<SWAP>(rows);
                    _mm_shufflehi_epi16::<SWAP>(_mm_shufflelo_epi16::<SWAP>(rows))
                };
                let first = sort(_mm_unpacklo_epi64(even.0, odd.0));
                let second = sort(_mm_unpackhi_epi64(even.0, odd.0));
                [
                    _mm_cvtsi128_si64(first),
                    _mm_cvtsi128_si64(_mm_unpackhi_epi64(first, first)),
                    _mm_cvtsi128_si64(second),
                    _mm_cvtsi128_si64(_mm_unpackhi_epi64(second, second)),
                ]
            };
            words.map(i64::cast_unsigned)
        }
    }
}

/// 128 bits as a number, for other processors.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod words {
    #[derive(Clone, Copy)]
    pub struct Half(u128);

    /// Columns 0 and 15 of all rows.
    const FIRST: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;
    const LAST: u128 = FIRST << 15;

    impl Half {
        pub fn new(low: u64, high: u64) -> Self {
            Self(u128::from(high) << 64 | u128::from(low))
        }

        pub fn or(self, other: Self) -> Self {
            Self(self.0 | other.0)
        }

        pub fn and(self, other: Self) -> Self {
            Self(self.0 & other.0)
        }

        pub fn without(self, other: Self) -> Self {
            Self(self.0 & !other.0)
        }

        pub fn sides(self) -> Self {
            Self((self.0 & !LAST) << 1 | (self.0 & !FIRST) >> 1)
        }

        pub fn columns_up(self) -> Self {
            Self((self.0 & !LAST) << 1)
        }

        pub fn lanes_up(self) -> Self {
            Self(self.0 << 16)
        }

        pub fn lanes_down(self) -> Self {
            Self(self.0 >> 16)
        }

        pub fn len(self) -> i32 {
            self.0.count_ones().cast_signed()
        }

        pub fn is_empty(self) -> bool {
            self.0 == 0
        }

        pub fn same(self, other: Self) -> Self {
            Self(if self.0 == other.0 { u128::MAX } else { 0 })
        }

        pub fn is_full(self) -> bool {
            self.0 == u128::MAX
        }

        pub fn split(words: [u64; 4]) -> [Self; 2] {
            [0, 1].map(|odd| {
                let row = |lane: usize| words[lane / 2] >> (32 * (lane % 2) + 16 * odd) & 0xffff;
                Self(
                    (0..8)
                        .map(|lane| u128::from(row(lane)) << (16 * lane))
                        .sum(),
                )
            })
        }

        pub fn join(halves: [Self; 2]) -> [u64; 4] {
            std::array::from_fn(|word| {
                let row =
                    |row: usize| (halves[row % 2].0 >> (16 * (2 * word + row / 2))) as u64 & 0xffff;
                (0..4).map(|i| row(i) << (16 * i)).sum()
            })
        }
    }
}

#[cfg(test)]
mod tests;
