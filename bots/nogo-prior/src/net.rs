//! A small net over a position: the chance of the side to move to win, and the share of the visits for each of its
//! moves.
//!
//! 1. Every point gets [`NEAR`] numbers: the rows of its [patterns](crate::features) added up, with negative sums set
//!    to 0.
//! 2. Every point that either side may still play gets [`WIDE`] numbers from its own, those of its four neighbors added
//!    up and those of its four diagonal neighbors added up; again negative numbers are set to 0. A game of NoGo is the
//!    sum of the fights at these points.
//! 3. The value: these numbers added up over the board and the counts of points by who may play them go through
//!    [`HIDDEN`] units.
//! 4. The policy: a weighted sum of a point's numbers and of the move's effect on the legal points, by phase.
//!
//! Mirror images are worth the same whatever the weights are. The numbers have 32 bits and are added up in a fixed
//! order: the result is the same on every machine.

use std::convert::TryFrom;

use nogo::{Board, Point, SIZE};
use search::dense;

use crate::features::{PHASES, Patterns, ROWS};

/// Numbers of a point that see its patterns.
pub const NEAR: usize = 16;
/// Numbers of a point that see its neighborhood.
pub const WIDE: usize = 16;
/// Points whose second numbers are worked out together, so that the processor need not wait for one sum.
const TOGETHER: usize = 4;
/// Hidden units of the value.
pub const HIDDEN: usize = 32;
/// Classes of what a move does to the difference of legal points: -8 and less to +8 and more.
pub const GAINS: usize = 17;
/// Largest count that is told apart, by kind of point.
pub const MOST_COUNTS: [usize; 3] = [81, 31, 31];
/// Rows of counts, all kinds.
pub const COUNTS: usize = MOST_COUNTS[0] + MOST_COUNTS[1] + MOST_COUNTS[2] + 3;
/// Sums over the board are divided by this before they go on.
pub const POOL: f32 = 16.0;
/// Parts of 1 that weights are in.
pub const UNIT: f32 = 2048.0;

/// The numbers of a net as they are written: most rows are never met and all zero, so each other one comes after the
/// number of zero rows before it. First of all stands how many they are.
pub fn pack(weights: &[i16]) -> Vec<i16> {
    let (table, rest) = weights.split_at(at::KERNEL);
    let mut packed = vec![0];
    let mut zeros = 0;
    for row in table.chunks_exact(NEAR) {
        if row.iter().all(|&weight| weight == 0) {
            zeros += 1;
        } else {
            packed[0] += 1;
            packed.push(zeros);
            packed.extend(row);
            zeros = 0;
        }
    }
    packed.extend(rest);
    packed
}

/// Unpacks what [`pack`] returned: [`at::END`] weights.
///
/// # Errors
/// If the numbers are not such a net.
pub fn unpack(packed: &[i16]) -> Result<Vec<i16>, String> {
    let wrong = || "these are not the numbers of a net: train it anew".to_owned();
    let (&count, mut rest) = packed.split_first().ok_or_else(wrong)?;
    let mut weights = Vec::with_capacity(at::END);
    for _ in 0..count {
        let (&[zeros], row) = rest.split_first_chunk().ok_or_else(wrong)?;
        let (row, after) = row.split_at_checked(NEAR).ok_or_else(wrong)?;
        let zeros = usize::try_from(zeros).map_err(|_| wrong())?;
        weights.resize(weights.len() + zeros * NEAR, 0);
        weights.extend(row);
        rest = after;
    }
    if weights.len() > at::KERNEL {
        return Err(wrong());
    }
    weights.resize(at::KERNEL, 0);
    weights.extend(rest);
    if weights.len() == at::END {
        Ok(weights)
    } else {
        Err(wrong())
    }
}

/// Offsets of the parts of the net in the list of its weights.
pub mod at {
    use super::{COUNTS, GAINS, HIDDEN, NEAR, PHASES, ROWS, WIDE};

    /// [`NEAR`] for each row.
    pub const ROW: usize = 0;
    /// For each of own, neighbors and diagonal neighbors, each of [`NEAR`]: [`WIDE`].
    pub const KERNEL: usize = ROW + ROWS * NEAR;
    /// [`WIDE`].
    pub const BIAS: usize = KERNEL + 3 * NEAR * WIDE;
    /// For each phase [`WIDE`].
    pub const POLICY: usize = BIAS + WIDE;
    /// For each phase [`GAINS`].
    pub const GAIN: usize = POLICY + PHASES * WIDE;
    /// For each of [`WIDE`]: [`HIDDEN`].
    pub const MIX: usize = GAIN + PHASES * GAINS;
    /// For each count [`HIDDEN`].
    pub const COUNT: usize = MIX + WIDE * HIDDEN;
    /// [`HIDDEN`].
    pub const OUT: usize = COUNT + COUNTS * HIDDEN;
    /// Number of weights: the last one is the value's own.
    pub const END: usize = OUT + HIDDEN + 1;
}

