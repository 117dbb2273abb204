//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

use crate::patterns::Patterns;

/// Everything that can be tuned without touching the code.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// With this many empty cells or fewer the end is solved ...
    pub solve: usize,
    /// ... if this share of the budget lasts.
    pub share: f64,
    /// The lines of learned weights in place of the bot's own; none is the bot's own.
    #[serde(default)]
    pub patterns: Vec<String>,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        botzone::within!(0..=60, self, solve);
        botzone::within!(0.0..=1.0, self, share);
        Ok(())
    }

    /// The weights that they name.
    ///
    /// # Errors
    /// If the lines are not weights.
    pub fn value(&self) -> Result<Patterns, String> {
        match self.patterns.as_slice() {
            [] => Ok(Patterns::own()),
            lines => Patterns::parse(&lines.concat()),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::Champion>(include_str!("../params.json"));
    }
}
