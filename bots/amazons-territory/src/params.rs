//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::{Deserialize, Serialize};

use crate::value::Value;

/// The largest weight, with either sign: the sum of all terms stays within an `i32`.
const MOST: i32 = 1_000_000;

/// Everything that can be changed without touching the code.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Moves that a node keeps.
    pub width: usize,
    /// Moves of a node, at most, that the net looks at before one of them is searched; with none, there is no net.
    pub refined: usize,
    /// It looks at no move that is this many thousandths of a logit worse than the best one so far.
    pub margin: i32,
    /// The strength of exploration in the search.
    pub exploration: f32,
    /// By how many logits a move must be better to have e times the prior.
    pub temperature: f32,
    /// The weights of the value.
    pub value: Value,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        botzone::within!(1..=10_000, self, width);
        botzone::within!(0..=10_000, self, refined);
        botzone::within!(0..=MOST, self, margin);
        botzone::within!(0.0..=1000.0, self, exploration);
        botzone::within!(0.001..=1000.0, self, temperature);
        for weights in &self.value {
            botzone::params::within("value", weights, &(-MOST..=MOST))?;
        }
        Ok(())
    }
}
