//! Learns the patterns of `reversi-patterns` from nothing, by games against itself:
//!
//! ```text
//! cargo run --profile bot -p reversi-patterns --example train-reversi-patterns -- target/reversi-patterns --seed 1
//! ```
//!
//! 1. The first round plays as `reversi-greedy`, each other one by a small search with the value of the round before. Games
//!    begin with random plies and end with the exact solver.
//! 2. Every position after the random plies is a sample. What it is to predict is the result that the solver found, mixed with what
//!    the searches of the following turns said, see [`games::samples`].
//! 3. The weights are fitted to the games of the last rounds, each time from zero; those of cells, too, for the yardstick.
//! 4. A match against the committed weights, if `--match NODES` asks for it.
//!
//! The committed weights were fitted to games of the bot before them, too: see the bot's README. The folder keeps every step, so a
//! training that was stopped goes on. `patterns.txt` in it is what the bot's own file is a copy of, `params.json` what `--params`
//! takes, `cells.json` the same for the yardstick, `losses.svg` shows held-out losses.

mod fit;
mod games;

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Parser;
use reversi_patterns::patterns::{Patterns, SIZE, STAGES, UNIT, packed};
use reversi_patterns::value::Value;
use train::arguments::{self, Arguments};
use train::dataset::Header;
use train::steps::Folder;
use train::{closing, curve, selfplay};

/// Learns the patterns of reversi-patterns from nothing, by games against itself
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Rounds of games, each with the value of the round before
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Games of the first round, which are quicker
    #[arg(long, default_value_t = 50_000)]
    first_games: u64,
    /// Games of each other round
    #[arg(long, default_value_t = 300_000)]
    games: u64,
    /// Mean number of nodes a move
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// Rounds that a fit looks back
    #[arg(long, default_value_t = 2)]
    window: usize,
    /// Times that a fit goes through its samples
    #[arg(long, default_value_t = 3)]
    epochs: usize,
    /// Play the committed weights in the end, with so many nodes a turn
    #[arg(long = "match", value_name = "NODES", conflicts_with = "shard")]
    closing: Option<u64>,
}

fn main() -> ExitCode {
    arguments::run(learn)
}

fn learn(recipe: &Recipe, folder: &Folder) -> Result<()> {
    let mut value = None;
    let mut files = Vec::new();
    let mut losses = Vec::new();
    let mut text = packed(&[0; STAGES * SIZE]);
    for round in 0..recipe.rounds {
        let header = Header {
            game: "reversi".to_owned(),
            bot: format!("reversi-patterns, {} nodes, round {round}", recipe.nodes),
            features: games::names(),
            seed: selfplay::seed(recipe.common.seed, round),
            games: match round {
                0 => recipe.first_games,
                _ => recipe.games,
            },
            ..Header::default()
        };
        files.push(folder.games(&format!("games-{round}"), header, |seed| {
            games::samples(value.as_ref(), seed, recipe.nodes)
        })?);
        let recent = &files[files.len().saturating_sub(recipe.window)..];
        let seed = selfplay::seed(recipe.common.seed, round);
        let fit = folder.value(&format!("fit-{round}.json"), || {
            fit::patterns(recent, recipe.epochs, seed)
        })?;
        losses.extend(fit.losses.last().map(|losses| losses[1]));
        text = packed(&fit.weights);
        value = Some(Value::Patterns(
            Patterns::parse(&text).map_err(|error| anyhow!(error))?,
        ));
        if round + 1 == recipe.rounds {
            let fit = folder.value("fit-cells.json", || fit::cells(recent, recipe.epochs, seed))?;
            save_params(folder, "cells.json", "cells", fit.weights.into())?;
            losses.extend(fit.losses.last().map(|losses| losses[1]));
        }
    }
    folder.save("patterns.txt", &text)?;
    let lines: Vec<&str> = text.lines().collect();
    let params = save_params(folder, "params.json", "patterns", lines.into())?;
    let curve = curve::Curve {
        name: "held out, the last one by cells".to_owned(),
        values: losses,
    };
    let picture = curve::svg("reversi-patterns: loss after each round, in nats", &[curve]);
    folder.save("losses.svg", &picture)?;
    match recipe.closing {
        Some(nodes) => {
            closing::against_committed(["reversi-patterns", "reversi"], &params, nodes, 6)
        }
        None => Ok(()),
    }
}

/// The bot's parameters with these weights.
fn save_params(
    folder: &Folder,
    name: &str,
    key: &str,
    weights: serde_json::Value,
) -> Result<std::path::PathBuf> {
    let mut params: serde_json::Value = serde_json::from_str(include_str!("../../params.json"))?;
    params[key] = weights;
    folder.save(name, &(serde_json::to_string_pretty(&params)? + "\n"))
}

/// A weight as a number of the bot.
fn rounded(weight: f32) -> i16 {
    libm::roundf(weight * UNIT as f32) as i16
}
