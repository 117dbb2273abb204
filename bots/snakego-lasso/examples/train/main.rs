//! Learns the policy of `snakego-lasso` from its own searches:
//!
//! ```text
//! cargo run --profile bot -p snakego-lasso --example train-snakego-lasso -- target/lasso --seed 1
//! ```
//!
//! 1. The bot without a policy plays half-games against itself. Now and then a move is drawn at random, for more kinds of
//!    positions.
//! 2. The policy is fitted to how often the searches visited each candidate.
//! 3. The same once more, with games of the bot that follows this policy in the tree and in one of its rollouts.
//!
//! In these games shots lose nothing, and results are compared with the root's value on a scale of their own: so all of that
//! can be tuned without new weights.
//!
//! The folder keeps every step, so a training that was stopped goes on. `params.json` in it is a file for `--params`,
//! `losses1.svg` and `losses2.svg` the learning curves. The result depends on the command only, not on the number of threads.

#[path = "../shared/half.rs"]
mod half;
mod samples;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use search::dense;
use snakego_lasso::params::Params;
use snakego_omega_fantasy::policy::{PolicyParams, TERMS, UNIT};
use train::arguments::{self, Arguments};
use train::batches::Settings;
use train::choices::{self, Fit};
use train::curve;
use train::dataset::Header;
use train::steps::Folder;

/// Learns the policy of snakego-lasso from its own searches
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Half-games of the first round
    #[arg(long, default_value_t = 100)]
    halves: u64,
    /// Simulations for each operation in it
    #[arg(long, default_value_t = 500)]
    nodes: u64,
    /// Half-games of the second round
    #[arg(long, default_value_t = 60)]
    second_halves: u64,
    /// Simulations for each operation in it
    #[arg(long, default_value_t = 800)]
    second_nodes: u64,
}

/// The settings of the fit; those that are not given here are the same as in other recipes.
const SETTINGS: Settings = Settings {
    epochs: 6,
    rate: 0.002,
    decay: 1e-4,
    ..choices::SETTINGS
};

/// The scale of results in the games.
const SCALE: f32 = 3.0;

/// The settings of the policy in the tree.
const EXPLORATION: f32 = 1.0;
const REDUCTION: f32 = 0.1;
const SHARPNESS: f32 = 1.5;

/// The largest weight, in nats.
const MOST: f32 = 8.0;

fn main() -> ExitCode {
    arguments::run(learn)
}

fn learn(recipe: &Recipe, folder: &Folder) -> Result<()> {
    let own = Params::own();
    let mut played = own.clone();
    played.shots.rate = 0.0;
    played.searches.search.probes = 0;
    played.searches.search.scale = SCALE;
    played.searches.policy = None;
    let rounds = [
        (recipe.halves, recipe.nodes),
        (recipe.second_halves, recipe.second_nodes),
    ];
    for (number, (halves, nodes)) in (1..).zip(rounds) {
        let fit = round(recipe, folder, number, &played, halves, nodes)?;
        let weight = |weight: &f32| (UNIT * weight.clamp(-MOST, MOST)).round() as i16;
        let weights: Vec<i16> = fit.weights.iter().map(weight).collect();
        played.searches.policy = Some(PolicyParams {
            exploration: EXPLORATION,
            reduction: REDUCTION,
            sharpness: SHARPNESS,
            weights: dense::text(&weights).lines().map(str::to_owned).collect(),
        });
    }
    let mut learned = own;
    learned.searches.policy = played.searches.policy;
    let text = serde_json::to_string_pretty(&learned)? + "\n";
    folder.save("params.json", &text)?;
    Ok(())
}

/// Plays the games of a round with the bot as it is, and fits a policy to its searches.
fn round(
    recipe: &Recipe,
    folder: &Folder,
    number: u64,
    params: &Params,
    halves: u64,
    nodes: u64,
) -> Result<Fit> {
    let header = Header {
        game: "snakego".to_owned(),
        bot: format!("snakego-lasso in round {number} of its training, {nodes} simulations"),
        features: samples::names(),
        seed: recipe.common.seed.wrapping_add((number - 1) << 32),
        games: halves,
        ..Header::default()
    };
    let games = folder.games(&format!("games{number}.bin"), header, |seed| {
        samples::play(params, seed, nodes)
    })?;
    let fit: Fit = folder.value(&format!("policy{number}.json"), || {
        let choices = |sample: &_| vec![samples::choice(sample)];
        choices::fit(&[games], &[0.0; TERMS], choices, &SETTINGS)
    })?;
    let curve = |name: &str, place: usize| curve::Curve {
        name: name.to_owned(),
        values: fit.losses.iter().map(|losses| losses[place]).collect(),
    };
    let curves = [curve("fitted", 0), curve("held out", 1)];
    let title = format!("snakego-lasso, round {number}: cross-entropy by epoch, in nats");
    let picture = curve::svg(&title, &curves);
    folder.save(&format!("losses{number}.svg"), &picture)?;
    if let Some([_, held_out]) = fit.losses.last() {
        let least = fit.least;
        println!("round {number}: held-out loss {held_out:.4}, least {least:.4}");
    }
    Ok(fit)
}
