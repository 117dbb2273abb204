//! Fits the net to searched positions: cross-entropy of the result and of the shares of visits.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;
use nogo::{Board, Point, PointSet};
use nogo_prior::features::{MOST_PATTERNS, Patterns, ROWS};
use nogo_prior::net::{HIDDEN, NEAR, POOL, RIM, UNIT, WIDE, at, count_rows, gain, place};
use serde::{Deserialize, Serialize};
use train::adam::Adam;
use train::batches::{Mean, block, loss};
use train::dataset::{Reader, Sample};
use train::selfplay;

use crate::games::{self, Position};

/// Samples a step.
const BATCH: usize = 512;
/// Adam's step size at the start; it falls linearly to a twentieth.
const RATE: f32 = 0.002;
/// Part of the rate by which every weight shrinks in a step.
const DECAY: f32 = 0.1;
/// One game of this many is held out.
const HELD_OUT: u32 = 20;
/// Samples that are shuffled together: so many are in memory.
const SHUFFLED: usize = 1 << 18;
/// A pattern that is met in fewer samples has no row: there is too little to learn it from.
const LEAST_SEEN: u32 = 100;

/// What came out.
#[derive(Serialize, Deserialize)]
pub struct Fit {
    /// The weights as [`nogo_prior::net::Net::new`] takes them.
    pub weights: Vec<i16>,
    /// After each epoch the mean losses of value and policy: of the samples that were fitted, as they were met, and of the
    /// held-out ones.
    pub losses: Vec<[f64; 4]>,
}

/// Fits a net to the samples of all files.
///
/// # Errors
/// If a file cannot be read, or nothing is in them.
pub fn fit(files: &[PathBuf], epochs: usize, seed: u64) -> Result<Fit> {
    let patterns = Patterns::new();
    let (counts, rare) = count(files, &patterns)?;
    let count: usize = counts.iter().sum();
    ensure!(count > 0, "there are no samples to fit to");
    let mut random = Rng::with_seed(seed);
    let mut adam = Adam::new(first_weights(&rare, &mut random));
    let batches = count.div_ceil(BATCH) * epochs;
    let bar = selfplay::progress(batches as u64, "batches");
    let mut done = 0;
    let mut losses = Vec::new();
    for _ in 0..epochs {
        let mut sums = [Mean::default(); 2];
        let mut readers = Readers::open(files, &counts)?;
        loop {
            let mut block = readers.block()?;
            if block.is_empty() {
                break;
            }
            random.shuffle(&mut block);
            for batch in block.chunks(BATCH) {
                let mut sum = gradient(&patterns, &adam.weights, batch);
                for &row in &rare {
                    sum.gradient[at::ROW + row * NEAR..][..NEAR].fill(0.0);
                }
                let part = done as f32 / batches as f32;
                let rate = RATE * (1.0 - 0.95 * part).max(0.05);
                adam.step(&sum.gradient, rate, DECAY);
                for (mean, loss) in sums.iter_mut().zip(sum.losses) {
                    mean.add_sum(loss, batch.len());
                }
                done += 1;
                bar.inc(1);
            }
        }
        let [value, policy] = sums.map(Mean::mean);
        let [held_value, held_policy] = held_out(files, &patterns, &adam.weights)?;
        bar.println(format!(
            "  value {value:.4}, policy {policy:.4}; held out: value {held_value:.4}, policy {held_policy:.4}"
        ));
        losses.push([value, policy, held_value, held_policy]);
    }
    bar.finish_and_clear();
    let number = |weight: &f32| libm::roundf(weight * UNIT) as i16;
    Ok(Fit {
        weights: adam.weights.iter().map(number).collect(),
        losses,
    })
}

/// All files at once, because a fit that has just seen the games of one round knows the others less well.
struct Readers {
    /// Each with the samples that it gives to a block.
    readers: Vec<(Reader, usize)>,
}

impl Readers {
    fn open(files: &[PathBuf], counts: &[usize]) -> Result<Readers> {
        let blocks = counts.iter().sum::<usize>().div_ceil(SHUFFLED).max(1);
        let parts = counts.iter().map(|count| count.div_ceil(blocks));
        let readers = files.iter().map(|file| Reader::open(file));
        let readers: Result<Vec<_>> = readers.zip(parts).map(|(r, part)| Ok((r?, part))).collect();
        Ok(Readers { readers: readers? })
    }

