//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

use crate::patterns::Patterns;
use crate::value::{CLASSES, Value};

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
    /// If there are any: the weights of the [`CLASSES`] of cells, as a value in place of patterns.
    #[serde(default)]
    pub cells: Vec<i32>,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        botzone::within!(0..=60, self, solve);
        botzone::within!(0.0..=1.0, self, share);
        let wrong = |&weight: &i32| !(-10_000..=10_000).contains(&weight);
        if let Some(weight) = self.cells.iter().copied().find(wrong) {
            return Err(format!("cells is {}, not from -10000 to 10000", weight));
        }
        match self.cells.len() {
            0 | 10 => Ok(()),
            count => Err(format!(
                "cells has {} weights, not {}",
                count,
                CLASSES.len()
            )),
        }
    }

    /// The value that they name.
    ///
    /// # Errors
    /// If the lines are not weights.
    pub fn value(&self) -> Result<Value, String> {
        Ok(match (self.cells.is_empty(), self.patterns.is_empty()) {
            (false, _) => Value::Cells(self.cells.clone()),
            (true, true) => Value::Patterns(Patterns::own()),
            (true, false) => Value::Patterns(Patterns::parse(&self.patterns.concat())?),
        })
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::Champion>(include_str!("../params.json"));
    }
}
