//! The parameters that are learned.

use anyhow::{Context, Result, anyhow};
use serde_json::Value;
use snakego_lasso::params::Params;

/// A parameter.
pub struct Parameter {
    /// Where it stands in `params.json`.
    pub path: &'static str,
    /// What learning begins with.
    pub first: f64,
    /// Half of the difference between the two bots of a pair.
    step: f64,
    least: f64,
    most: f64,
    is_whole: bool,
}

impl Parameter {
    /// `value` moved by so many steps, within bounds.
    pub fn moved(&self, value: f64, steps: f64) -> f64 {
        (value + steps * self.step).clamp(self.least, self.most)
    }
}

const fn real(path: &'static str, first: f64, step: f64, bounds: [f64; 2]) -> Parameter {
    Parameter {
        path,
        first,
        step,
        least: bounds[0],
        most: bounds[1],
        is_whole: false,
    }
}

const fn whole(path: &'static str, first: f64, step: f64, bounds: [f64; 2]) -> Parameter {
    Parameter {
        is_whole: true,
        ..real(path, first, step, bounds)
    }
}

/// All of them. Those of the searches begin as in `snakego-omega-fantasy`, but for the exploration, which suits longer
/// rollouts there.
pub const ALL: &[Parameter] = &[
    real("/rings/own_body", 0.0, 0.3, [-1.0, 1.0]),
    real("/rings/enemy_body", 1.0, 0.6, [0.0, 4.0]),
    real("/rings/enemy_wall", 1.0, 0.6, [0.0, 4.0]),
    real("/rings/a_move", 0.05, 0.03, [0.0, 0.5]),
    real("/rings/late", 0.3, 0.15, [0.0, 2.0]),
    real("/rings/latest", 1.5, 0.5, [0.0, 5.0]),
    whole("/keeping/long", 12.0, 2.0, [6.0, 30.0]),
    real("/keeping/rate", 1.0, 0.15, [0.5, 3.0]),
    whole("/keeping/split", 12.0, 3.0, [0.0, 40.0]),
    real("/keeping/close", 3.0, 1.5, [0.0, 20.0]),
    real("/keeping/close_length", 0.3, 0.15, [0.0, 2.0]),
    real("/keeping/tolerance", 1.5, 0.6, [0.0, 6.0]),
    real("/keeping/objection", 0.1, 0.04, [0.0, 1.0]),
    real("/plans/ray", 2.0, 0.6, [0.0, 8.0]),
    real("/plans/contested", 0.3, 0.12, [0.0, 1.0]),
    real("/plans/shared", 0.5, 0.15, [0.0, 1.0]),
    real("/plans/patience", 0.97, 0.01, [0.8, 1.0]),
    real("/plans/rate", 0.03, 0.01, [0.0, 0.2]),
    real("/plans/most", 0.03, 0.012, [0.0, 0.5]),
    real("/searches/value/length", 1.2, 0.12, [0.5, 2.5]),
    real("/searches/value/enough_length", 8.0, 2.0, [0.0, 30.0]),
    real("/searches/value/shortage", 0.5, 0.2, [0.0, 3.0]),
    real("/searches/value/held_ray", 3.0, 1.0, [0.0, 12.0]),
    real("/searches/value/snakes/0", -3.0, 1.0, [-12.0, 6.0]),
    real("/searches/value/snakes/1", -1.0, 1.0, [-12.0, 6.0]),
    real("/searches/value/snakes/3", 0.0, 1.0, [-12.0, 6.0]),
    real("/searches/value/one_side_blocked", 6.0, 2.0, [2.0, 40.0]),
    real("/searches/value/both_sides_blocked", 4.0, 1.0, [1.0, 30.0]),
    real("/searches/value/near", 2.0, 0.4, [1.0, 5.0]),
    real("/searches/value/covered_before", 3.0, 0.8, [1.0, 10.0]),
    real("/searches/value/covered_ray", 1.0, 0.6, [0.0, 4.0]),
    real("/searches/value/head_safety/0", 1.5, 0.4, [0.4, 6.0]),
    real("/searches/value/head_safety/1", 2.0, 0.5, [0.5, 8.0]),
    real("/searches/value/head_safety/2", 2.5, 0.6, [0.5, 10.0]),
    whole("/searches/items/ray", 3.0, 1.0, [0.0, 8.0]),
    whole("/searches/items/coming", 5.0, 1.5, [0.0, 16.0]),
    whole("/searches/items/coming_rounds", 20.0, 5.0, [1.0, 60.0]),
    whole("/searches/rollout/split_odds", 3.0, 1.0, [1.0, 12.0]),
    whole("/searches/rollout/fire_gain", 3.0, 1.0, [1.0, 8.0]),
    whole("/searches/rollout/hunt", 5.0, 2.0, [0.0, 20.0]),
    real("/searches/search/exploration", 0.5, 0.12, [0.05, 2.0]),
    real("/searches/search/scale", 3.0, 0.8, [1.0, 15.0]),
    whole("/searches/search/split_from_round", 16.0, 4.0, [1.0, 60.0]),
    whole("/searches/search/sacrifice", 6.0, 1.5, [2.0, 20.0]),
    whole("/searches/search/window", 5.0, 1.0, [3.0, 10.0]),
    real("/searches/choice/danger", 0.1, 0.04, [0.0, 0.5]),
    real("/searches/choice/tame", 0.025, 0.015, [0.0, 0.2]),
];

/// What learning begins with.
pub fn first() -> Vec<f64> {
    ALL.iter().map(|parameter| parameter.first).collect()
}

/// The bot's parameters with these values; whatever is not in the table is as in the bot's own file.
///
/// # Errors
/// If they are none.
pub fn params(values: &[f64]) -> Result<Params> {
    let mut all = serde_json::to_value(Params::own())?;
    for (parameter, value) in ALL.iter().zip(values) {
        let place = all.pointer_mut(parameter.path);
        *place.with_context(|| format!("no parameter {}", parameter.path))? = if parameter.is_whole
        {
            Value::from(value.round() as i64)
        } else {
            // Four places are enough, and the same number is printed and played.
            Value::from((value * 1e4).round() / 1e4)
        };
    }
    Params::parse(&all.to_string()).map_err(|error| anyhow!(error))
}
