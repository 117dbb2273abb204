//! A learned policy for the tree: how likely a search is to settle on each candidate, by what is around the acting head. The
//! original has none; bots that search with this crate may bring one.
//!
//! It is the softmax of sums of weights. The weights of a free move are looked up by what is blocked within two steps, by
//! heads, the own tail and items nearby, by the edge and the heading, all as seen along the move: mirror images and turned
//! positions share their weights. Any other operation has one weight, by the state of its snake.

mod places;
mod terms;

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use snakego::{CellSet, Direction, Operation};

use crate::options::Choice;
use crate::schedule::{ItemSchedule, ScheduledItem};
use places::{FAR_PLACE, FAR_ROWS, NEAR_PLACE, NEAR_ROWS, far_place, near_place, offset_of};
use terms::{
    AIM_AT, AROUND_AT, EDGE_AT, ENEMY_AT, ENEMY_KINDS, FAR_OFFSETS, HEADING_AT, ITEM_AT,
    ITEM_KINDS, NEAR_OFFSETS, OWN_AT, OWN_KINDS, SPLIT_AT, TAIL_AT, TAIL_KINDS, around_term,
    clamped, far_term, from_edge, length_class, near_term, turn,
};

pub use terms::{TERMS, View, fire_gain, terms};

/// Parts of a nat in a weight.
pub const UNIT: f32 = 256.0;

/// The learned weights, and the settings of their use in the tree.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyParams {
    /// The factor of prior * sqrt(N) / (1 + n), which takes the place of the exploration without a policy.
    pub exploration: f32,
    /// A candidate without visits counts as its parent's mean less this.
    pub reduction: f32,
    /// Rollouts that follow the policy multiply all logits by this.
    pub sharpness: f32,
    /// The weights, as lines of [dense text](search::dense).
    pub weights: Vec<String>,
}

impl PolicyParams {
    /// The weights as numbers, in parts of a nat.
    ///
    /// # Errors
    /// If they are not a text of weights, or more or less of them than there are terms.
    pub fn weights(&self) -> Result<Vec<i16>, String> {
        let weights = search::dense::read(&self.weights.concat())?;
        if weights.len() != TERMS {
            return Err(format!("policy: {} weights, not {TERMS}", weights.len()));
        }
        Ok(weights)
    }
}

/// A number for each of the four moves, in the order of their directions.
type Lanes = [i16; 4];

/// The policy, its weights laid out for all four moves at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    /// See [`PolicyParams`].
    pub(crate) exploration: f32,
    pub(crate) reduction: f32,
    around: Vec<Lanes>,
    /// By kind, then by place: [`NEAR_ROWS`] for each kind, [`FAR_ROWS`] in `item`.
    enemy: Vec<Lanes>,
    own: Vec<Lanes>,
    tail: Vec<Lanes>,
    item: Vec<Lanes>,
    /// By the head's cell.
    edge: Vec<Lanes>,
    /// By the heading, the last without one; then by length.
    heading: Vec<Lanes>,
    aim: i16,
    /// The weight of a candidate in a rollout, by how far its logit is below the largest one, in parts of a nat.
    weights_below: Vec<u32>,
    /// Of everything that is not a free move.
    others: Vec<i16>,
}

/// Adds weights. They wrap: what no training makes may be nonsense, but must not panic.
#[inline]
fn add(sums: &mut Lanes, weights: &Lanes) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_add(*weight);
    }
}

