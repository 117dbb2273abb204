//! Learns the net of `nogo-prior` from nothing, by games against itself:
//!
//! ```text
//! cargo run --profile bot -p nogo-prior --example train-nogo-prior -- target/nogo-prior --seed 1
//! ```
//!
//! 1. The first round plays with the knowledge of `nogo-rave`, each other one with the net of the round before.
//! 2. Every searched position of a game is a sample: how the search spread its visits over the moves, and the result of the
//!    game mixed with what the searches of the following turns said, see [`games::samples`].
//! 3. A net is fitted to the games of the last rounds, each time from small random weights.
//! 4. A match against the committed net, if `--match NODES` asks for it.
//!
//! The defaults are what the committed net was learned with. The folder keeps every step, so a training that was stopped
//! goes on. `net.txt` in it is what the bot's own file is a copy of, `params.json` what `--params` takes,
//! `losses.svg` shows held-out losses.

mod fit;
mod games;
mod pass;

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Parser;
use nogo_prior::net::{Net, pack};
use search::dense;
use train::arguments::{self, Arguments};
use train::dataset::Header;
use train::steps::Folder;
use train::{closing, curve, selfplay};

/// Learns the net of nogo-prior from nothing, by games against itself
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Rounds of games, each with the net of the round before
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Games of the first round, which are quicker
    #[arg(long, default_value_t = 6_000)]
    first_games: u64,
    /// Games of the second round; the third has twice as many, and so on
    #[arg(long, default_value_t = 4_000)]
    games: u64,
    /// Simulations a move
    #[arg(long, default_value_t = 800)]
    simulations: u64,
    /// Rounds that a fit looks back
    #[arg(long, default_value_t = 3)]
    window: usize,
    /// Times that a fit goes through its samples
    #[arg(long, default_value_t = 6)]
    epochs: usize,
    /// Play the committed net in the end, with so many simulations a turn
    #[arg(long = "match", value_name = "SIMULATIONS", conflicts_with = "shard")]
    closing: Option<u64>,
}

fn main() -> ExitCode {
    arguments::run(learn)
}

fn learn(recipe: &Recipe, folder: &Folder) -> Result<()> {
    let mut net = None;
    let mut files = Vec::new();
    let mut losses = Vec::new();
    let mut numbers = Vec::new();
    for round in 0..recipe.rounds {
        let header = Header {
            game: "nogo".to_owned(),
            bot: format!(
                "nogo-prior, {} simulations, round {round}",
                recipe.simulations
            ),
            features: games::names(),
            seed: selfplay::seed(recipe.common.seed, round),
            games: match round {
                0 => recipe.first_games,
                _ => round * recipe.games,
            },
            ..Header::default()
        };
        files.push(folder.games(&format!("games-{round}"), header, |seed| {
            games::samples(net.as_ref(), seed, recipe.simulations)
        })?);
        let recent = &files[files.len().saturating_sub(recipe.window)..];
        let fit = folder.value(&format!("fit-{round}.json"), || {
            fit::fit(
                recent,
                recipe.epochs,
                selfplay::seed(recipe.common.seed, round),
            )
        })?;
        let [_, _, value, policy] = fit.losses.last().copied().unwrap_or_default();
        eprintln!("  held-out losses: value {value:.4}, policy {policy:.4}");
        losses.push([value, policy]);
        net = Some(Net::new(&fit.weights).map_err(|error| anyhow!(error))?);
        numbers = fit.weights;
    }
    let text = dense::text(&pack(&numbers));
    folder.save("net.txt", &text)?;
    let mut params: serde_json::Value = serde_json::from_str(include_str!("../../params.json"))?;
    params["net"] = text.lines().collect();
    let text = serde_json::to_string_pretty(&params)? + "\n";
    let params_file = folder.save("params.json", &text)?;
    let curve = |name: &str, part: usize| curve::Curve {
        name: name.to_owned(),
        values: losses.iter().map(|losses| losses[part]).collect(),
    };
    let curves = [curve("value", 0), curve("policy", 1)];
    let picture = curve::svg("nogo-prior: loss after each round, in nats", &curves);
    folder.save("losses.svg", &picture)?;
    match recipe.closing {
        Some(simulations) => {
            closing::against_committed(["nogo-prior", "nogo"], &params_file, simulations, 2)
        }
        None => Ok(()),
    }
}
