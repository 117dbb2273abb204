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

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use lexopt::{Arg, ValueExt};
use snake_open_hand::fill::INPUTS;
use snake_open_hand::net::Net;
use train::dataset::Header;
use train::steps::{self, Folder};
use train::{closing, curve, selfplay};

/// The sizes of the recipe, each a flag.
struct Recipe {
    folder: PathBuf,
    seed: u64,
    rounds: u64,
    /// Games in each.
    games: u64,
    /// Mean number of nodes a move.
    nodes: u64,
    /// Rounds that a fit looks back.
    window: usize,
    /// Nodes a turn of the closing match.
    closing: Option<u64>,
}

fn main() -> Result<()> {
    let recipe = read_arguments()?;
    let folder = Folder::open(&recipe.folder)?;
    let mut net = Net::territory();
    let mut files = Vec::new();
    let mut losses = Vec::new();
    for round in 0..recipe.rounds {
        files.push(folder.step(&format!("games-{round}"), |path| {
            let header = Header {
                game: "snake".to_owned(),
                bot: format!("snake-open-hand, {} nodes, round {round}", recipe.nodes),
                commit: steps::commit(),
                features: names(),
                seed: selfplay::seed(recipe.seed, round),
                games: recipe.games,
            };
            selfplay::write(path, &header, |seed| {
                games::samples(&net, seed, recipe.nodes)
            })
        })?);
        let recent = &files[files.len().saturating_sub(recipe.window)..];
        let fit = folder.value(&format!("fit-{round}.json"), || {
            fit::fit(recent, selfplay::seed(recipe.seed, round))
        })?;
        let [_, held_out] = fit.losses.last().copied().unwrap_or_default();
        eprintln!("  held-out loss {held_out:.4}");
        losses.push(held_out);
        net = fit
            .weights
            .parse()
            .map_err(|error: String| anyhow!(error))?;
    }
    let weights = folder.file("weights.txt");
    steps::save(&weights, &net.to_string())?;
    let curve = curve::Curve {
        name: "held-out loss".to_owned(),
        values: losses,
    };
    let picture = curve::svg("snake-open-hand: loss after each round, in nats", &[curve]);
    steps::save(&folder.file("losses.svg"), &picture)?;
    if let Some(seconds) = steps::processor_seconds() {
        eprintln!("{seconds:.0} s of processor time in this run");
    }
    match recipe.closing {
        Some(nodes) => closing::against_committed(["snake-open-hand", "snake"], &weights, nodes, 5),
        None => Ok(()),
    }
}

/// The features: both sides' measures added up, ours less theirs, and the phase of the game.
fn names() -> Vec<String> {
    let kinds = ["sum", "difference"].into_iter();
    kinds
        .flat_map(|kind| (0..INPUTS).map(move |measure| format!("{kind}_{measure}")))
        .chain(["phase".to_owned()])
        .collect()
}

fn read_arguments() -> Result<Recipe> {
    let mut recipe = Recipe {
        folder: PathBuf::new(),
        seed: 1,
        rounds: 4,
        games: 24_000,
        nodes: 500,
        window: 2,
        closing: None,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Value(folder) => recipe.folder = folder.into(),
            Arg::Long("seed") => recipe.seed = parser.value()?.parse()?,
            Arg::Long("rounds") => recipe.rounds = parser.value()?.parse()?,
            Arg::Long("games") => recipe.games = parser.value()?.parse()?,
            Arg::Long("nodes") => recipe.nodes = parser.value()?.parse()?,
            Arg::Long("window") => recipe.window = parser.value()?.parse()?,
            Arg::Long("match") => recipe.closing = Some(parser.value()?.parse()?),
            Arg::Long("threads") => rayon::ThreadPoolBuilder::new()
                .num_threads(parser.value()?.parse()?)
                .build_global()?,
            _ => return Err(argument.unexpected().into()),
        }
    }
    if recipe.folder.as_os_str().is_empty() {
        return Err(anyhow!(
            "name the folder to train in, such as target/open-hand"
        ));
    }
    Ok(recipe)
}
