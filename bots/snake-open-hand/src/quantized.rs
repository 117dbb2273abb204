//! The network of the leaves in numbers of 16 bits, eight products an instruction.

#[cfg(target_arch = "x86_64")]
use snake::rows::wide::Counts;

use crate::fill::{INPUTS, Measures};
use crate::net::{HIDDEN, Net, PHASES, SCALE, weighted_sum};

/// Largest absolute value.
const MOST: f32 = 20_000.0;

/// The integer for the largest weight: sums of all inputs stay within 32 bits.
const LARGEST: f32 = 16_384.0;

/// Pairs of inputs: what one instruction adds up.
const PAIRS: usize = INPUTS / 2;

/// The weights of two inputs to all hidden units, in turn.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(16))]
struct Pair([i16; 2 * HIDDEN]);

/// A [`Net`] whose input weights are rounded to one part in 16,384 of the largest.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantized {
    sum: [Pair; PAIRS],
    difference: [Pair; PAIRS],
    threshold: [[i32; HIDDEN]; PHASES],
    output: [[f32; HIDDEN]; PHASES],
}

impl Quantized {
    /// The rounded form of `net`.
    pub fn new(net: &Net) -> Self {
        let weights = net.sum.iter().chain(&net.difference).flatten();
        let largest = weights.fold(f32::MIN_POSITIVE, |most, weight| most.max(weight.abs()));
        let parts = LARGEST / largest;
        let pair = |rows: &[[f32; HIDDEN]; INPUTS], pair: usize| {
            Pair(std::array::from_fn(|i| {
                (rows[2 * pair + i % 2][i / 2] * parts).round() as i16
            }))
        };
        Self {
            sum: std::array::from_fn(|i| pair(&net.sum, i)),
            difference: std::array::from_fn(|i| pair(&net.difference, i)),
            threshold: net
                .threshold
                .map(|row| row.map(|weight| (weight * parts).round() as i32)),
            output: net
                .output
                .map(|row| row.map(|weight| weight * SCALE / parts)),
        }
    }

    /// The value of a position for us, in units of the search.
    #[inline(always)]
    pub fn score(&self, measures: &Measures, phase: usize) -> i32 {
        let a = sums::add(&self.sum, &measures.sum, &self.threshold[phase]);
        let b = sums::add(&self.difference, &measures.difference, &[0; HIDDEN]);
        let ramp = |x: i32| x.max(0) as f32;
        let units = std::array::from_fn(|unit| ramp(a[unit] + b[unit]) - ramp(a[unit] - b[unit]));
        weighted_sum(&self.output[phase], &units).clamp(-MOST, MOST) as i32
    }

    /// The same, of measures that are not yet added up.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn score_wide(&self, counts: &[Counts; INPUTS], phase: usize) -> i32 {
        avx2::score(self, counts, phase).clamp(-MOST, MOST) as i32
    }
}

/// Both sums and all that follows in registers of 256 bits.
#[cfg(target_arch = "x86_64")]
#[allow(
    unsafe_code,
    reason = "measured gain: see the README; whoever has counts has AVX2"
)]
mod avx2 {
    use std::arch::x86_64::{
        __m256, __m256i, _mm_add_ps, _mm_add_ss, _mm_cvtss_f32, _mm_movehl_ps, _mm_shuffle_ps,
        _mm256_add_epi16, _mm256_add_epi32, _mm256_add_epi64, _mm256_add_ps,
        _mm256_broadcastd_epi32, _mm256_castps256_ps128, _mm256_castsi256_si128,
        _mm256_cvtepi32_ps, _mm256_extractf128_ps, _mm256_loadu_ps, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_max_epi32, _mm256_mul_ps, _mm256_or_si256,
        _mm256_permute4x64_epi64, _mm256_setzero_si256, _mm256_shuffle_epi32, _mm256_slli_epi64,
        _mm256_sub_epi16, _mm256_sub_epi32, _mm256_sub_ps,
    };

    use super::{Counts, HIDDEN, INPUTS, PAIRS, Pair, Quantized};

    /// Hidden units of a register.
    const LANES: usize = 8;
    const REGISTERS: usize = HIDDEN / LANES;

    // Functions in place of closures, which are not always inlined: only what is inlined can use AVX2.
    // SAFETY, of all of them: `score` calls them, with AVX2, and a register within its array of `HIDDEN` numbers, or twice
    // as many in a pair.

