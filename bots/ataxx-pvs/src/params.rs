//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be changed without touching the code.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// True if the value of a leaf is the difference of pieces, the baseline for measuring the net.
    pub pieces: bool,
    /// The lines of a net in place of the bot's own; none is the bot's own.
    #[serde(default)]
    pub net: Vec<String>,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}
