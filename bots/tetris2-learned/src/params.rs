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
    /// How the tree is searched.
    pub search: Params,
    /// What was learned about one side: a value of landings.
    pub value: Weights,
    /// What was learned about both: the value of leaves, as lines of [dense text](search::dense). Without it the linear
    /// value is taken there, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaf: Vec<String>,
    /// What searches settle on, in the same form. Without it placements go by the linear value, and pieces are all alike.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub policy: Vec<String>,
}

/// How the tree is searched.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Turns of a simulation ...
    pub turns: usize,
    /// ... and at most so many until it has met something new.
    pub most_turns: usize,
    /// Best placements that the two roots keep.
    pub root_width: usize,
    /// Best placements that deeper nodes keep.
    pub width: usize,
    /// How much the choice of placements explores.
    pub placement_exploration: f32,
    /// How much the choice of pieces explores.
    pub piece_exploration: f32,
    /// Added to every prior of a placement, of which the best is 1.
    pub prior_floor: f32,
    /// The same for pieces.
    pub piece_prior_floor: f32,
    /// How much worse than its node something untried is taken to be.
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

    /// What was learned, in the form in which it is used.
    ///
    /// # Errors
    /// What is wrong with it, in words.
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