    #[inline(always)]
    unsafe fn load(from: &[i32; HIDDEN], register: usize) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_loadu_si256(from.as_ptr().add(register * LANES).cast()) }
    }

    #[inline(always)]
    unsafe fn products(pair: &Pair, register: usize, two: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let weights = _mm256_loadu_si256(pair.0.as_ptr().add(2 * register * LANES).cast());
            _mm256_madd_epi16(weights, two)
        }
    }

    #[inline(always)]
    unsafe fn to_all(x: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_broadcastd_epi32(_mm256_castsi256_si128(x)) }
    }

    #[inline(always)]
    unsafe fn ramp(x: __m256i) -> __m256 {
        // SAFETY: see above.
        unsafe { _mm256_cvtepi32_ps(_mm256_max_epi32(x, _mm256_setzero_si256())) }
    }

    #[inline(always)]
    unsafe fn units(output: &[f32; HIDDEN], register: usize, a: __m256i, b: __m256i) -> __m256 {
        // SAFETY: see above.
        unsafe {
            let (plus, minus) = (_mm256_add_epi32(a, b), _mm256_sub_epi32(a, b));
            let output = _mm256_loadu_ps(output.as_ptr().add(register * LANES));
            _mm256_mul_ps(output, _mm256_sub_ps(ramp(plus), ramp(minus)))
        }
    }

    #[inline(always)]
    pub fn score(net: &Quantized, counts: &[Counts; INPUTS], phase: usize) -> f32 {
        // SAFETY: `Counts` are made with AVX2 only.
        unsafe {
            let first = &net.threshold[phase];
            let mut a = [load(first, 0), load(first, 1)];
            let mut b = [_mm256_setzero_si256(); REGISTERS];
            for i in 0..PAIRS {
                let two = _mm256_or_si256(
                    counts[2 * i].register(),
                    _mm256_slli_epi64::<16>(counts[2 * i + 1].register()),
                );
                let two = _mm256_add_epi64(two, _mm256_shuffle_epi32::<0b01_00_11_10>(two));
                let other = _mm256_permute4x64_epi64::<0b01_00_11_10>(two);
                let sum = to_all(_mm256_add_epi16(two, other));
                let difference = to_all(_mm256_sub_epi16(two, other));
                for register in 0..REGISTERS {
                    let (of_sum, of_difference) = (
                        products(&net.sum[i], register, sum),
                        products(&net.difference[i], register, difference),
                    );
                    a[register] = _mm256_add_epi32(a[register], of_sum);
                    b[register] = _mm256_add_epi32(b[register], of_difference);
                }
            }
            let output = &net.output[phase];
            let eight = _mm256_add_ps(units(output, 0, a[0], b[0]), units(output, 1, a[1], b[1]));
            let four = _mm_add_ps(
                _mm256_castps256_ps128(eight),
                _mm256_extractf128_ps::<1>(eight),
            );
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
use plain as sums;
#[cfg(target_arch = "x86_64")]
use sse2 as sums;

/// Sums of products in registers.
#[cfg(target_arch = "x86_64")]
#[allow(
    unsafe_code,
    reason = "measured gain: see the README; every call is SSE2"
)]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_load_si128, _mm_loadu_si128, _mm_madd_epi16, _mm_set1_epi32,
        _mm_storeu_si128,
    };

    use super::{HIDDEN, INPUTS, PAIRS, Pair};

    /// Hidden units of a register.
    const LANES: usize = 4;

    /// `first` and the weighted sums of the inputs.
    #[inline(always)]
    pub fn add(
        pairs: &[Pair; PAIRS],
        inputs: &[i16; INPUTS],
        first: &[i32; HIDDEN],
    ) -> [i32; HIDDEN] {
        let mut sums = [0; HIDDEN];
        // SAFETY: SSE2 is part of every x86-64 processor. What is loaded and stored lies within arrays: `first` and `sums`
        // have `LANES` numbers of 32 bits for each register; a pair has twice as many of 16 bits and is aligned.
        unsafe {
            let mut units: [__m128i; HIDDEN / LANES] = std::array::from_fn(|unit| {
                _mm_loadu_si128(first.as_ptr().add(unit * LANES).cast())
            });
            for (i, pair) in pairs.iter().enumerate() {
                let two = u32::from(inputs[2 * i].cast_unsigned())
                    | u32::from(inputs[2 * i + 1].cast_unsigned()) << 16;
                let two = _mm_set1_epi32(two.cast_signed());
                for (unit, sum) in units.iter_mut().enumerate() {
                    let weights = _mm_load_si128(pair.0.as_ptr().add(2 * unit * LANES).cast());
                    *sum = _mm_add_epi32(*sum, _mm_madd_epi16(weights, two));
                }
            }
            for (unit, sum) in units.iter().enumerate() {
                _mm_storeu_si128(sums.as_mut_ptr().add(unit * LANES).cast(), *sum);
            }
        }
        sums
    }
}

