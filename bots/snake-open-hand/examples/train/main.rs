//! Learns the value of `snake-open-hand` from nothing, by games against itself:
//!
//! ```text
//! cargo run --profile bot -p snake-open-hand --example train-snake-open-hand -- target/open-hand --seed 1
//! ```
//!
//! 1. The first round plays with [`Net::territory`], each other one with the weights of the round before.
//! 2. Every position of a game is a sample. What it is to predict is the result of the game mixed with what the searches
//!    of the following turns said, see [`games::samples`].
//! 3. A network is fitted to the games of the last rounds, each time from small random weights.
//! 4. A match against the committed weights, if `--match NODES` asks for it.
//!
//! The defaults are what the committed weights were learned with. The folder keeps every step, so a training that was
//! stopped goes on. `weights.txt` in it is what the bot's own file is a copy of, `losses.svg` shows held-out losses.

mod fit;
mod games;

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Parser;
use snake_open_hand::fill::INPUTS;
use snake_open_hand::net::Net;
use snake_open_hand::quantized::Quantized;
use train::arguments::{self, Arguments};
use train::dataset::Header;
use train::steps::Folder;
use train::{closing, selfplay};

/// Learns the value of snake-open-hand from nothing, by games against itself
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Rounds of games, each with the weights of the round before
    #[arg(long, default_value_t = 4)]
    rounds: u64,
    /// Games in each
    #[arg(long, default_value_t = 24_000)]
    games: u64,
    /// Mean number of nodes a move
    #[arg(long, default_value_t = 500)]
    nodes: u64,
    /// Rounds that a fit looks back
    #[arg(long, default_value_t = 2)]
    window: usize,
    /// Play the committed weights in the end, with so many nodes a turn
    #[arg(long = "match", value_name = "NODES", conflicts_with = "shard")]
    closing: Option<u64>,
}

fn main() -> ExitCode {
    arguments::run(learn)
}

fn learn(recipe: &Recipe, folder: &Folder) -> Result<()> {
    let mut net = Net::territory();
    let mut files = Vec::new();
    let mut losses = Vec::new();
    for round in 0..recipe.rounds {
        let header = Header {
            game: "snake".to_owned(),
            bot: format!("snake-open-hand, {} nodes, round {round}", recipe.nodes),
            features: names(),
            seed: selfplay::seed(recipe.common.seed, round),
            games: recipe.games,
            ..Header::default()
        };
        let player = Quantized::new(&net);
        files.push(folder.games(&format!("games-{round}"), header, |seed| {
            games::samples(&player, seed, recipe.nodes)
        })?);
        let recent = &files[files.len().saturating_sub(recipe.window)..];
        let fit = folder.value(&format!("fit-{round}.json"), || {
            fit::fit(recent, selfplay::seed(recipe.common.seed, round))
        })?;
        let [_, held_out] = fit.losses.last().copied().unwrap_or_default();
        eprintln!("  held-out loss {held_out:.4}");
        losses.push(held_out);
        net = fit
            .weights
            .parse()
            .map_err(|error: String| anyhow!(error))?;
    }
    let weights = folder.save("weights.txt", &net.to_string())?;
    folder.losses("snake-open-hand", [("held-out loss", losses)])?;
    closing::against_committed(["snake-open-hand", "snake"], &weights, recipe.closing, 5)
}

/// The features: both sides' measures added up, ours less theirs, and the phase of the game.
fn names() -> Vec<String> {
    let kinds = ["sum", "difference"].iter();
    kinds
        .flat_map(|kind| (0..INPUTS).map(move |measure| format!("{kind}_{measure}")))
        .chain(["phase".to_owned()])
        .collect()
}