    /// The next samples that are not held out; none after the last ones.
    fn block(&mut self) -> Result<Vec<Sample>> {
        let mut all = Vec::new();
        for (reader, part) in &mut self.readers {
            all.extend(block(reader, HELD_OUT, *part)?);
        }
        Ok(all)
    }
}

/// The samples of each file that are not held out, and the rows that are too rare in them.
fn count(files: &[PathBuf], patterns: &Patterns) -> Result<(Vec<usize>, Vec<usize>)> {
    let mut counts = Vec::new();
    let mut seen = vec![0u32; ROWS];
    for file in files {
        let mut reader = Reader::open(file)?;
        let mut samples = 0;
        while let Some(sample) = reader.next_sample()? {
            if sample.game.is_multiple_of(HELD_OUT) {
                continue;
            }
            samples += 1;
            let board = games::position(&sample).board;
            let me = board.to_move();
            let [mine, theirs] = [me, me.opponent()].map(|color| board.legal_moves(color));
            let view = patterns.view(&board, mine, theirs);
            for point in PointSet::FULL {
                let (rows, count) = patterns.rows(&view, point);
                for &row in &rows[..count] {
                    seen[usize::from(row)] += 1;
                }
            }
        }
        counts.push(samples);
    }
    let rare = (0..ROWS).filter(|&row| seen[row] < LEAST_SEEN).collect();
    Ok((counts, rare))
}

fn first_weights(rare: &[usize], random: &mut Rng) -> Vec<f32> {
    let mut weights = vec![0.0; at::END];
    let mut fill = |weights: &mut [f32], most: f32| {
        for weight in weights {
            *weight = most * (2.0 * random.f32() - 1.0);
        }
    };
    fill(&mut weights[at::ROW..at::KERNEL], 0.1);
    fill(&mut weights[at::KERNEL..at::BIAS], 0.15);
    fill(&mut weights[at::POLICY..at::GAIN], 0.1);
    fill(&mut weights[at::MIX..at::COUNT], 0.2);
    fill(&mut weights[at::OUT..at::END - 1], 0.2);
    for &row in rare {
        weights[at::ROW + row * NEAR..][..NEAR].fill(0.0);
    }
    weights
}

/// What a batch or a part of it adds up to.
struct Sum {
    gradient: Vec<f32>,
    /// Of value and policy.
    losses: [f64; 2],
}

/// The sum over both halves of a batch, each in its order, divided by its size: the same on any number of threads.
fn gradient(patterns: &Patterns, weights: &[f32], batch: &[Sample]) -> Sum {
    let scale = 1.0 / batch.len() as f32;
    let half = |samples: &[Sample]| {
        let mut sum = Sum {
            gradient: vec![0.0; at::END],
            losses: [0.0; 2],
        };
        for sample in samples {
            let position = games::position(sample);
            let pass = Pass::forward(patterns, weights, &position);
            let losses = pass.backward(weights, &position, sample.target, scale, &mut sum.gradient);
            sum.losses[0] += losses[0];
            sum.losses[1] += losses[1];
        }
        sum
    };
    let (first, second) = batch.split_at(batch.len() / 2);
    let (mut sum, other) = rayon::join(|| half(first), || half(second));
    for (sum, other) in sum.gradient.iter_mut().zip(other.gradient) {
        *sum += other;
    }
    sum.losses[0] += other.losses[0];
    sum.losses[1] += other.losses[1];
    sum
}

/// The mean losses of value and policy of the held-out games.
fn held_out(files: &[PathBuf], patterns: &Patterns, weights: &[f32]) -> Result<[f64; 2]> {
    let mut means = [Mean::default(); 2];
    for file in files {
        let mut reader = Reader::open(file)?;
        while let Some(sample) = reader.next_sample()? {
            if sample.game.is_multiple_of(HELD_OUT) {
                let position = games::position(&sample);
                let pass = Pass::forward(patterns, weights, &position);
                let losses = pass.losses(&position, sample.target);
                means[0].add(losses[0]);
                means[1].add(losses[1]);
            }
        }
    }
    Ok(means.map(Mean::mean))
}

/// What the net works out on the way to its answer; the same sums as [`nogo_prior::net::Net::look`].
struct Pass {
    /// Every point's rows.
    rows: Vec<([u16; MOST_PATTERNS], usize)>,
    /// By place.
    near: Vec<[f32; NEAR]>,
    open: Vec<Open>,
    pool: [f32; WIDE],
    counts: [usize; 3],
    hidden: [f32; HIDDEN],
    phase: usize,
    /// The value's logit.
    value: f32,
}

