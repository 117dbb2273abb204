//! The parameters, as data: `params.json` beside `Cargo.toml`.

use std::sync::Arc;

use search::dense;
use serde::{Deserialize, Serialize};

use crate::leaf::Leaf;
use crate::policy::Policy;
use crate::value::{Value, Weights};

/// The file.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The parameters of the tree search.
    pub search: Params,
    /// The learned value of one side: a value of landings.
    pub value: Weights,
    /// The learned value of both sides: the value of leaves, as lines of [dense text](search::dense). Without it leaves
    /// have the linear value, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaf: Vec<String>,
    /// The learned policy, in the same form. Without it placements go by the linear value, and pieces are all alike.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub policy: Vec<String>,
}

/// The parameters of the tree search.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Turns of a simulation ...
    pub turns: usize,
    /// ... and at most this many until it has met something new.
    pub most_turns: usize,
    /// Best placements that the two roots keep.
    pub root_width: usize,
    /// Best placements that deeper nodes keep.
    pub width: usize,
    /// The strength of exploration in the choice of placements.
    pub placement_exploration: f32,
    /// The strength of exploration in the choice of pieces.
    pub piece_exploration: f32,
    /// Added to every prior of a placement, of which the best is 1.
    pub prior_floor: f32,
    /// The same for pieces.
    pub piece_prior_floor: f32,
    /// The amount by which something untried is taken to be worse than its node.
    pub untried: f32,
}

/// Most turns of a simulation.
pub const MOST_TURNS: usize = 24;

botzone::parameters!(File, serde_json::from_str, include_str!("../params.json"));

impl File {
    fn check(&self) -> Result<(), String> {
        botzone::within!(1..=MOST_TURNS, self.search, most_turns);
        botzone::within!(0..=self.search.most_turns, self.search, turns);
        botzone::within!(1..=1000, self.search, root_width, width);
        botzone::within!(0.001..=1000.0, self.search, prior_floor, piece_prior_floor);
        Ok(())
    }

    /// The learned value and policy, in the form in which they are used.
    ///
    /// # Errors
    /// If they are malformed, with a message that says why.
    pub fn learned(&self) -> Result<Value, String> {
        let mut value = Value::new(&self.value)?;
        if !self.leaf.is_empty() {
            value.leaf = Some(Arc::new(Leaf::new(&self.leaf)?));
        }
        if !self.policy.is_empty() {
            let weights = dense::read(&self.policy.concat())?;
            value.policy = Arc::new(Policy::new(&weights)?);
        }
        Ok(value)
    }
}

/// The parameters of the bot.
pub fn own() -> (Params, Value) {
    let file = File::own();
    match file.learned() {
        Ok(value) => (file.search, value),
        Err(error) => panic!("{}", error),
    }
}
