//! Learns the value of `ataxx-pvs` from nothing, by games against itself:
//!
//! ```text
//! cargo run --profile bot -p ataxx-pvs --example train-ataxx-pvs -- target/ataxx-pvs --seed 1
//! ```
//!
//! 1. The first round knows nothing and plays the move that gains most at once, each other one with the weights of the round before.
//! 2. Every position of a game is a sample. What it is to predict is the result of the game mixed with what the searches
//!    of the following turns said, see [`games::samples`].
//! 3. Weights are fitted to the games of the last rounds, each time from zero.
//! 4. A match against the committed weights, if `--match NODES` asks for it.
//!
//! The committed weights were fitted to games of the bot before them, too: see the bot's README. The folder keeps every step, so a training
//! that was stopped goes on. `windows.txt` in it is what the bot's own file is a copy of, `params.json` is for `--params`, `losses.svg`
//! shows held-out losses.

mod games;

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use ataxx_pvs::windows::{SIZE_OF_STAGE, STAGES, UNIT, Windows, shared, terms};
use clap::Parser;
use search::dense::text_of_sets;
use train::arguments::{self, Arguments};
use train::dataset::Header;
use train::rounds::Rounds;
use train::steps::Folder;
use train::{closing, tuples};

/// Learns the value of ataxx-pvs from nothing, by games against itself
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Games of each round, which is played with the weights of the round before
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "10000,20000,30000,40000,40000,40000,40000,40000,40000"
    )]
    games: Vec<u64>,
    /// Mean number of nodes a move of each round; the last one goes on for the rounds after it
    #[arg(long, value_delimiter = ',', default_value = "50,100,200,400")]
    nodes: Vec<u64>,
    /// Times that a fit goes through its samples
    #[arg(long, default_value_t = 3)]
    epochs: usize,
    /// Rounds that a fit looks back
    #[arg(long, default_value_t = 4)]
    window: usize,
    /// Play the committed weights in the end, with so many nodes a turn
    #[arg(long = "match", value_name = "NODES", conflicts_with = "shard")]
    closing: Option<u64>,
}

fn main() -> ExitCode {
    arguments::run(learn)
}

fn learn(recipe: &Recipe, folder: &Folder) -> Result<()> {
    let shared = shared();
    let mut text = text_of_sets(&vec![0; STAGES * SIZE_OF_STAGE], &shared);
    let parse = |text: &str| Windows::parse(text).map_err(|error| anyhow!(error));
    let mut leaf = parse(&text)?;
    let settings = tuples::Settings {
        weights: STAGES * SIZE_OF_STAGE,
        unit: UNIT,
        epochs: recipe.epochs,
    };
    let mut rounds = Rounds::new(folder, recipe.window, recipe.common.seed);
    let last = recipe.nodes.last();
    let nodes = recipe.nodes.iter().chain(last.into_iter().cycle());
    for ((round, &games), &nodes) in (0..).zip(&recipe.games).zip(nodes) {
        let header = Header {
            game: "ataxx".to_owned(),
            bot: format!("ataxx-pvs, {nodes} nodes, round {round}"),
            features: games::FEATURES.map(str::to_owned).to_vec(),
            games,
            ..Header::default()
        };
        let play = |seed| games::samples(&leaf, seed, nodes);
        let weights = rounds.next(header, play, |files, seed| {
            tuples::fit(files, &settings, seed, games::sides, |&sides| {
                terms(sides).map(|at| at - at % SIZE_OF_STAGE + shared[at % SIZE_OF_STAGE])
            })
        })?;
        text = text_of_sets(&weights, &shared);
        leaf = parse(&text)?;
    }
    folder.save("windows.txt", &text)?;
    let lines: Vec<&str> = text.lines().collect();
    let params = folder.params(include_str!("../../params.json"), "windows", lines)?;
    folder.losses("ataxx-pvs", [("held-out loss", rounds.losses)])?;
    closing::against_committed(["ataxx-pvs", "ataxx"], &params, recipe.closing, 4)
}
