//! Python's generator of random numbers: MT19937 (Matsumoto and Nishimura, Mersenne Twister, 1998) with the seeding
//! `init_by_array` of its reference implementation.

/// Words of state.
const N: usize = 624;
const M: usize = 397;

/// The generator `random.Random(seed)`.
pub(crate) struct Mersenne {
    state: [u32; N],
    next: usize,
}

impl Mersenne {
    /// The generator that Python makes from a non-negative integer.
    pub(crate) fn new(seed: u64) -> Mersenne {
        let (low, high) = (seed as u32, (seed >> 32) as u32);
        // As few words as the number needs, at least one.
        if high == 0 {
            Mersenne::by_array(&[low])
        } else {
            Mersenne::by_array(&[low, high])
        }
    }

    /// `init_by_array` of the reference implementation.
    fn by_array(key: &[u32]) -> Mersenne {
        let mut state = [0u32; N];
        state[0] = 19_650_218;
        for i in 1..N {
            state[i] = mixed(state[i - 1])
                .wrapping_mul(1_812_433_253)
                .wrapping_add(i as u32);
        }
        let mut i = 1;
        for k in 0..N.max(key.len()) {
            let j = k % key.len();
            state[i] = (state[i] ^ mixed(state[i - 1]).wrapping_mul(1_664_525))
                .wrapping_add(key[j])
                .wrapping_add(j as u32);
            i = advance(i, &mut state);
        }
        for _ in 1..N {
            state[i] =
                (state[i] ^ mixed(state[i - 1]).wrapping_mul(1_566_083_941)).wrapping_sub(i as u32);
            i = advance(i, &mut state);
        }
        state[0] = 0x8000_0000;
        Mersenne { state, next: N }
    }

    /// The next 32 bits.
    fn word(&mut self) -> u32 {
        if self.next == N {
            self.twist();
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    fn twist(&mut self) {
        for i in 0..N {
            let word = self.state[i] & 0x8000_0000 | self.state[(i + 1) % N] & 0x7fff_ffff;
            let odd = if word & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + M) % N] ^ word >> 1 ^ odd;
        }
        self.next = 0;
    }

    /// `random()`: 53 random bits as a number from 0 to below 1. `uniform(0, 1)` is the same.
    pub(crate) fn unit(&mut self) -> f64 {
        let (high, low) = (self.word() >> 5, self.word() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    /// An integer below `n`, which is not 0: `randint(a, b)` is a plus this for n = b - a + 1.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        loop {
            let number = self.word() >> n.leading_zeros();
            if number < n {
                return number;
            }
        }
    }
}

/// A word of state with its upper bits mixed in.
fn mixed(word: u32) -> u32 {
    word ^ word >> 30
}

/// The next index of the seeding loops, which leave out word 0.
fn advance(i: usize, state: &mut [u32; N]) -> usize {
    if i + 1 < N {
        i + 1
    } else {
        state[0] = state[N - 1];
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the reference implementation's own test (mt19937ar.out).
    #[test]
    fn reference_output() {
        let mut random = Mersenne::by_array(&[0x123, 0x234, 0x345, 0x456]);
        let words: Vec<u32> = (0..5).map(|_| random.word()).collect();
        assert_eq!(
            words,
            [
                1_067_595_299,
                955_945_823,
                477_289_528,
                4_107_218_783,
                4_228_976_476
            ]
        );
        let last = (5..1000).map(|_| random.word()).last();
        assert_eq!(last, Some(3_460_025_646));
    }
}
