//! A NoGo bot that does not play its rollouts to the end; it builds on [`nogo_switcher`]. After version 223 of the same
//! author's bot, "IG.TheShy", which was stronger; the author set it aside for the sake of purity.
//!
//! Everything is as in the switcher except for the end of a rollout: after a fixed number of plies it stops, and the
//! [reward] is predicted from the legal moves that are left. So a rollout costs less and is not spoiled by the
//! randomness of a long tail.
//!
//! # The formula
//!
//! The article prints r = (1 + e^(-k)) / 2 * D^s with 0.1^(1/81) < D <= 1, k the move difference and s the number of
//! moves left. As printed it must be a slip: it leaves the range 0 to 1 and *falls* as k grows. What is meant is the
//! logistic 1 / (1 + e^(-k)), drawn towards 1/2 by D^s, because the more moves are left the less the difference tells:
//!
//! r = 1/2 + (1 / (1 + e^(-k)) - 1/2) * D^s
//!
//! k is the number of legal moves of the side to move less that of the opponent, s the number of legal moves of
//! the side to move, both where the rollout stops. The number of plies and D are in `params.json`; all other
//! parameters are the switcher's.

use botzone::{Answer, Bot, Turn};
use nogo::{Board, Point};
use nogo_switcher::Switcher;
use nogo_switcher::params::Params;
use nogo_switcher::rollout::Truncation;
use nogo_switcher::tables::logistic;
use serde::Deserialize;

/// The bot.
pub struct TheShy(Switcher);

/// Its own parameters: `params.json` beside `Cargo.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shyness {
    /// A rollout stops after this many plies.
    pub cut_plies: u32,
    /// The D of the formula.
    pub decay: f64,
}

impl Bot for TheShy {
    type State = Board;
    type Move = Point;

    const BENCH_NODES: u64 = Switcher::BENCH_NODES;
    const BENCH: &'static str = Switcher::BENCH;

    fn new() -> Self {
        TheShy::with(Params::own(), Shyness::own())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Shyness::parse(text).map(|shyness| TheShy::with(Params::own(), shyness))
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Point> {
        self.0.choose(board, turn)
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        self.0.explain(board, turn)
    }
}

impl TheShy {
    /// A bot with other parameters.
    pub fn with(params: Params, shyness: Shyness) -> TheShy {
        let Shyness { cut_plies, decay } = shyness;
        let truncation = Truncation::new(cut_plies, |k, s| reward(k, s, decay));
        TheShy(Switcher::with(params, Some(truncation)))
    }
}

botzone::parameters!(
    Shyness,
    serde_json::from_str,
    include_str!("../params.json")
);

impl Shyness {
    fn check(&self) -> Result<(), String> {
        // The article's bounds: with 81 moves left a difference still counts for more than a tenth.
        let least = libm::pow(0.1, 1.0 / Point::COUNT as f64);
        botzone::within!(least..=1.0, self, decay);
        Ok(())
    }
}

/// The predicted reward r of the side to move, 0 to 1: k = its number of legal moves less the opponent's, s = its
/// number of legal moves, and the decay D.
pub fn reward(k: i32, s: u32, decay: f64) -> f64 {
    0.5 + (logistic(f64::from(k)) - 0.5) * libm::pow(decay, f64::from(s))
}

botzone::bench_test!(TheShy, nogo::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: u32 = Point::COUNT as u32;

    fn everything() -> impl Iterator<Item = (i32, u32, f64)> {
        let differences = -(MOST as i32)..=MOST as i32;
        differences.flat_map(|k| {
            (0..=MOST).flat_map(move |s| [0.972, 0.98, 1.0].map(|decay| (k, s, decay)))
        })
    }

    #[test]
    fn the_reward_is_between_0_and_1_and_fair_to_both_sides() {
        for (k, s, decay) in everything() {
            let r = reward(k, s, decay);
            assert!(
                (0.0..=1.0).contains(&r),
                "r({}, {}, {}) = {}",
                k,
                s,
                decay,
                r
            );
            let sum = r + reward(-k, s, decay);
            assert!(
                (sum - 1.0).abs() < 1e-12,
                "k {}, s {}, D {}: {}",
                k,
                s,
                decay,
                sum
            );
        }
    }

    #[test]
    fn the_reward_grows_with_the_difference_and_fades_with_the_moves_left() {
        for (k, s, decay) in everything() {
            let r = reward(k, s, decay);
            assert!(r <= reward(k + 1, s, decay));
            assert!((r - 0.5).abs() >= (reward(k, s + 1, decay) - 0.5).abs());
        }
        assert_eq!(reward(0, 7, 0.98), 0.5);
        // 1 / (1 + 1/e) = 0.7310585786 with nothing left.
        assert!((reward(1, 0, 0.98) - 0.731_058_578_6).abs() < 1e-10);
        // 0.98^20 = 0.6676079718 of the way from 1/2.
        assert!((reward(1, 20, 0.98) - (0.5 + 0.231_058_578_6 * 0.667_607_971_8)).abs() < 1e-9);
    }

    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<TheShy>(include_str!("../params.json"));
    }
}
