//! The net and its gradient, position by position.

use nogo::{Board, Color, Point, PointSet};
use nogo_prior::features::{MOST_PATTERNS, Patterns};
use nogo_prior::net::{GAINS, HIDDEN, NEAR, POOL, RIM, WIDE, at, count_rows, gain, place, ramp};
use train::batches::loss;

use crate::games::Position;

/// The intermediate results of the net on the way to its answer; the same sums as [`nogo_prior::net::Net::look`].
pub struct Pass {
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
    /// The policy's numbers for it, if it has a share of the visits.
    policy: Option<Policy>,
}

#[derive(Clone, Copy)]
struct Policy {
    gain: usize,
    chance: f32,
}

const AROUND: [[usize; 2]; 2] = [[RIM, 1], [RIM + 1, RIM - 1]];

impl Pass {
    /// Looks at a position.
    pub fn forward(patterns: &Patterns, weights: &[f32], position: &Position) -> Pass {
        let view = patterns.view(&position.board);
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
        for point in view.mine | view.theirs {
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
        pass.finish_policy(weights, position, view.lead());
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

    /// The losses of value and policy.
    pub fn losses(&self, position: &Position, target: f32) -> [f64; 2] {
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
    pub fn backward(
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

    /// Propagates the gradient of a point's second numbers to the kernel and to the first numbers around it.
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
fn lead(board: &Board, point: Point, me: Color) -> i32 {
    let mut next = *board;
    next.play(point);
    next.legal_moves(me).len() as i32 - next.legal_moves(me.opponent()).len() as i32
}

fn gain_at(phase: usize, gain: usize) -> usize {
    at::GAIN + phase * GAINS + gain
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

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use nogo_prior::net::{Net, UNIT};

    fn weights(random: &mut Rng) -> Vec<i16> {
        (0..at::END).map(|_| random.i16(-300..=300)).collect()
    }

    fn positions(random: &mut Rng) -> Vec<Position> {
        let mut positions = Vec::new();
        let mut board = Board::new();
        while board.outcome().is_none() {
            let moves = board.legal_moves(board.to_move());
            let mut shares = [-1.0; Point::COUNT];
            for point in moves {
                shares[point.index()] = 1.0 / moves.len() as f32;
            }
            positions.push(Position { board, shares });
            board.play(moves.nth(random.usize(..moves.len())).unwrap());
        }
        positions
    }

    #[test]
    fn the_trainer_says_what_the_bot_says() {
        let mut random = Rng::with_seed(1);
        let numbers = weights(&mut random);
        let mut net = Net::new(&numbers).unwrap();
        let weights: Vec<f32> = numbers.iter().map(|&n| f32::from(n) / UNIT).collect();
        for position in positions(&mut random) {
            let board = &position.board;
            let me = board.to_move();
            let said = net.look(board);
            let pass = Pass::forward(&Patterns::new(), &weights, &position);
            assert!((said.value - pass.value).abs() < 1e-3);
            let logits: Vec<f32> = board
                .legal_moves(me)
                .iter()
                .map(|point| {
                    let after = lead(board, point, me);
                    said.points[point.index()] + net.gain(&said, after)
                })
                .collect();
            let total: f32 = logits.iter().map(|logit| libm::expf(*logit)).sum();
            let chances = pass.open.iter().filter_map(|open| open.policy);
            for (policy, logit) in chances.zip(logits) {
                assert!((policy.chance - libm::expf(logit) / total).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_losses() {
        let mut random = Rng::with_seed(2);
        let patterns = Patterns::new();
        let numbers = weights(&mut random);
        let mut weights: Vec<f32> = numbers.iter().map(|&n| f32::from(n) / UNIT).collect();
        let positions = positions(&mut random);
        let position = &positions[20];
        let both = |weights: &[f32]| -> f64 {
            let losses = Pass::forward(&patterns, weights, position).losses(position, 0.3);
            losses.iter().sum()
        };
        let mut gradient = vec![0.0; at::END];
        let pass = Pass::forward(&patterns, &weights, position);
        let losses = pass.backward(&weights, position, 0.3, 1.0, &mut gradient);
        assert_eq!(losses, pass.losses(position, 0.3));
        for part in [
            at::ROW..at::KERNEL,
            at::KERNEL..at::BIAS,
            at::BIAS..at::POLICY,
            at::POLICY..at::GAIN,
            at::GAIN..at::MIX,
            at::MIX..at::COUNT,
            at::COUNT..at::OUT,
            at::OUT..at::END,
        ] {
            let on: Vec<usize> = part.clone().filter(|&i| gradient[i].abs() > 1e-3).collect();
            assert!(!on.is_empty(), "{:?}", part);
            for _ in 0..10 {
                let i = on[random.usize(..on.len())];
                let (weight, step) = (weights[i], 1e-3);
                weights[i] = weight + step;
                let above = both(&weights);
                weights[i] = weight - step;
                let below = both(&weights);
                weights[i] = weight;
                let slope = (above - below) / f64::from(2.0 * step);
                let error = (slope - f64::from(gradient[i])).abs();
                assert!(
                    error < 0.02 * slope.abs() + 2e-3,
                    "{i}: {slope} {}",
                    gradient[i]
                );
            }
        }
    }
}
