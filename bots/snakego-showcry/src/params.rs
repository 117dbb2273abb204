//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// All parameters.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The value of a position.
    pub value: ValueParams,
    /// The search.
    pub search: SearchParams,
}

/// Terms of the value, in cells.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueParams {
    /// Worth of a ray.
    pub ray: f32,
    /// The factor by which an item to come is worth less for each round until it appears.
    pub discount: f32,
    /// Items that appear within this many rounds count.
    pub coming_rounds: u16,
    /// Weight of the zone term.
    pub zone: f32,
    /// The zone term's charge for each snake that is missing to four.
    pub missing_snake: f32,
    /// The point to which the zone term draws the heads, in x and in y.
    pub center: f32,
    /// Snakes from this length on are in danger.
    pub long: u16,
    /// Weight of that danger.
    pub danger: f32,
}

/// The search.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchParams {
    /// A position this many cells above that of the root has the value 1; one this many cells below is pruned.
    pub scale: f32,
    /// The factor of sqrt(N) / (1 + n).
    pub exploration: f32,
}

saiblo::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        saiblo::within!(0..=1000, self.value, coming_rounds);
        saiblo::within!(0.001..=1000.0, self.search, scale, exploration);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_article_s_numbers_are_kept() {
        let params = Params::own();
        assert_eq!(params.value.discount, 0.995);
        assert_eq!(
            (params.value.missing_snake, params.value.center),
            (7.5, 7.5)
        );
        assert_eq!((params.value.long, params.search.scale), (10, 30.0));
    }

    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::ShowCry>(include_str!("../params.json"));
    }
}
