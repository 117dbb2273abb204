//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The factor of sqrt(ln N / n) in the formula of the search.
    pub exploration: f32,
    /// A new move counts as visited this often, at its prior win rate ...
    pub prior_visits: f32,
    /// ... and has this many RAVE samples at the same rate.
    pub prior_samples: f32,
    /// The factor of the net's logits when moves are rated: a larger one tells them apart more sharply; see
    /// [`Learned`](crate::knowledge::Learned).
    pub scale: f32,
    /// By how much the best new move of a position is rated above the position itself, before the logistic function.
    pub lift: f32,
    /// The weight of the net's value of a position, against the mean result of the move that led there, in rating its
    /// new moves.
    pub trust: f32,
    /// The share of the net's value in the result of a simulation.
    pub weight: f32,
    /// The exact search is tried where at most this many points are open to both sides ...
    pub exact_points: usize,
    /// ... and may use this share of the turn.
    pub exact_share: f64,
    /// The lines of a net in place of the bot's own; none is the bot's own.
    #[serde(default)]
    pub net: Vec<String>,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        botzone::within!(0.0..=1000.0, self, exploration, prior_samples, scale);
        botzone::within!(1.0..=1000.0, self, prior_visits);
        botzone::within!(-10.0..=10.0, self, lift);
        botzone::within!(0.0..=1.0, self, trust, weight);
        botzone::within!(0.0..=1.0, self, exact_share);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::Prior>(include_str!("../params.json"));
    }
}
