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
    /// How much the search explores.
    pub exploration: f32,
    /// By how many logits a move must be better to have e times the prior.
    pub temperature: f32,
    /// The weights of the value.
    pub value: Value,
}

impl Params {
    /// Reads the text of a parameter file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let params: Self =
            serde_json::from_str(text).map_err(|error| format!("parameters: {error}"))?;
        if params.width == 0 {
            return Err("parameters: width is at least 1".to_owned());
        }
        if params.temperature <= 0.0 {
            return Err("parameters: temperature is more than 0".to_owned());
        }
        for (stage, weights) in params.value.iter().enumerate() {
            for (term, weight) in weights.iter().enumerate() {
                if !(-MOST..=MOST).contains(weight) {
                    return Err(format!(
                        "parameters: value[{stage}][{term}] is {weight}, and a weight is from {} to {MOST}",
                        -MOST
                    ));
                }
            }
        }
        Ok(params)
    }

    /// The parameters of the bot.
    pub fn own() -> Self {
        match Self::parse(include_str!("../params.json")) {
            Ok(params) => params,
            Err(error) => panic!("{}", error),
        }
    }
}
