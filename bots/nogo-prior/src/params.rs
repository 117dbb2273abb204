//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The factor of sqrt(ln N / n) in the formula of the search.
    pub exploration: f32,
    /// A new move counts as visited this often, at its prior win rate ...
    pub prior_visits: f32,
    /// ... and has this many RAVE samples at the same rate.
    pub prior_samples: f32,
    /// How sharply a learned sum of weights tells moves apart; see [`Learned`](crate::knowledge::Learned).
    pub scale: f32,
    /// By how much the best new move of a position is rated above the position itself, before the logistic function.
    pub lift: f32,
    /// How much the net's value of a position, and not the mean result of the move that led there, rates its new moves.
    pub trust: f32,
    /// How much of the result of a simulation is the net's value.
    pub weight: f32,
    /// The exact search is tried where at most this many points are open to both sides ...
    pub exact_points: usize,
    /// ... and may use this share of the turn.
    pub exact_share: f64,
    /// The lines of a net in place of the bot's own; none is the bot's own.
    #[serde(default)]
    pub net: Vec<String>,
}

impl Params {
    /// Reads the text of a parameter file.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Params, String> {
        let params: Params =
            serde_json::from_str(text).map_err(|error| format!("parameters: {error}"))?;
        let in_range = |value: f32, least: f32| (least..=1000.0).contains(&value);
        if !in_range(params.exploration, 0.0)
            || !in_range(params.prior_visits, 1.0)
            || !in_range(params.prior_samples, 0.0)
            || !in_range(params.scale, 0.0)
            || !(-10.0..=10.0).contains(&params.lift)
            || !(0.0..=1.0).contains(&params.trust)
            || !(0.0..=1.0).contains(&params.weight)
            || !(0.0..=1.0).contains(&params.exact_share)
        {
            return Err("parameters: exploration, prior_samples and scale are 0 to 1000, prior_visits 1 to 1000, \
                        lift -10 to 10, trust, weight and exact_share 0 to 1"
                .to_owned());
        }
        Ok(params)
    }

    /// The parameters of the bot.
    pub fn own() -> Params {
        match Params::parse(include_str!("../params.json")) {
            Ok(params) => params,
            Err(error) => panic!("{}", error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_parameters_are_refused() {
        let text = include_str!("../params.json");
        assert!(Params::parse(text).is_ok());
        let wrong = text.replace("prior_visits", "prior_visit");
        assert!(Params::parse(&wrong).unwrap_err().contains("prior_visit"));
        for (name, value) in [
            ("prior_visits", "0"),
            ("exploration", "-1"),
            ("lift", "1e9"),
        ] {
            let (before, after) = text.split_once(&format!("\"{name}\": ")).unwrap();
            let (_, after) = after.split_once(',').unwrap();
            let wrong = format!("{before}\"{name}\": {value},{after}");
            assert!(Params::parse(&wrong).unwrap_err().contains("to 1000"));
        }
    }
}
