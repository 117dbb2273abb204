//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be changed without touching the code.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The lines of learned weights in place of the bot's own; none is the bot's own.
    #[serde(default)]
    pub windows: Vec<String>,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}
