//! Two sets of cells side by side, one of each snake, in registers of 256 bits: a fill of both sides for the price of one.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_broadcastsi128_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_min_epi32, _mm256_movemask_epi8, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_sad_epu8, _mm256_set_epi64x, _mm256_set_m128i,
    _mm256_set1_epi8, _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_shuffle_epi32, _mm256_slli_epi16, _mm256_slli_si256, _mm256_srli_epi16,
    _mm256_srli_si256, _mm256_sub_epi64, _mm256_testz_si256,
};

use super::Rows;

/// Says that this processor has AVX2.
#[derive(Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    /// Runs `work` with AVX2; `None` if this processor lacks it. `work` is given as `#[inline(always)] move |avx2| ...`.
    #[inline(always)]
    pub fn run<T>(work: impl FnOnce(Self) -> T) -> Option<T> {
        #[target_feature(enable = "avx2,popcnt")]
        fn with_avx2<T>(work: impl FnOnce(Avx2) -> T) -> T {
            work(Avx2(()))
        }

        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has just been asked.
            return Some(unsafe { with_avx2(work) });
        }
        None
    }
}

/// Two sets, ours and theirs: the even rows of both, and the odd ones.
#[derive(Clone, Copy)]
pub struct Wide {
    even: __m256i,
    odd: __m256i,
}

/// Numbers of cells of both sides: four numbers of 64 bits, the first two to be added up for ours, the others for theirs.
#[derive(Clone, Copy)]
pub struct Counts(__m256i);

// SAFETY, of all blocks below: whoever has a `Wide` or `Counts` had an `Avx2`, and all the instructions are AVX2.

impl Wide {
    /// Ours and theirs.
    #[inline(always)]
    pub fn new(_: Avx2, ours: Rows, theirs: Rows) -> Self {
        // SAFETY: see above.
        unsafe {
            Self {
                even: _mm256_set_m128i(theirs.even.0, ours.even.0),
                odd: _mm256_set_m128i(theirs.odd.0, ours.odd.0),
            }
        }
    }

    /// The same set on both sides.
    #[inline(always)]
    pub fn twice(_: Avx2, set: Rows) -> Self {
        // SAFETY: see above.
        unsafe {
            Self {
                even: _mm256_broadcastsi128_si256(set.even.0),
                odd: _mm256_broadcastsi128_si256(set.odd.0),
            }
        }
    }