/// A point that somebody may play.
struct Open {
    point: Point,
    /// Own numbers, the neighbors', the diagonal neighbors'.
    seen: [[f32; NEAR]; 3],
    wide: [f32; WIDE],
    /// What the policy says of it, if it has a share of the visits.
    policy: Option<Policy>,
}

#[derive(Clone, Copy)]
struct Policy {
    gain: usize,
    chance: f32,
}

const AROUND: [[usize; 2]; 2] = [[RIM, 1], [RIM + 1, RIM - 1]];

impl Pass {
    fn forward(patterns: &Patterns, weights: &[f32], position: &Position) -> Pass {
        let board = &position.board;
        let me = board.to_move();
        let [mine, theirs] = [me, me.opponent()].map(|color| board.legal_moves(color));
        let view = patterns.view(board, mine, theirs);
        let mut near = vec![[0.0; NEAR]; RIM * RIM];
        let mut rows = Vec::with_capacity(Point::COUNT);
        for point in PointSet::FULL {
            let (all, count) = patterns.rows(&view, point);
            let sum = &mut near[place(point)];
            for &row in &all[..count] {
                add(sum, get(weights, at::ROW + usize::from(row) * NEAR), 1.0);
            }
            *sum = sum.map(ramp);
            rows.push((all, count));
        }
        let mut pool = [0.0; WIDE];
        let mut open = Vec::new();
        for point in mine | theirs {
            let here = place(point);
            let mut seen = [near[here], [0.0; NEAR], [0.0; NEAR]];
            for (sum, steps) in seen[1..].iter_mut().zip(AROUND) {
                for step in steps {
                    add(sum, &near[here - step], 1.0);
                    add(sum, &near[here + step], 1.0);
                }
            }
            let mut wide = *get(weights, at::BIAS);
            for (part, seen) in seen.iter().enumerate() {
                for (i, &number) in seen.iter().enumerate() {
                    add(&mut wide, kernel(weights, part, i), number);
                }
            }
            let wide = wide.map(ramp);
            add(&mut pool, &wide, 1.0);
            open.push(Open {
                point,
                seen,
                wide,
                policy: None,
            });
        }
        let mut pass = Pass {
            rows,
            near,
            open,
            pool: pool.map(|sum| sum / POOL),
            counts: count_rows(view.counts),
            hidden: [0.0; HIDDEN],
            phase: view.phase,
            value: 0.0,
        };
        pass.finish_value(weights);
        pass.finish_policy(weights, position, mine.len() as i32 - theirs.len() as i32);
        pass
    }

    fn finish_value(&mut self, weights: &[f32]) {
        for row in self.counts {
            add(
                &mut self.hidden,
                get(weights, at::COUNT + row * HIDDEN),
                1.0,
            );
        }
        for (i, &sum) in self.pool.iter().enumerate() {
            add(&mut self.hidden, get(weights, at::MIX + i * HIDDEN), sum);
        }
        self.hidden = self.hidden.map(ramp);
        self.value = weights[at::END - 1] + dot(&self.hidden, get(weights, at::OUT));
    }

    fn finish_policy(&mut self, weights: &[f32], position: &Position, before: i32) {
        let me = position.board.to_move();
        let policy = get::<WIDE>(weights, at::POLICY + self.phase * WIDE);
        let mut most = f32::MIN;
        for open in &mut self.open {
            if position.shares[open.point.index()] < 0.0 {
                continue;
            }
            let after = lead(&position.board, open.point, me);
            let gain = gain(before, after);
            let logit = dot(&open.wide, policy) + weights[gain_at(self.phase, gain)];
            most = most.max(logit);
            open.policy = Some(Policy {
                gain,
                chance: logit,
            });
        }
        let chances = || self.open.iter().filter_map(|open| open.policy);
        let total: f32 = chances()
            .map(|policy| libm::expf(policy.chance - most))
            .sum();
        for policy in self.open.iter_mut().filter_map(|open| open.policy.as_mut()) {
            policy.chance = libm::expf(policy.chance - most) / total;
        }
    }

    fn losses(&self, position: &Position, target: f32) -> [f64; 2] {
        let mut policy_loss = 0.0;
        for open in &self.open {
            if let Some(policy) = open.policy {
                let share = f64::from(position.shares[open.point.index()]);
                policy_loss -= share * libm::log(f64::from(policy.chance.max(1e-9)));
            }
        }
        [loss(self.value.into(), target.into()), policy_loss]
    }

