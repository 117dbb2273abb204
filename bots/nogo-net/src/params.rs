//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The factor of prior sqrt(N) / (1 + n) in the formula of the search.
    pub exploration: f32,
    /// A move that was never visited is rated by this much below its position; values are from -1 to 1.
    pub first_play: f32,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        botzone::within!(0.0..=1000.0, self, exploration);
        botzone::within!(-2.0..=2.0, self, first_play);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::Network>(include_str!("../params.json"));
    }
}