/// Width of the board with a rim of one point on every side.
pub const RIM: usize = SIZE + 2;

/// The place of a point on the board with a rim.
#[inline(always)]
pub fn place(point: Point) -> usize {
    (usize::from(point.x()) + 1) * RIM + usize::from(point.y()) + 1
}

/// The class of what a move does, by own minus opponent's legal points before and after it.
#[inline(always)]
pub fn gain(before: i32, after: i32) -> usize {
    ((after - before).clamp(-8, 8) + 8) as usize
}

/// The rows of counts that are on.
#[inline(always)]
pub fn count_rows(counts: [usize; 3]) -> [usize; 3] {
    let mut first = 0;
    let mut rows = [0; 3];
    for kind in 0..3 {
        rows[kind] = first + counts[kind].min(MOST_COUNTS[kind]);
        first += MOST_COUNTS[kind] + 1;
    }
    rows
}

/// A row of the table, in one line of the cache.
#[derive(Clone)]
#[repr(align(32))]
struct Row([i16; NEAR]);

/// The weights, laid out for use.
#[derive(Clone)]
pub struct Net {
    patterns: Patterns,
    /// In [`UNIT`]s, one of zeros at the end. Sums are cut off at 16.
    rows: Vec<Row>,
    /// For first numbers in [`UNIT`]s.
    kernel: [[[f32; WIDE]; NEAR]; 3],
    bias: [f32; WIDE],
    policy: [[f32; WIDE]; PHASES],
    gain: [[f32; GAINS]; PHASES],
    mix: [[f32; HIDDEN]; WIDE],
    counts: Vec<[f32; HIDDEN]>,
    out: [f32; HIDDEN],
    out_bias: f32,
    /// The first numbers of every point in [`UNIT`]s; those of the rim stay 0.
    near: [[f32; NEAR]; RIM * RIM],
}

/// The outputs of the net for a position.
pub struct Said {
    /// The logit of the chance of the side to move.
    pub value: f32,
    /// The logits of the points that it may play, without what the moves [do](Net::gain); 0 elsewhere.
    pub points: [f32; Point::COUNT],
    /// The phase of the game.
    pub phase: usize,
    /// Own minus opponent's legal points.
    pub lead: i32,
}

impl Net {
    /// The net with these weights, in [`UNIT`]s.
    ///
    /// # Errors
    /// If there are not [`at::END`] of them.
    pub fn new(numbers: &[i16]) -> Result<Net, String> {
        if numbers.len() != at::END {
            return Err(format!(
                "the net has {} weights, not {}: train it anew",
                at::END,
                numbers.len()
            ));
        }
        let chunks = numbers[at::ROW..at::KERNEL].as_chunks().0.iter();
        let mut first: Vec<Row> = chunks.map(|&row| Row(row)).collect();
        first.push(Row([0; NEAR]));
        let weights: Vec<f32> = numbers.iter().map(|&n| f32::from(n) / UNIT).collect();
        let kernel = |side: usize| {
            table(&weights[at::KERNEL + side * NEAR * WIDE..])
                .map(|row: [f32; WIDE]| row.map(|weight| weight / UNIT))
        };
        Ok(Net {
            patterns: Patterns::new(),
            rows: first,
            kernel: [kernel(0), kernel(1), kernel(2)],
            bias: row(&weights[at::BIAS..]),
            policy: table(&weights[at::POLICY..]),
            gain: table(&weights[at::GAIN..]),
            mix: table(&weights[at::MIX..]),
            counts: rows(&weights[at::COUNT..at::OUT]),
            out: row(&weights[at::OUT..]),
            out_bias: weights[at::END - 1],
            near: [[0.0; NEAR]; RIM * RIM],
        })
    }

    /// The net of [packed](pack) numbers as a text in the [dense form](dense).
    ///
    /// # Errors
    /// If the text is malformed, or as [`unpack`].
    pub fn parse(text: &str) -> Result<Net, String> {
        Net::new(&unpack(&dense::read(text)?)?)
    }