    /// Adds `scale` times the gradient of both losses; returns them.
    fn backward(
        &self,
        weights: &[f32],
        position: &Position,
        target: f32,
        scale: f32,
        gradient: &mut [f32],
    ) -> [f64; 2] {
        let error = scale * (1.0 / (1.0 + libm::expf(-self.value)) - target);
        let out: &[f32; HIDDEN] = get(weights, at::OUT);
        gradient[at::END - 1] += error;
        add(get_mut(gradient, at::OUT), &self.hidden, error);
        let back: [f32; HIDDEN] = std::array::from_fn(|unit| {
            if self.hidden[unit] > 0.0 {
                error * out[unit]
            } else {
                0.0
            }
        });
        for row in self.counts {
            add(get_mut(gradient, at::COUNT + row * HIDDEN), &back, 1.0);
        }
        let mut pool = [0.0; WIDE];
        for (i, pool) in pool.iter_mut().enumerate() {
            let from = at::MIX + i * HIDDEN;
            add(get_mut(gradient, from), &back, self.pool[i]);
            *pool = dot(&back, get(weights, from)) / POOL;
        }
        let mut near = vec![[0.0; NEAR]; RIM * RIM];
        let policy_at = at::POLICY + self.phase * WIDE;
        for open in &self.open {
            let mut wide = pool;
            if let Some(Policy { gain, chance }) = open.policy {
                let error = scale * (chance - position.shares[open.point.index()]);
                gradient[gain_at(self.phase, gain)] += error;
                add(get_mut(gradient, policy_at), &open.wide, error);
                add(&mut wide, get(weights, policy_at), error);
            }
            for (back, &number) in wide.iter_mut().zip(&open.wide) {
                *back = if number > 0.0 { *back } else { 0.0 };
            }
            self.spread(weights, open, &wide, &mut near, gradient);
        }
        for (point, (rows, count)) in PointSet::FULL.iter().zip(&self.rows) {
            let here = place(point);
            let mut back = near[here];
            for (back, &number) in back.iter_mut().zip(&self.near[here]) {
                *back = if number > 0.0 { *back } else { 0.0 };
            }
            for &row in &rows[..*count] {
                add(
                    get_mut(gradient, at::ROW + usize::from(row) * NEAR),
                    &back,
                    1.0,
                );
            }
        }
        self.losses(position, target)
    }

    /// What a change of a point's second numbers means for the kernel and for the first numbers around it.
    fn spread(
        &self,
        weights: &[f32],
        open: &Open,
        wide: &[f32; WIDE],
        near: &mut [[f32; NEAR]],
        gradient: &mut [f32],
    ) {
        let here = place(open.point);
        add(get_mut(gradient, at::BIAS), wide, 1.0);
        for (part, seen) in open.seen.iter().enumerate() {
            let mut back = [0.0; NEAR];
            for (i, &number) in seen.iter().enumerate() {
                let from = at::KERNEL + (part * NEAR + i) * WIDE;
                add(get_mut(gradient, from), wide, number);
                back[i] = dot(wide, get(weights, from));
            }
            if part == 0 {
                add(&mut near[here], &back, 1.0);
            } else {
                for step in AROUND[part - 1] {
                    add(&mut near[here - step], &back, 1.0);
                    add(&mut near[here + step], &back, 1.0);
                }
            }
        }
    }
}

/// Own minus opponent's legal points after a move.
fn lead(board: &Board, point: Point, me: nogo::Color) -> i32 {
    let mut next = *board;
    next.play(point);
    next.legal_moves(me).len() as i32 - next.legal_moves(me.opponent()).len() as i32
}

fn gain_at(phase: usize, gain: usize) -> usize {
    at::GAIN + phase * nogo_prior::net::GAINS + gain
}

fn kernel(weights: &[f32], part: usize, i: usize) -> &[f32; WIDE] {
    get(weights, at::KERNEL + (part * NEAR + i) * WIDE)
}

fn get<const N: usize>(weights: &[f32], from: usize) -> &[f32; N] {
    &weights[from..from + N].as_chunks().0[0]
}

fn get_mut<const N: usize>(weights: &mut [f32], from: usize) -> &mut [f32; N] {
    &mut weights[from..from + N].as_chunks_mut().0[0]
}

fn ramp(x: f32) -> f32 {
    if x > 0.0 { x } else { 0.0 }
}

#[inline(always)]
fn add<const N: usize>(sum: &mut [f32; N], other: &[f32; N], factor: f32) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += factor * other;
    }
}

#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut lanes = [0.0; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum()
}
