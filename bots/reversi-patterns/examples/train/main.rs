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
//! 3. The weights are fitted to the games of the last rounds, each time from zero.
//! 4. A match against the committed weights, if `--match NODES` asks for it.
//!
//! The committed weights were fitted to games of the bot before them, too: see the bot's README. The folder keeps every step, so a
//! training that was stopped goes on. `patterns.txt` in it is what the bot's own file is a copy of, `params.json` what `--params`
//! takes, `losses.svg` shows held-out losses.

mod games;

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Parser;
use reversi::Board;
use reversi_patterns::patterns::{Patterns, SIZE, STAGES, UNIT, shared, stage, terms};
use search::dense::text_of_sets;
use train::arguments::{self, Arguments};
use train::dataset::Header;
use train::rounds::Rounds;
use train::steps::Folder;
use train::{closing, tuples};

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
    let shared = shared();
    let settings = tuples::Settings {
        weights: STAGES * SIZE,
        unit: UNIT,
        epochs: recipe.epochs,
    };
    let mut rounds = Rounds::new(folder, recipe.window, recipe.common.seed);
    let mut text = text_of_sets(&[0; STAGES * SIZE], &shared);
    let parse = |text: &str| Patterns::parse(text).map_err(|error| anyhow!(error));
    let mut value = parse(&text)?;
    for round in 0..recipe.rounds {
        let header = Header {
            game: "reversi".to_owned(),
            bot: format!("reversi-patterns, {} nodes, round {round}", recipe.nodes),
            features: games::names(),
            games: match round {
                0 => recipe.first_games,
                _ => recipe.games,
            },
            ..Header::default()
        };
        let nodes = Some(recipe.nodes).filter(|_| round > 0);
        let play = |seed| games::samples(&value, seed, nodes);
        let weights = rounds.next(header, play, |files, seed| {
            tuples::fit(files, &settings, seed, games::board, |board: &Board| {
                let start = SIZE * stage(64 - board.empty().len());
                terms(board).map(|term| start + shared[term])
            })
        })?;
        text = text_of_sets(&weights, &shared);
        value = parse(&text)?;
    }
    folder.save("patterns.txt", &text)?;
    let lines: Vec<&str> = text.lines().collect();
    let params = folder.params(include_str!("../../params.json"), "patterns", lines)?;
    folder.losses("reversi-patterns", [("held out", rounds.losses)])?;
    closing::against_committed(["reversi-patterns", "reversi"], &params, recipe.closing, 6)
}
