//! Learns the policy of `snakego-lasso` from its own searches:
//!
//! ```text
//! cargo run --profile bot -p snakego-lasso --example train-snakego-lasso -- target/lasso --seed 1
//! ```
//!
//! 1. The bot without a policy plays half-games against itself. Now and then a move is drawn at random, for more kinds of
//!    positions.
//! 2. The policy is fitted to how often the searches visited each candidate.
//!
//! The folder keeps every step, so a training that was stopped goes on. `params.json` in it is a file for `--params`,
//! `losses.svg` the learning curve. The result depends on the command only, not on the number of threads.

#[path = "../shared/half.rs"]
mod half;
mod samples;

use anyhow::Result;
use clap::Parser;
use search::dense;
use snakego_lasso::params::Params;
use snakego_omega_fantasy::policy::{PolicyParams, TERMS, UNIT};
use train::arguments::Arguments;
use train::batches::Settings;
use train::choices::{self, Fit};
use train::dataset::Header;
use train::{curve, selfplay, steps};

/// Learns the policy of snakego-lasso from its own searches
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Half-games
    #[arg(long, default_value_t = 100)]
    halves: u64,
    /// Simulations for each operation
    #[arg(long, default_value_t = 500)]
    nodes: u64,
}

/// How the weights are fitted; what is not said here as in other recipes.
const SETTINGS: Settings = Settings {
    epochs: 6,
    rate: 0.002,
    decay: 1e-4,
    ..choices::SETTINGS
};

/// How the tree follows the policy.
const EXPLORATION: f32 = 1.0;
const REDUCTION: f32 = 0.1;

/// The largest weight, in nats.
const MOST: f32 = 8.0;

fn main() -> Result<()> {
    let recipe = Recipe::parse();
    let folder = recipe.common.start()?;
    let mut params = Params::own();
    params.searches.policy = None;
    let games = folder.step("games.bin", |path| {
        let header = Header {
            game: "snakego".to_owned(),
            bot: format!(
                "snakego-lasso without a policy, {} simulations",
                recipe.nodes
            ),
            commit: steps::commit(),
            features: samples::names(),
            seed: recipe.common.seed,
            games: recipe.halves,
        };
        selfplay::write(path, &header, |seed| {
            samples::play(&params, seed, recipe.nodes)
        })
    })?;
    let fit: Fit = folder.value("policy.json", || {
        let choices = |sample: &_| vec![samples::choice(sample)];
        choices::fit(&[games], TERMS, choices, &SETTINGS)
    })?;
    let weight = |weight: &f32| (UNIT * weight.clamp(-MOST, MOST)).round() as i16;
    let weights: Vec<i16> = fit.weights.iter().map(weight).collect();
    params.searches.policy = Some(PolicyParams {
        exploration: EXPLORATION,
        reduction: REDUCTION,
        weights: dense::text(&weights).lines().map(str::to_owned).collect(),
    });
    let text = serde_json::to_string_pretty(&params)? + "\n";
    steps::save(&folder.file("params.json"), &text)?;
    let curve = |name: &str, place: usize| curve::Curve {
        name: name.to_owned(),
        values: fit.losses.iter().map(|losses| losses[place]).collect(),
    };
    let curves = [curve("fitted", 0), curve("held out", 1)];
    let title = "snakego-lasso: cross-entropy by epoch, in nats";
    steps::save(&folder.file("losses.svg"), &curve::svg(title, &curves))?;
    if let Some([_, held_out]) = fit.losses.last() {
        println!("held-out loss {held_out:.4}, least {:.4}", fit.least);
    }
    steps::tell_processor_seconds();
    Ok(())
}