/// The same with plain numbers, for other processors.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain {
    use super::{HIDDEN, INPUTS, PAIRS, Pair};

    pub fn add(
        pairs: &[Pair; PAIRS],
        inputs: &[i16; INPUTS],
        first: &[i32; HIDDEN],
    ) -> [i32; HIDDEN] {
        let mut sums = *first;
        for (pair, inputs) in pairs.iter().zip(inputs.chunks_exact(2)) {
            for (sum, weights) in sums.iter_mut().zip(pair.0.chunks_exact(2)) {
                let products = weights.iter().zip(inputs);
                *sum += products
                    .map(|(&weight, &input)| i32::from(weight) * i32::from(input))
                    .sum::<i32>();
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Features;

    fn measures(random: &mut fastrand::Rng) -> Measures {
        Measures {
            sum: std::array::from_fn(|_| random.i16(0..=384)),
            difference: std::array::from_fn(|_| random.i16(-192..=192)),
        }
    }

    /// Most that a unit's roundings are multiplied with: a threshold counts once.
    fn total(measures: &Measures) -> f32 {
        let inputs = measures.sum.iter().chain(&measures.difference);
        inputs.map(|input| f32::from(input.abs())).sum::<f32>() + 1.0
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn registers_add_up_as_plain_numbers_do() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let pairs = std::array::from_fn(|_| {
                Pair(std::array::from_fn(|_| random.i16(-16_384..=16_384)))
            });
            let first = std::array::from_fn(|_| random.i32(-1_000_000..1_000_000));
            let inputs = measures(&mut random);
            for inputs in [inputs.sum, inputs.difference] {
                let found = sse2::add(&pairs, &inputs, &first);
                assert_eq!(found, plain::add(&pairs, &inputs, &first));
            }
        }
    }

    #[test]
    fn values_are_the_networks() {
        let mut random = fastrand::Rng::with_seed(2);
        let net: Net = include_str!("../data/weights.txt").parse().unwrap();
        let quantized = Quantized::new(&net);
        let weights = net.sum.iter().chain(&net.difference).flatten();
        let rounding = weights.map(|weight| weight.abs()).fold(0.0, f32::max) / LARGEST / 2.0;
        for _ in 0..1000 {
            let measures = measures(&mut random);
            let features = Features {
                sum: measures.sum.map(f32::from),
                difference: measures.difference.map(f32::from),
            };
            for phase in 0..PHASES {
                let value = net.value(&features, phase) * SCALE;
                let found = quantized.score(&measures, phase) as f32;
                let outputs: f32 = net.output[phase].iter().map(|weight| weight.abs()).sum();
                let bound = 2.0 + 2.0 * SCALE * outputs * rounding * total(&measures);
                let difference = (value.clamp(-MOST, MOST) - found).abs();
                assert!(difference <= bound, "{} {} {}", value, found, bound);
            }
        }
    }

    #[test]
    fn values_change_their_sign_with_the_sides() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..200 {
            let mut net = Net::territory();
            for weight in net.weights_mut() {
                *weight = random.i32(-200_000..200_000) as f32 / 1e5;
            }
            let quantized = Quantized::new(&net);
            let measures = measures(&mut random);
            let swapped = Measures {
                difference: measures.difference.map(|measure| -measure),
                ..measures
            };
            for phase in 0..PHASES {
                let score = quantized.score(&measures, phase);
                assert_eq!(quantized.score(&swapped, phase), -score);
                assert!(score.abs() <= MOST as i32);
            }
        }
    }
}
