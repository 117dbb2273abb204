//! A learned policy for the tree: how likely a search is to settle on each candidate, by what is around the acting head. The
//! original has none; bots that search with this crate may bring one.
//!
//! It is the softmax of sums of weights. The weights of a free move are looked up by what is blocked within two steps, by
//! heads, the own tail and items nearby, by the edge and the heading, all as seen along the move: mirror images and turned
//! positions share their weights. Any other operation has one weight, by the state of its snake.

mod terms;

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use snakego::{Board, CellSet, Direction, Operation};

use crate::schedule::ItemSchedule;
use terms::{
    AIM_AT, AROUND_AT, EDGE_AT, ENEMY_AT, ENEMY_KINDS, FAR, FAR_OFFSETS, FAR_PLACES, HEADING_AT,
    ITEM_AT, ITEM_KINDS, NEAR, NEAR_OFFSETS, NEAR_PLACES, OWN_AT, OWN_KINDS, SPLIT_AT, TAIL_AT,
    TAIL_KINDS, Thing, View, around_term, clamped_aim, far_term, from_edge, length_class,
    near_term, turn,
};

pub use terms::{TERMS, fire_gain, terms};

/// Parts of a nat in a weight.
pub const UNIT: f32 = 256.0;

/// What was learned, and how the tree follows it.
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
    /// If they are no text of weights, or more or less of them than there are terms.
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
    /// By kind, then by offset.
    enemy: Vec<Lanes>,
    own: Vec<Lanes>,
    tail: Vec<Lanes>,
    item: Vec<Lanes>,
    /// By the head's cell.
    edge: Vec<Lanes>,
    /// By the heading, the last without one; then by length.
    heading: Vec<Lanes>,
    aim: i16,
    /// What a candidate weighs in a rollout, by how far its logit is below the largest one, in parts of a nat.
    weights_below: Vec<u32>,
    /// Of all that is no free move.
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
            let places = (0..kinds * NEAR_PLACES).map(|place| {
                let (kind, place) = (place / NEAR_PLACES, (place % NEAR_PLACES) as i32);
                let at = (place / 7 - NEAR, place % 7 - NEAR);
                lanes(&|way| base + kind * NEAR_OFFSETS + near_term(at, way))
            });
            places.collect()
        };
        let items = (0..ITEM_KINDS * FAR_PLACES).map(|place| {
            let (kind, place) = (place / FAR_PLACES, (place % FAR_PLACES) as i32);
            let at = (place / 13 - FAR, place % 13 - FAR);
            lanes(&|way| ITEM_AT + kind * FAR_OFFSETS + far_term(at, way))
        });
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
            item: items.collect(),
            edge: edges.collect(),
            heading: headings.collect(),
            aim: weights[AIM_AT],
            weights_below: weights_below(params.sharpness),
            others: weights[SPLIT_AT..].to_vec(),
        })
    }

    /// The logits of the four moves, in parts of a nat; those of moves that are not free mean nothing.
    fn logits(&self, schedule: &ItemSchedule, view: &View) -> Lanes {
        let snake = view.snake;
        let mut sums = self.around[view.around];
        view.each(schedule, |thing, kind, (dx, dy), much| {
            let near = || kind * NEAR_PLACES + ((dx + NEAR) * 7 + dy + NEAR) as usize;
            let far = || kind * FAR_PLACES + ((dx + FAR) * 13 + dy + FAR) as usize;
            let weights = match thing {
                Thing::Enemy => self.enemy[near()],
                Thing::Own => self.own[near()],
                Thing::Tail => self.tail[near()],
                Thing::Item => self.item[far()].map(|weight| weight.wrapping_mul(much)),
            };
            add(&mut sums, &weights);
        });
        add(&mut sums, &self.edge[usize::from(snake.head.index())]);
        let heading = if snake.len < 2 {
            4
        } else {
            snake.direction() as usize
        };
        let class = length_class(snake.total());
        add(&mut sums, &self.heading[4 * heading + class]);
        if snake.has_ray() {
            let aims = Direction::ALL.map(|way| clamped_aim(view.board, snake.head, way));
            add(&mut sums, &aims.map(|aim| self.aim.wrapping_mul(aim)));
        }
        sums
    }

    /// The logits of the candidates of a position, in parts of a nat, in the places of the candidates.
    #[inline]
    fn logits_of(
        &self,
        schedule: &ItemSchedule,
        board: &Board,
        candidates: &[Operation],
    ) -> [i16; 6] {
        let view = View::new(board);
        let kinds = board.move_kinds();
        let moves = self.logits(schedule, &view);
        let mut logits = [i16::MIN; 6];
        for (logit, &operation) in logits.iter_mut().zip(candidates) {
            *logit = match operation.direction() {
                Some(direction) if kinds.free.contains(operation) => moves[direction as usize],
                _ => self.others[view.other_term(operation, kinds.sealing) - SPLIT_AT],
            };
        }
        logits
    }

    /// The probabilities of the candidates of a position, in parts of 65,535.
    pub fn priors(
        &self,
        schedule: &ItemSchedule,
        board: &Board,
        candidates: &[Operation],
    ) -> impl Iterator<Item = u16> {
        let logits = self.logits_of(schedule, board, candidates);
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

    /// One of the candidates of a position, at random, as rollouts follow the policy.
    ///
    /// # Panics
    /// Without candidates.
    #[inline]
    pub fn draw(
        &self,
        schedule: &ItemSchedule,
        board: &Board,
        candidates: &[Operation],
        random: &mut Rng,
    ) -> Operation {
        if let [only] = candidates {
            return *only;
        }
        let logits = self.logits_of(schedule, board, candidates);
        let most = logits.iter().copied().fold(i16::MIN, i16::max);
        let mut weights = [0; 6];
        for (weight, logit) in weights.iter_mut().zip(logits).take(candidates.len()) {
            let below = (i32::from(most) - i32::from(logit)) as usize;
            *weight = self.weights_below.get(below).copied().unwrap_or(0);
        }
        // The likeliest one weighs something.
        let mut pick = random.u32(..weights.iter().sum::<u32>());
        let mut place = 0;
        while pick >= weights[place] {
            pick -= weights[place];
            place += 1;
        }
        candidates[place]
    }
}

/// The table of [`Policy::weights_below`], down to logits that are as good as never drawn.
fn weights_below(sharpness: f32) -> Vec<u32> {
    let weight = |below: u16| (65536.0 * libm::expf(-sharpness * f32::from(below) / UNIT)) as u32;
    (0..10 * UNIT as u16).map(weight).collect()
}

#[cfg(test)]
mod tests;