    /// The net of the bot.
    pub fn own() -> Net {
        match Net::parse(include_str!("../data/net.txt")) {
            Ok(net) => net,
            Err(error) => panic!("{}", error),
        }
    }

    /// The amount that a move adds to its logit, by own minus opponent's legal points after it.
    #[inline]
    pub fn gain(&self, said: &Said, after: i32) -> f32 {
        self.gain[said.phase][gain(said.lead, after)]
    }

    /// Looks at a position.
    #[inline(always)]
    pub fn look(&mut self, board: &Board) -> Said {
        let view = self.patterns.view(board);
        let open = view.mine | view.theirs;
        let around = open | open.neighbors();
        for point in around | around.neighbors() {
            let (rows, _) = self.patterns.rows(&view, point);
            let mut sum = [0i16; NEAR];
            for &row in &rows {
                for (sum, &number) in sum.iter_mut().zip(&self.rows[usize::from(row)].0) {
                    *sum = sum.saturating_add(number);
                }
            }
            for (near, &sum) in self.near[place(point)].iter_mut().zip(&sum) {
                *near = f32::from(sum.max(0));
            }
        }
        let mut points = [0.0; Point::COUNT];
        let mut pool = [0.0; WIDE];
        let policy = &self.policy[view.phase];
        let mut left = open.iter();
        while let Some(first) = left.next() {
            let mut group = [first; TOGETHER];
            let mut count = 1;
            for point in left.by_ref().take(TOGETHER - 1) {
                group[count] = point;
                count += 1;
            }
            let wides = self.wide(&group);
            for (&point, wide) in group.iter().zip(&wides).take(count) {
                add(&mut pool, wide);
                if view.mine.contains(point) {
                    points[point.index()] = dot(wide, policy);
                }
            }
        }
        let mut hidden = [0.0; HIDDEN];
        for row in count_rows(view.counts) {
            add(&mut hidden, &self.counts[row]);
        }
        for (sum, weights) in pool.iter().zip(&self.mix) {
            for unit in 0..HIDDEN {
                hidden[unit] += sum / POOL * weights[unit];
            }
        }
        Said {
            value: self.out_bias + dot(&hidden.map(ramp), &self.out),
            points,
            phase: view.phase,
            lead: view.lead(),
        }
    }

    /// The second numbers of some points.
    #[inline(always)]
    fn wide(&self, group: &[Point; TOGETHER]) -> [[f32; WIDE]; TOGETHER] {
        let near = &self.near;
        let mut wides = [self.bias; TOGETHER];
        let mut seen = [[[0.0; NEAR]; 3]; TOGETHER];
        for (seen, &point) in seen.iter_mut().zip(group) {
            let at = place(point);
            let around = |sum: &mut [f32; NEAR], far: usize, close: usize| {
                add(sum, &near[at - far]);
                add(sum, &near[at - close]);
                add(sum, &near[at + close]);
                add(sum, &near[at + far]);
            };
            seen[0] = near[at];
            around(&mut seen[1], RIM, 1);
            around(&mut seen[2], RIM + 1, RIM - 1);
        }
        for (part, kernel) in self.kernel.iter().enumerate() {
            for (number, weights) in kernel.iter().enumerate() {
                for (wide, seen) in wides.iter_mut().zip(&seen) {
                    for i in 0..WIDE {
                        wide[i] += seen[part][number] * weights[i];
                    }
                }
            }
        }
        for wide in &mut wides {
            for number in wide {
                *number = ramp(*number);
            }
        }
        wides
    }
}

/// Replaces negative numbers by 0.
#[inline(always)]
pub fn ramp(x: f32) -> f32 {
    if x > 0.0 { x } else { 0.0 }
}

#[inline(always)]
fn add<const N: usize>(sum: &mut [f32; N], other: &[f32; N]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += other;
    }
}

/// In an order that suits registers.
#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut lanes = [0.0; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

fn row<const N: usize>(weights: &[f32]) -> [f32; N] {
    std::array::from_fn(|i| weights[i])
}

fn table<const N: usize, const M: usize>(weights: &[f32]) -> [[f32; N]; M] {
    std::array::from_fn(|i| row(&weights[i * N..]))
}

fn rows<const N: usize>(weights: &[f32]) -> Vec<[f32; N]> {
    weights.chunks_exact(N).map(row).collect()
}

#[cfg(test)]
mod tests;
