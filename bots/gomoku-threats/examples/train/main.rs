//! Learns the weights of `gomoku-threats` from nothing, by games against itself:
//!
//! ```text
//! cargo run --profile bot -p gomoku-threats --example train-gomoku-threats -- target/gomoku-threats --seed 1
//! ```
//!
//! 1. The first round plays with values of 0 and learns from the results alone, each other one plays with those of the round before.
//! 2. Every quiet position of a game is a sample. What it is to predict is the result of the game mixed with what the searches
//!    of the following turns said, see [`games::samples`].
//! 3. A net is fitted to the games of the last rounds, each time from nothing, see [`nnue`].
//! 4. A match against the committed weights, if `--match NODES` asks for it.
//!
//! The defaults are what the committed weights were learned with. The folder keeps every step, so a training that was stopped goes
//! on. `weights.txt` in it is what the bot's own file is a copy of, `params.json` is for `--params`, `losses.svg` shows held-out
//! losses.

mod games;
mod nnue;

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::{Error, Result};
use clap::Parser;
use gomoku::Board;
use gomoku_threats::Threat;
use gomoku_threats::field::Field;
use gomoku_threats::tables::Tables;
use gomoku_threats::value::{SET, UNITS, Weights};
use search::dense;
use train::arguments::{self, Arguments};
use train::closing;
use train::dataset::Header;
use train::rounds::Rounds;
use train::steps::Folder;

/// Learns the weights of gomoku-threats from nothing, by games against itself
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Games of each round, which is played with the weights of the round before
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "4000,8000,16000,32000,64000"
    )]
    games: Vec<u64>,
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
    let mut text = dense::text(&[0; UNITS * SET]);
    let mut rounds = Rounds::new(folder, recipe.window, recipe.common.seed);
    for (round, &games) in (0..).zip(&recipe.games) {
        let header = Header {
            game: "gomoku".to_owned(),
            bot: format!("gomoku-threats, {} nodes, round {round}", recipe.nodes),
            features: games::features(),
            games,
            ..Header::default()
        };
        let playing = Weights::parse(&text).map_err(Error::msg)?;
        let tables = Tables::new(playing.clone());
        // A bot has large tables, but nothing of a game is left in them.
        let idle = Mutex::new(Vec::new());
        let play = |seed| {
            let bot = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut bot = bot.unwrap_or_else(|| Threat::with_weights(playing.clone()));
            let samples = games::samples(&mut bot, &tables, seed, recipe.nodes, round > 0);
            idle.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(bot);
            samples
        };
        let empty = Field::new(&Board::new(), &tables, 0);
        text = rounds.next(header, play, |files, seed| {
            nnue::fit(files, seed, |sample| games::terms(sample, &empty))
        })?;
    }
    folder.save("weights.txt", &text)?;
    let lines: Vec<&str> = text.lines().collect();
    let params = folder.params(include_str!("../../params.json"), "weights", lines)?;
    folder.losses("gomoku-threats", [("held-out loss", rounds.losses)])?;
    closing::against_committed(["gomoku-threats", "gomoku"], &params, recipe.closing, 3)
}
