//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Most of the budget that the search for a win by fours may use.
    pub by_fours: f64,
    /// The same for fours and threes.
    pub by_threes: f64,
    /// The same for the other side's answer to a move that has become the best one.
    pub check: f64,
    /// Fours in a row that a leaf looks at.
    pub leaf_fours: u8,
    /// Moves of a node that are tried before all others where no threat has to be answered.
    pub moves: usize,
    /// The lines of learned weights in place of the bot's own; none is the bot's own.
    #[serde(default)]
    pub weights: Vec<String>,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        botzone::within!(0.0..=1.0, self, by_fours, by_threes, check);
        botzone::within!(0..=30, self, leaf_fours);
        botzone::within!(1..=225, self, moves);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::Threat>(include_str!("../params.json"));
    }
}
