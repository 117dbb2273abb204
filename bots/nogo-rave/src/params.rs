//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The factor of sqrt(ln N / n) in the formula of the search.
    pub exploration: f32,
    /// A new move counts as visited this often, at its prior win rate ...
    pub prior_visits: f32,
    /// ... and has this many RAVE samples at the same rate.
    pub prior_samples: f32,
    /// The prior win rate is 1 / (1 + e^(-slope * k)), k = own minus opponent's legal points after the move.
    pub prior_slope: f64,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        botzone::within!(0.0..=1000.0, self, exploration, prior_samples);
        botzone::within!(1.0..=1000.0, self, prior_visits);
        botzone::within!(0.0..=10.0, self, prior_slope);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::Rave>(include_str!("../params.json"));
    }
}
