//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::{Deserialize, Serialize};

use crate::reach::MOST_MOVES;

/// All parameters.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The rings.
    pub rings: RingParams,
    /// The decisions by rings.
    pub keeping: KeepingParams,
    /// The plans for fetching items.
    pub plans: PlanParams,
    /// The loss of shots that hit too few walls.
    pub shots: ShotParams,
    /// The searches.
    pub searches: snakego_omega_fantasy::params::Params,
}

/// The worth of a ring, in cells of wall.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RingParams {
    /// Most moves before the one that closes it.
    pub moves: usize,
    /// A cell with another own snake.
    pub own_body: f32,
    /// A cell with an enemy snake.
    pub enemy_body: f32,
    /// A cell with an enemy wall.
    pub enemy_wall: f32,
    /// The cost of each move.
    pub a_move: f32,
    /// The cost of a cell for each move by which an enemy can be there first.
    pub late: f32,
    /// But at most this.
    pub latest: f32,
}

/// The worth of plans.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlanParams {
    /// Moves that are planned, at most [`MOST_MOVES`]; 0 for no plans.
    pub moves: usize,
    /// The worth of a ray, in cells of length.
    pub ray: f32,
    /// The part that is left of an item that an enemy can get first.
    pub contested: f32,
    /// The part that is left of an item that another own snake can get first.
    pub shared: f32,
    /// The part that is left of an item for each move until the head is there.
    pub patience: f32,
    /// The loss of a move's win rate for each cell that the best plan has more than the one after it.
    pub rate: f32,
    /// But at most this.
    pub most: f32,
}

/// When firing loses some of its win rate.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ShotParams {
    /// A shot that hits this many more enemy walls than own ones loses nothing.
    pub enough: i32,
    /// The loss for each wall that is missing.
    pub rate: f32,
    /// In as many rounds before the end no shot loses anything.
    pub last_rounds: usize,
}

/// When rings count.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct KeepingParams {
    /// Snakes shorter than this have no rings to keep. With the bank, as all lengths here.
    pub long: u32,
    /// The best ring counts if it is worth this many times the length.
    pub rate: f32,
    /// Snakes shorter than this may split whatever ring they give up.
    pub split: u32,
    /// Closing a ring costs this, in cells, as long as there are many rounds left.
    pub close: f32,
    /// And this for each cell of length.
    pub close_length: f32,
    /// With fewer rounds left than this, these costs fall in proportion.
    pub many_rounds: f32,
    /// Moves whose ring is worth less than the best one by no more than this are left to the searches.
    pub tolerance: f32,
    /// The searches may choose another operation if its win rate is better by more than this.
    pub objection: f32,
    /// A ring is followed once the rounds left are its moves and this many.
    pub spare_rounds: usize,
}

saiblo::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        saiblo::within!(0.001..=1000.0, self.keeping, many_rounds);
        saiblo::within!(0..=1000, self.keeping, spare_rounds);
        saiblo::within!(0..=MOST_MOVES, self.plans, moves);
        saiblo::within!(-1000..=1000, self.shots, enough);
        self.searches.check()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::Lasso>(include_str!("../params.json"));
    }
}