impl Policy {
    /// The policy of these parameters.
    ///
    /// # Errors
    /// Those of [`PolicyParams::weights`].
    pub fn new(params: &PolicyParams) -> Result<Policy, String> {
        let weights = params.weights()?;
        let lanes =
            |term: &dyn Fn(Direction) -> usize| Direction::ALL.map(|way| weights[term(way)]);
        let near = |base: usize, kinds: usize| {
            let mut rows = vec![[0; 4]; kinds * NEAR_ROWS];
            for (number, row) in rows.iter_mut().enumerate() {
                if let Some(at) = offset_of(&NEAR_PLACE, number % NEAR_ROWS) {
                    let kind = number / NEAR_ROWS;
                    *row = lanes(&|way| base + kind * NEAR_OFFSETS + near_term(at, way));
                }
            }
            rows
        };
        let mut items = vec![[0; 4]; ITEM_KINDS * FAR_ROWS];
        for (number, row) in items.iter_mut().enumerate() {
            if let Some(at) = offset_of(&FAR_PLACE, number % FAR_ROWS) {
                let kind = number / FAR_ROWS;
                *row = lanes(&|way| ITEM_AT + kind * FAR_OFFSETS + far_term(at, way));
            }
        }
        let headings = (0..5 * 4).map(|place| {
            let heading = (place < 16).then(|| Direction::from_bits(place as u8 / 4));
            lanes(&|way| HEADING_AT + 4 * turn(heading, way) + place % 4)
        });
        let edges = CellSet::FULL.iter();
        let edges = edges.map(|cell| lanes(&|way| EDGE_AT + cell.step(way).map_or(0, from_edge)));
        Ok(Policy {
            exploration: params.exploration,
            reduction: params.reduction,
            around: (0..1 << 12)
                .map(|around| lanes(&|way| AROUND_AT + around_term(around, way)))
                .collect(),
            enemy: near(ENEMY_AT, ENEMY_KINDS),
            own: near(OWN_AT, OWN_KINDS),
            tail: near(TAIL_AT, TAIL_KINDS),
            item: items,
            edge: edges.collect(),
            heading: headings.collect(),
            aim: weights[AIM_AT],
            weights_below: weights_below(params.sharpness),
            others: weights[SPLIT_AT..].to_vec(),
        })
    }

    /// The logits of the four moves, in parts of a nat; those of moves that are not free mean nothing.
    // The sums of `terms`, with tables in place of comparisons: most things are too far away, and which are is hard to
    // predict.
    #[inline]
    fn logits(&self, schedule: &ItemSchedule, view: &View) -> Lanes {
        let (board, snake) = (view.board, view.snake);
        let mut sums = self.around[view.around & 0xfff];
        let player = board.player();
        for other in board.snakes(1 - player) {
            let near = near_place(snake.head, other.head);
            if near > 0 {
                add(
                    &mut sums,
                    &self.enemy[view.enemy_kind(other) * NEAR_ROWS + near],
                );
            }
        }
        for (place, other) in board.snakes(player).iter().enumerate() {
            let near = near_place(snake.head, other.head);
            if near > 0 && place != board.acting() {
                let later = usize::from(place > board.acting());
                add(&mut sums, &self.own[later * NEAR_ROWS + near]);
            }
        }
        let near = near_place(snake.head, snake.tail);
        if near > 0 && snake.len > 1 {
            let grows = usize::from(snake.bank > 0);
            add(&mut sums, &self.tail[grows * NEAR_ROWS + near]);
        }
        let mut add_item = |item: &ScheduledItem, kind: usize| {
            let weights = self.item[kind * FAR_ROWS + far_place(snake.head, item.cell)];
            let much = view.worth(item);
            add(&mut sums, &weights.map(|weight| weight.wrapping_mul(much)));
        };
        let [(lying, near), (coming, near_coming)] = schedule.near(board.round(), snake.head);
        for item in near.map(|place| &lying[place]) {
            if item.is_in_reach(board, snake.head) {
                add_item(item, usize::from(item.is_ray));
            }
        }
        for item in near_coming.map(|place| &coming[place]) {
            if item.may_come_to_own(board) {
                add_item(item, view.coming_kind(item));
            }
        }
        add(&mut sums, &self.edge[usize::from(snake.head.index())]);
        let heading = if snake.len < 2 {
            4
        } else {
            snake.direction() as usize
        };
        let class = length_class(snake.total());
        add(&mut sums, &self.heading[4 * heading + class]);
        if snake.has_ray() {
            let gains = board.ray_gains(snake.head);
            add(
                &mut sums,
                &gains.map(|gain| self.aim.wrapping_mul(clamped(gain))),
            );
        }
        sums
    }

