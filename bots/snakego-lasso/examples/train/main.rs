//! Learns the parameters of `snakego-lasso` by half-games against itself:
//!
//! ```text
//! cargo run --profile bot -p snakego-lasso --example train-snakego-lasso -- target/lasso --seed 1
//! ```
//!
//! Simultaneous perturbation stochastic approximation (Spall 1992): each pair of half-games, on one list of items with
//! swapped seats, is played by two bots that differ from the present parameters by one step each way, drawn for every
//! parameter. What it says about a parameter is the winner's margin with the sign of that parameter's step. After each
//! batch every parameter moves along the mean of what it was told. It begins with first guesses and those of
//! `snakego-omega-fantasy`; see [`table::ALL`].
//!
//! The folder keeps every batch, so a training that was stopped goes on. `params.json` in it is a file for `--params`,
//! `margins.svg` shows how far apart the two bots of a pair were. The result depends on the command only, not on the number
//! of threads.

#[path = "../shared/half.rs"]
mod half;
mod table;

use anyhow::Result;
use clap::Parser;
use rayon::prelude::*;
use saiblo::Bot;
use serde::{Deserialize, Serialize};
use snakego_lasso::Lasso;
use train::arguments::Arguments;
use train::{curve, selfplay, steps};

/// Learns the parameters of snakego-lasso by half-games against itself
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Batches; after each the parameters move
    #[arg(long, default_value_t = 100)]
    batches: u64,
    /// Pairs of half-games in each
    #[arg(long, default_value_t = 32)]
    pairs: u64,
    /// Simulations for each operation
    #[arg(long, default_value_t = 60)]
    nodes: u64,
    /// Steps that a parameter moves for each cell of margin; falls to 0 over the second half of the batches
    #[arg(long, default_value_t = 0.006)]
    rate: f64,
}

/// What a batch left.
#[derive(Serialize, Deserialize)]
struct Batch {
    /// The parameters after it, in the order of the table.
    values: Vec<f64>,
    /// The mean distance of the scores of a pair, in cells.
    distance: f64,
}

fn main() -> Result<()> {
    let recipe = Recipe::parse();
    let folder = recipe.common.start()?;
    let mut values = table::first();
    let mut distances = Vec::new();
    for number in 0..recipe.batches {
        let batch = folder.value(&format!("batch-{number:03}.json"), || {
            batch(&recipe, number, &values)
        })?;
        values = batch.values;
        distances.push(batch.distance);
    }
    let params = table::params(&values)?;
    let text = serde_json::to_string_pretty(&params)? + "\n";
    steps::save(&folder.file("params.json"), &text)?;
    let curve = curve::Curve {
        name: "margin of a pair, either sign".to_owned(),
        values: distances,
    };
    let title = "snakego-lasso: margins by batch, in cells";
    steps::save(&folder.file("margins.svg"), &curve::svg(title, &[curve]))?;
    steps::tell_processor_seconds();
    for (parameter, value) in table::ALL.iter().zip(&values) {
        println!("{:40} {:8.3} {value:8.3}", parameter.path, parameter.first);
    }
    Ok(())
}

fn batch(recipe: &Recipe, number: u64, values: &[f64]) -> Result<Batch> {
    let seeds = selfplay::seed(recipe.common.seed, number);
    let bar = selfplay::progress(recipe.pairs, "pairs");
    let pairs: Result<Vec<(Vec<f64>, f64)>> = (0..recipe.pairs)
        .into_par_iter()
        .map(|pair| {
            let found = pair_of_halves(recipe, selfplay::seed(seeds, pair), values);
            bar.inc(1);
            found
        })
        .collect();
    bar.finish_and_clear();
    let pairs = pairs?;
    let count = pairs.len().max(1) as f64;
    let left = 1.0 - number as f64 / recipe.batches as f64;
    let rate = recipe.rate * (2.0 * left).min(1.0);
    let moved = values.iter().enumerate().map(|(i, value)| {
        let told: f64 = pairs.iter().map(|(signs, margin)| signs[i] * margin).sum();
        table::ALL[i].moved(*value, rate * told / count)
    });
    Ok(Batch {
        values: moved.collect(),
        distance: pairs.iter().map(|(_, margin)| margin.abs()).sum::<f64>() / count,
    })
}

/// The signs of the first bot's steps, and its mean margin over both half-games.
fn pair_of_halves(recipe: &Recipe, seed: u64, values: &[f64]) -> Result<(Vec<f64>, f64)> {
    let mut random = fastrand::Rng::with_seed(seed);
    let signs: Vec<f64> = values
        .iter()
        .map(|_| if random.bool() { 1.0 } else { -1.0 })
        .collect();
    let stepped = |sense: f64| {
        let values = values.iter().zip(&signs).zip(table::ALL);
        let values: Vec<f64> = values
            .map(|((value, sign), parameter)| parameter.moved(*value, sense * sign))
            .collect();
        table::params(&values)
    };
    let params = [stepped(1.0)?, stepped(-1.0)?];
    let mut margin = 0.0;
    for swapped in [false, true] {
        let mut bots = params.clone().map(Lasso::with);
        let outcome = half::play(
            seed,
            swapped,
            [recipe.nodes; 2],
            |bot, position, turn| bots[bot].choose(position, turn).mv,
            |_, _, _| {},
        );
        margin += half::margin(&outcome, swapped) as f64 / 2.0;
    }
    Ok((signs, margin))
}
