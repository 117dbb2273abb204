//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The factor of sqrt(ln N / n) in the formula of the search.
    pub exploration: f32,
    /// A new move counts as visited this often, at its prior win rate ...
    pub prior_visits: f32,
    /// ... and has this many RAVE samples at the same rate.
    pub prior_samples: f32,
    /// The prior win rate is 1 / (1 + e^(-slope * k)), k = own minus opponent's legal points after the move.
    pub prior_slope: f64,
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
            || !(0.0..=10.0).contains(&params.prior_slope)
        {
            return Err(
                "parameters: exploration and prior_samples are 0 to 1000, prior_visits 1 to 1000, \
                 prior_slope 0 to 10"
                    .to_owned(),
            );
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
            ("prior_slope", "1e9"),
        ] {
            let zero = text.replace(
                &format!("\"{name}\": "),
                &format!("\"{name}\": {value}, \"x\": "),
            );
            assert!(Params::parse(&zero).is_err());
        }
    }
}