    /// The logits of the candidates of a position, in parts of a nat, in the places of the candidates.
    #[inline]
    fn logits_of(
        &self,
        schedule: &ItemSchedule,
        view: &View,
        candidates: &[Operation],
    ) -> [i16; 6] {
        let moves = self.logits(schedule, view);
        let mut logits = [i16::MIN; 6];
        for (logit, &operation) in logits.iter_mut().zip(candidates) {
            *logit = match operation.direction() {
                Some(direction) if view.kinds.free.contains(operation) => moves[direction as usize],
                _ => self.others[view.other_term(operation) - SPLIT_AT],
            };
        }
        logits
    }

    /// The probabilities of the candidates of a position, in parts of 65,535.
    pub fn priors(
        &self,
        schedule: &ItemSchedule,
        view: &View,
        candidates: &[Operation],
    ) -> impl Iterator<Item = u16> {
        let logits = self.logits_of(schedule, view, candidates);
        let most = logits.iter().copied().fold(i16::MIN, i16::max);
        let count = candidates.len();
        let mut powers = [0.0; 6];
        for (power, logit) in powers.iter_mut().zip(logits).take(count) {
            *power = libm::expf((f32::from(logit) - f32::from(most)) / UNIT);
        }
        let total: f32 = powers.iter().sum();
        let prior = move |power: f32| (power / total * f32::from(u16::MAX)) as u16;
        IntoIterator::into_iter(powers).take(count).map(prior)
    }

    /// One of the operations of a choice, at random, as rollouts follow the policy.
    ///
    /// # Panics
    /// Without one.
    #[inline]
    pub fn draw(
        &self,
        schedule: &ItemSchedule,
        view: &View,
        choice: &Choice,
        random: &mut Rng,
    ) -> Operation {
        let end = choice.end.unwrap_or(Operation::Right);
        if choice.len() == 1 {
            return choice.list()[0];
        }
        /// Below any logit.
        const NONE: i32 = i32::MIN / 2;
        let mut logits = [NONE; 7];
        let moves = self.logits(schedule, view);
        for (way, (logit, of_move)) in logits.iter_mut().zip(moves).enumerate() {
            if choice.free.contains(Operation::ALL[way]) {
                *logit = of_move.into();
            }
        }
        let other = |operation| i32::from(self.others[view.other_term(operation) - SPLIT_AT]);
        if choice.end.is_some() {
            logits[4] = other(end);
        }
        if choice.fire {
            logits[5] = other(Operation::Fire);
        }
        if choice.split {
            logits[6] = other(Operation::Split);
        }
        let most = logits.iter().copied().fold(NONE, i32::max);
        let last = self.weights_below.len() - 1;
        // Sums of the weights, each with those before it.
        let mut sums = logits.map(|logit| self.weights_below[((most - logit) as usize).min(last)]);
        for place in 1..7 {
            sums[place] += sums[place - 1];
        }
        // The likeliest one weighs something.
        let pick = random.u32(..sums[6]);
        let place: usize = sums.iter().map(|&sum| usize::from(pick >= sum)).sum();
        match place {
            0..=3 => Operation::ALL[place],
            4 => end,
            5 => Operation::Fire,
            _ => Operation::Split,
        }
    }
}

/// The table of [`Policy::weights_below`], down to logits that are as good as never drawn.
fn weights_below(sharpness: f32) -> Vec<u32> {
    let weight = |below: u16| (65536.0 * libm::expf(-sharpness * f32::from(below) / UNIT)) as u32;
    (0..10 * UNIT as u16).map(weight).chain([0]).collect()
}

#[cfg(test)]
mod tests;