    /// The cells of either, side by side.
    #[inline(always)]
    pub fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            Self {
                even: _mm256_or_si256(self.even, other.even),
                odd: _mm256_or_si256(self.odd, other.odd),
            }
        }
    }

    /// The cells of both, side by side.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            Self {
                even: _mm256_and_si256(self.even, other.even),
                odd: _mm256_and_si256(self.odd, other.odd),
            }
        }
    }

    /// The cells of these sets that are not in `other`, side by side.
    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            Self {
                even: _mm256_andnot_si256(other.even, self.even),
                odd: _mm256_andnot_si256(other.odd, self.odd),
            }
        }
    }

    /// Theirs and ours.
    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: see above.
        unsafe {
            Self {
                even: _mm256_permute4x64_epi64::<0b01_00_11_10>(self.even),
                odd: _mm256_permute4x64_epi64::<0b01_00_11_10>(self.odd),
            }
        }
    }

    /// Left and right neighbors.
    #[inline(always)]
    fn sides(rows: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_or_si256(_mm256_slli_epi16::<1>(rows), _mm256_srli_epi16::<1>(rows)) }
    }

    /// Numbers of pairs in the same row, in the bytes.
    #[inline(always)]
    fn beside(rows: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { Self::ones(_mm256_and_si256(rows, _mm256_slli_epi16::<1>(rows))) }
    }

    /// The four neighbors of all cells; guards among them.
    #[inline(always)]
    fn neighbors(self) -> Self {
        // SAFETY: see above.
        unsafe {
            let (up, down) = (
                _mm256_slli_si256::<2>(self.odd),
                _mm256_srli_si256::<2>(self.even),
            );
            Self {
                even: _mm256_or_si256(Self::sides(self.even), _mm256_or_si256(self.odd, up)),
                odd: _mm256_or_si256(Self::sides(self.odd), _mm256_or_si256(self.even, down)),
            }
        }
    }

    /// One layer of two fills that do not care for each other: each set and its neighbors in `open`.
    #[inline(always)]
    pub fn grow(self, open: Self) -> Self {
        self.or(self.neighbors().and(open))
    }

    /// Returns true if some cell is in both sets.
    #[inline(always)]
    pub fn meet(self) -> bool {
        let both = self.and(self.swapped());
        // SAFETY: see above.
        unsafe {
            let cells = _mm256_or_si256(both.even, both.odd);
            _mm256_testz_si256(cells, cells) == 0
        }
    }

    /// One layer of both fills: each set and its neighbors in `open` that the other set does not hold.
    #[inline(always)]
    pub fn layer(self, open: Self) -> Self {
        self.or(self.neighbors().and(open.without(self.swapped())))
    }

    /// Numbers of ones in the bytes.
    #[inline(always)]
    fn ones(set: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let table = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3,
                2, 3, 3, 4,
            );
            let low = _mm256_set1_epi8(15);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(set), low);
            _mm256_add_epi8(
                _mm256_shuffle_epi8(table, _mm256_and_si256(set, low)),
                _mm256_shuffle_epi8(table, high),
            )
        }
    }

    /// Numbers of cells.
    #[inline(always)]
    pub fn len(self) -> Counts {
        // SAFETY: see above.
        unsafe {
            let ones = _mm256_add_epi8(Self::ones(self.even), Self::ones(self.odd));
            Counts(_mm256_sad_epu8(ones, _mm256_setzero_si256()))
        }
    }

    /// Numbers of pairs of neighbors in the sets; guards must not be in them.
    #[inline(always)]
    pub fn pairs(self) -> Counts {
        // SAFETY: see above.
        unsafe {
            let below = Self::ones(_mm256_and_si256(self.even, self.odd));
            let up = _mm256_slli_si256::<2>(self.odd);
            let above = Self::ones(_mm256_and_si256(up, self.even));
            let ones = _mm256_add_epi8(
                _mm256_add_epi8(Self::beside(self.even), Self::beside(self.odd)),
                _mm256_add_epi8(below, above),
            );
            Counts(_mm256_sad_epu8(ones, _mm256_setzero_si256()))
        }
    }

    /// Numbers of cells of the rarer color.
    #[inline(always)]
    pub fn rarer(self, avx2: Avx2) -> Counts {
        let black = self.and(Self::twice(avx2, Rows::black())).len();
        let all = self.len();
        // SAFETY: see above.
        unsafe {
            let (black, all) = (black.summed(), all.summed());
            let rarer = _mm256_min_epi32(black, _mm256_sub_epi64(all, black));
            Counts(_mm256_and_si256(rarer, _mm256_set_epi64x(0, -1, 0, -1)))
        }
    }

    /// Numbers of cells beside one of the other set.
    #[inline(always)]
    pub fn contested(self) -> Counts {
        self.and(self.neighbors().swapped()).len()
    }
}

impl Counts {
    /// The four numbers.
    #[inline(always)]
    pub fn register(self) -> __m256i {
        self.0
    }

    /// The sum of each side, twice.
    #[inline(always)]
    fn summed(self) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_add_epi64(self.0, _mm256_shuffle_epi32::<0b01_00_11_10>(self.0)) }
    }

    /// Returns true if both are the same.
    #[inline(always)]
    pub fn same(self, other: Self) -> bool {
        // SAFETY: see above.
        unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi64(self.0, other.0)) == -1 }
    }

    /// The numbers: ours and theirs.
    #[inline(always)]
    pub fn numbers(self) -> [i32; 2] {
        // SAFETY: see above.
        unsafe {
            let summed = self.summed();
            [
                _mm_cvtsi128_si64(_mm256_castsi256_si128(summed)) as i32,
                _mm_cvtsi128_si64(_mm256_extracti128_si256::<1>(summed)) as i32,
            ]
        }
    }
}
