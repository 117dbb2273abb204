//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// What the value of a leaf is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Leaf {
    /// What the net says.
    Net,
    /// The difference of pieces: what the net is measured against.
    Pieces,
}

/// Everything that can be changed without touching the code.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// What the value of a leaf is.
    pub leaf: Leaf,
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
