//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::{Deserialize, Serialize};

use crate::policy::PolicyParams;
use crate::schedule::ItemParams;

/// All parameters. The values in `params.json` are the champion's own.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The value of a position.
    pub value: ValueParams,
    /// The worth of items, and the time from which they count.
    pub items: ItemParams,
    /// The policy of rollouts.
    pub rollout: RolloutParams,
    /// Shape of the tree.
    pub search: SearchParams,
    /// The choice after the searches.
    pub choice: ChoiceParams,
    /// The shares of the snakes in the time of a half-round.
    pub time: TimeParams,
    /// A learned policy for the tree. The original has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyParams>,
}

/// Terms of the value, in cells. A snake's length is that of its body and its bank.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ValueParams {
    /// A cell of length.
    pub length: f32,
    /// A side whose snakes have less total length than this is charged for it.
    pub enough_length: f32,
    /// The charge for each cell that is missing.
    pub shortage: f32,
    /// A ray in hand.
    pub held_ray: f32,
    /// Having 1, 2, 3 or 4 snakes.
    pub snakes: [f32; 4],
    /// Having none costs one cell for this many of the remaining rounds.
    pub rounds_without_snakes: f32,
    /// A snake in whose way one side is blocked loses its length divided by this.
    pub one_side_blocked: f32,
    /// The same if both sides are.
    pub both_sides_blocked: f32,
    /// Distances to items below this count as this.
    pub near: f32,
    /// An item that will come down on a cell where a body lies, but not until then: its value for the owner of the
    /// body divided by this.
    pub covered_before: f32,
    /// A ray that will come down on a snake that holds one.
    pub covered_ray: f32,
    /// Enemy heads within this distance endanger a head.
    pub head_reach: u8,
    /// Such a head costs length / (k * distance), with k for one, two, or more free cells beside the own head.
    pub head_safety: [f32; 3],
    /// True if a head beside the own tail, which it can follow for ever, is in no danger. The original has no such
    /// rule.
    #[serde(default)]
    pub follows_tail: bool,
}

/// Rollouts.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RolloutParams {
    /// Length of a rollout with all snakes.
    pub operations: Operations,
    /// Length of a rollout with the near snakes only.
    pub local_operations: Operations,
    /// A rollout whose other side has no snake ends after this many operations.
    pub alone: u32,
    /// A split is played once in this many times.
    pub split_odds: u32,
    /// A ray is fired if it hits this many more enemy walls than own ones.
    pub fire_gain: i32,
    /// Strength of the pull of a hunted head per cell of its snake.
    pub hunt: i32,
    /// True if snakes keep out of cells from which there is no way on. The original's do not.
    #[serde(default)]
    pub avoids_dead_ends: bool,
}

/// The length of a rollout.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Operations {
    /// Operations for each snake (in a local search: for each snake that there may be).
    pub a_snake: u32,
    /// But at least this many.
    pub at_least: u32,
}

/// The tree.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SearchParams {
    /// The factor of sqrt(ln N / n).
    pub exploration: f32,
    /// The bound of a child without visits.
    pub unvisited: f32,
    /// A result that is this much above what it is compared with has the win rate 1 / (1 + 1/e).
    pub scale: f32,
    /// Results are compared with the mean of this many pairs of rollouts from the root; with the root's value if it is 0, as the
    /// original has it.
    #[serde(default)]
    pub probes: u16,
    /// In the tree snakes split from this round on.
    pub split_from_round: u16,
    /// A snake may be sacrificed if this many times its length is less than that of all own snakes.
    pub sacrifice: u32,
    /// A local search keeps the snakes within this distance (the larger one of x and y) of the acting head.
    pub window: u8,
}

/// The choice.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceParams {
    /// The loss in win rate of a dangerous step along the border.
    pub danger: f32,
    /// No win rate is taken to be smaller.
    pub least: f32,
    /// An operation that gives something up must be better than a cheaper one by more than this.
    #[serde(rename = "tame")]
    pub caution: f32,
}

/// Shares of the time, in parts of the whole.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TimeParams {
    /// A snake gets this many times its share of what is left.
    pub share: f64,
    /// But it leaves this for each snake after it.
    pub reserve: f64,
    /// The first search gets at least this part of the snake's time.
    pub global_least: f64,
    /// The first search gets at most this part of the snake's time.
    pub global_most: f64,
}

saiblo::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    /// Checks that a game can be played with these parameters.
    ///
    /// # Errors
    /// If it cannot, with a message that says why.
    pub fn check(&self) -> Result<(), String> {
        for operations in &[self.rollout.operations, self.rollout.local_operations] {
            saiblo::within!(0..=10_000, operations, a_snake, at_least);
        }
        saiblo::within!(1..=u32::MAX, self.rollout, split_odds);
        saiblo::within!(-1000..=1000, self.rollout, hunt);
        saiblo::within!(0..=16, self.items, coming);
        saiblo::within!(0..=10_000, self.search, sacrifice);
        saiblo::within!(0.0..=1.0, self.time, global_least);
        saiblo::within!(self.time.global_least..=1.0, self.time, global_most);
        if let Some(learned) = &self.policy {
            saiblo::within!(0.0..=1000.0, learned, sharpness);
            learned.weights()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_champion_s_numbers_are_kept() {
        let params = Params::own();
        assert_eq!((params.value.length, params.value.shortage), (1.2, 0.5));
        assert_eq!(params.search.exploration, 1.0);
        assert_eq!(params.search.scale, 3.0);
        assert_eq!((params.time.share, params.choice.caution), (1.1, 0.025));
    }

    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::OmegaFantasy>(include_str!("../params.json"));
    }
}
