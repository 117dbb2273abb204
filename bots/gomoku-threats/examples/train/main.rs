//! Learns the weights of `gomoku-threats` from nothing, by games against itself:
//!
//! ```text
//! cargo run --profile bot -p gomoku-threats --example train-gomoku-threats -- target/gomoku-threats --seed 1
//! ```
//!
//! 1. The first round plays with weights of 0 and learns from the results alone, each other one plays with those of the round before.
//! 2. Every quiet position of a game is a sample. What it is to predict is the result of the game mixed with what the searches
//!    of the following turns said, see [`games::samples`].
//! 3. Weights are fitted to the games of the last rounds by logistic regression.
//! 4. A match against the committed weights, if `--match NODES` asks for it.
//!
//! The defaults are what the committed weights were learned with. The folder keeps every step, so a training that was stopped goes
//! on. `weights.txt` in it is what the bot's own file is a copy of, `params.json` is for `--params`, `losses.svg` shows held-out
//! losses.

mod games;

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::{Error, Result};
use clap::Parser;
use gomoku_threats::Threat;
use gomoku_threats::kind;
use gomoku_threats::tables::Tables;
use gomoku_threats::value::{self, Weights};
use train::arguments::{self, Arguments};
use train::dataset::Header;
use train::logistic::{self, Settings};
use train::steps::Folder;
use train::{closing, curve, selfplay};

/// Learns the weights of gomoku-threats from nothing, by games against itself
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Games of each round, which is played with the weights of the round before
    #[arg(long, value_delimiter = ',', default_value = "3000,4000,10000")]
    games: Vec<u64>,
    /// Mean number of nodes a move
    #[arg(long, default_value_t = 1000)]
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
    let names = (0..value::COUNT - 1).map(|i| format!("{}_{}", i / kind::COUNT, i % kind::COUNT));
    let features: Vec<String> = names.chain(["move".to_owned()]).collect();
    let mut weights = vec![0; value::COUNT];
    let (mut files, mut losses) = (Vec::new(), Vec::new());
    for (round, &games) in (0..).zip(&recipe.games) {
        let seed = selfplay::seed(recipe.common.seed, round);
        let header = Header {
            game: "gomoku".to_owned(),
            bot: format!("gomoku-threats, {} nodes, round {round}", recipe.nodes),
            features: features.clone(),
            seed,
            games,
            ..Header::default()
        };
        let playing = Weights::new(weights).map_err(Error::msg)?;
        let tables = Tables::new(playing.clone());
        // A bot has large tables, but nothing of a game is left in them.
        let idle = Mutex::new(Vec::new());
        files.push(folder.games(&format!("games-{round}"), header, |seed| {
            let bot = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut bot = bot.unwrap_or_else(|| Threat::with_weights(playing.clone()));
            let samples = games::samples(&mut bot, &tables, seed, recipe.nodes, round > 0);
            idle.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(bot);
            samples
        })?);
        let recent = &files[files.len().saturating_sub(recipe.window)..];
        let settings = Settings {
            seed,
            ..Settings::default()
        };
        let fit = folder.value(&format!("fit-{round}.json"), || {
            logistic::fit(recent, &vec![0.0; value::COUNT], &settings)
        })?;
        let [_, held_out] = fit.losses.last().copied().unwrap_or_default();
        eprintln!("  held-out loss {held_out:.4}");
        losses.push(held_out);
        let rounded = fit
            .weights
            .iter()
            .map(|weight| (1000.0 * weight).round() as i16);
        weights = rounded.collect();
    }
    let lines = weights.chunks(kind::COUNT).map(|line| {
        let numbers: Vec<String> = line.iter().map(i16::to_string).collect();
        numbers.join(" ") + "\n"
    });
    folder.save("weights.txt", &lines.collect::<String>())?;
    let params = folder.save("params.json", &params(&weights)?)?;
    let curve = curve::Curve {
        name: "held-out loss".to_owned(),
        values: losses,
    };
    let picture = curve::svg("gomoku-threats: loss after each round, in nats", &[curve]);
    folder.save("losses.svg", &picture)?;
    match recipe.closing {
        Some(nodes) => closing::against_committed(["gomoku-threats", "gomoku"], &params, nodes, 3),
        None => Ok(()),
    }
}

/// The bot's parameters with other weights.
fn params(weights: &[i16]) -> Result<String> {
    let mut params: serde_json::Value = serde_json::from_str(include_str!("../../params.json"))?;
    params["weights"] = weights.into();
    Ok(serde_json::to_string(&params)? + "\n")
}
