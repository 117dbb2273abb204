//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// With so many empty cells or fewer the end is solved, if the budget lasts.
    pub solve: usize,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        botzone::within!(0..=60, self, solve);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::Endgame>(include_str!("../params.json"));
    }
}
