//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// When which search is used.
    pub switch: Switch,
    /// The pattern evaluation.
    pub eye: EyeWeights,
    /// The alpha-beta search.
    pub alpha_beta: AlphaBetaParams,
    /// The UCT search.
    pub uct: UctParams,
}

/// The algorithm switcher: UCT while `above` < legal moves of the side to move < `below`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Switch {
    /// The article's L.
    pub above: usize,
    /// The article's R.
    pub below: usize,
}

/// The value of a move for the eyes on the board; see [`Ratings`](crate::eye::Ratings).
///
/// Each list has one weight per number of stones that an eye-to-be lacks: 1, 2, 3, 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EyeWeights {
    /// Adding a stone to an own eye-to-be.
    pub make: [i32; 4],
    /// Putting a stone where an eye-to-be of the opponent lacks one, which destroys it.
    pub deny: [i32; 4],
    /// Cost of playing on an own eye-to-be itself.
    pub keep: [i32; 4],
    /// Playing on an eye-to-be of the opponent itself.
    pub spoil: [i32; 4],
    /// Playing where the opponent could have played, too: takes a move from it as well.
    pub contested: i32,
}

/// Parameters of the alpha-beta search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlphaBetaParams {
    /// The number of the bot's own moves that are searched in a position, the best by rating.
    pub own_width: usize,
    /// The same for the opponent, which is assumed to be the smarter one.
    pub opponent_width: usize,
    /// With at most this many legal moves all of them are searched.
    pub full_width: usize,
    /// Ratings are shifted by a random amount from 0 to this, which is drawn once per turn and point.
    pub perturbation: i32,
}

/// Parameters of the UCT search.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UctParams {
    /// The C of mean + sqrt(C ln N / n).
    pub exploration: f64,
    /// A rollout plays the move with the largest rating + random amount from 0 to this.
    pub noise: u32,
    /// A new child counts as visited this often, with the prior win rate.
    pub prior_visits: u32,
    /// The slope of the prior win rate 1 / (1 + e^(-slope * k)), k = difference of the legal moves after the move.
    pub prior_slope: f64,
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        const MOST: i32 = 1_000_000;
        botzone::within!(-MOST..=MOST, self.eye, make, deny, keep, spoil, contested);
        botzone::within!(1..=1000, self.alpha_beta, own_width, opponent_width);
        botzone::within!(0..=MOST, self.alpha_beta, perturbation);
        botzone::within!(0..=MOST as u32, self.uct, noise);
        botzone::within!(1..=MOST as u32, self.uct, prior_visits);
        botzone::within!(0.0..=1000.0, self.uct, exploration);
        botzone::within!(0.0..=10.0, self.uct, prior_slope);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_article_s_numbers_are_kept() {
        let params = Params::own();
        assert_eq!((params.switch.above, params.switch.below), (9, 27));
        assert_eq!(params.uct.exploration, 2.0);
        let widths = params.alpha_beta;
        assert!(widths.opponent_width > widths.own_width);
    }

    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::Switcher>(include_str!("../params.json"));
    }
}
