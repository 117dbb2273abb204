//! Sets of points as bits.

use crate::point::{Point, SIZE};

games_common::cell_set! {
    /// A set of points, one bit each: bit [`Point::index`] of a 128-bit word.
    ///
    /// ```
    /// use nogo::{Point, PointSet};
    ///
    /// let corner: Point = "0,0".parse()?;
    /// let around = PointSet::from(corner).neighbors();
    /// assert_eq!(around.to_string(), "0,1 1,0");
    /// assert_eq!(around.nth(1), Some("1,0".parse()?));
    /// assert_eq!((!around).len(), 79);
    /// # Ok::<(), nogo::ParseError>(())
    /// ```
    pub struct PointSet(u128) of Point, FULL = (1 << Point::COUNT) - 1, by Points
}

/// The points with `y` = 0.
const FIRST_COLUMN: u128 = {
    let mut bits = 0;
    let mut x = 0;
    while x < SIZE {
        bits |= 1 << (SIZE * x);
        x += 1;
    }
    bits
};

impl PointSet {
    /// The set with these bits; bits from 81 on are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// Returns true if it has two members or more. Cheaper than `len() >= 2`.
    #[inline]
    pub const fn has_two(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The `n`-th member, counted from 0 by ascending index; `None` if there are no more than `n`.
    ///
    /// With a random `n` below [`len`](Self::len) it is a uniform choice.
    #[inline]
    pub const fn nth(self, n: usize) -> Option<Point> {
        if n >= self.len() {
            return None;
        }
        let (low, high, n) = (self.0 as u64, (self.0 >> 64) as u64, n as u32);
        // The sums of both words, though one is needed: they are ready before `n` is known.
        let (low_sums, high_sums) = (byte_sums(low), byte_sums(high));
        let in_low = low.count_ones();
        let (first, word, sums, n) = if n < in_low {
            (0, low, low_sums, n)
        } else {
            (64, high, high_sums, n - in_low)
        };
        Some(Point::at(first + nth_bit(word, sums, n)))
    }

    /// All points orthogonally next to a member; a member is in it only if another one is next to it.
    #[inline]
    pub const fn neighbors(self) -> Self {
        let up = (self.0 & !FIRST_COLUMN) >> 1;
        let down = self.0 << 1 & !FIRST_COLUMN;
        Self::from_bits(up | down | self.0 << SIZE | self.0 >> SIZE)
    }
}

impl Point {
    /// The two to four points orthogonally next to this one.
    #[inline]
    pub const fn neighbors(self) -> PointSet {
        // The mask stands for a bounds check: a point is below 81.
        NEIGHBORS[self.index() & 127]
    }
}

/// The neighbors of each point, and no points from 81 on.
static NEIGHBORS: [PointSet; 128] = {
    let mut table = [PointSet::EMPTY; 128];
    let mut bit = 0;
    while bit < Point::COUNT {
        table[bit] = PointSet::from_bits(1 << bit).neighbors();
        bit += 1;
    }
    table
};

/// Byte `i` is the number of set bits in the bytes 0 to `i` of the word.
const fn byte_sums(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(EACH_BYTE)
}

/// The position of the `n`-th set bit of a word with these [`byte_sums`] and more than `n` set bits, without a
/// branch: the number of sums that are no more than `n` tells the byte, a table tells the bit.
const fn nth_bit(word: u64, sums: u64, n: u32) -> u32 {
    const HIGH: u64 = 0x80 * EACH_BYTE;
    let passed = (((n as u64 * EACH_BYTE) | HIGH) - sums) & HIGH;
    let shift = passed.count_ones() * 8;
    let before = (sums << 8 >> shift) as u32 & 0xff;
    let byte = (word >> shift) as usize & 0xff;
    shift + NTH_BIT_OF_BYTE[(n - before) as usize & 7][byte] as u32
}

const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// `[n][byte]`: the position of the `n`-th set bit of a byte (0 if it has none).
static NTH_BIT_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut n = 0;
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[n][byte] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl From<Point> for PointSet {
    fn from(point: Point) -> Self {
        Self::of(point)
    }
}
