//! Learns the value of `tetris2-learned` from nothing:
//!
//! ```text
//! cargo run --profile bot -p tetris2-learned --example train-tetris2-learned -- target/learned --seed 1
//! ```
//!
//! 1. Random games; a value is fitted to their results.
//! 2. Policy iteration: both sides play one ply by the last value, with some noise; the next value is fitted to the
//!    games of the last rounds.
//! 3. The same with games of the tree search at a small node budget, if `--searched-rounds` asks for them.
//! 4. A match against `tetris2-mcts`, if `--match NODES` asks for it.
//!
//! The defaults are what the committed value was learned with; it took 36 s of processor time. The folder keeps every
//! step, so a training that was stopped goes on. `params.json` in it is what the bot's own
//! file is a copy of, `losses.svg` shows held-out losses.

#[path = "train/games.rs"]
mod games;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use lexopt::{Arg, ValueExt};
use tetris2_learned::params::File;
use tetris2_learned::value::{self, TERMS, Value, Weights};
use train::dataset::Header;
use train::logistic::{self, Settings};
use train::steps::{self, Folder};
use train::{closing, curve, selfplay};

use crate::games::Style;

/// Ten-thousandths of a logit in a logit.
const UNIT: f64 = 1e4;
/// Games that tell what a row sent is worth.
const ROW_GAMES: u64 = 64;

/// The sizes of the recipe, each a flag.
struct Recipe {
    folder: PathBuf,
    seed: u64,
    /// Rounds of one-ply games, the random ones included.
    rounds: u64,
    /// Games in each.
    games: u64,
    /// Games in the last of these rounds.
    last_games: u64,
    /// See [`Style::lambda`].
    lambda: f64,
    /// Rounds of searched games.
    searched_rounds: u64,
    /// Games in each.
    searched_games: u64,
    /// Their nodes a turn.
    nodes: u64,
    /// Rounds that a fit looks back.
    window: usize,
    /// Nodes a turn of the closing match.
    closing: Option<u64>,
}

fn main() -> Result<()> {
    let recipe = read_arguments()?;
    let folder = Folder::open(&recipe.folder)?;
    let own: File = serde_json::from_str(include_str!("../params.json"))?;
    let mut file = File {
        value: weights(&[0.0; TERMS], [0; 6]),
        ..own
    };
    let mut fitted = vec![0.0; TERMS];
    let mut games = Vec::new();
    let mut losses = Vec::new();
    for round in 0..recipe.rounds + recipe.searched_rounds {
        let value = Value::new(&file.value).map_err(|error| anyhow!(error))?;
        let is_searched = round >= recipe.rounds;
        let style = Style {
            value: (round > 0).then_some(&value),
            search: is_searched.then_some((&file.search, recipe.nodes)),
            noise: if is_searched { 0.03 } else { 0.08 },
            lambda: recipe.lambda,
        };
        if round == recipe.rounds {
            // One-ply games have other results than searched ones from the same position.
            games.clear();
        }
        games.push(folder.step(&format!("games-{round:02}"), |path| {
            let header = header(&recipe, round, is_searched);
            selfplay::write(path, &header, |seed| games::samples(&style, seed))
        })?);
        let recent = &games[games.len().saturating_sub(recipe.window)..];
        let saved = folder.step(&format!("fit-{round:02}.json"), |path| {
            fit(path, recent, &fitted, &recipe)
        })?;
        let fit: Saved = serde_json::from_str(&fs::read_to_string(saved)?)?;
        fitted = fit.weights;
        let [_, held_out] = fit.losses.last().copied().unwrap_or_default();
        eprintln!("  held-out loss {held_out:.4}");
        losses.push(held_out);
        file.value = weights(&fitted, [0; 6]);
        let value = Value::new(&file.value).map_err(|error| anyhow!(error))?;
        let style = Style {
            value: Some(&value),
            search: None,
            noise: 0.08,
            lambda: 1.0,
        };
        let seeds = (0..ROW_GAMES).map(|game| selfplay::seed(!recipe.seed, game));
        file.value.sent = games::worth_of_rows(&style, &value, seeds);
    }
    let params = folder.file("params.json");
    steps::save(&params, &(serde_json::to_string_pretty(&file)? + "\n"))?;
    draw(&folder, &losses)?;
    if let Some(seconds) = steps::processor_seconds() {
        eprintln!("{seconds:.0} s of processor time in this run");
    }
    match recipe.closing {
        Some(nodes) => close(&params, nodes),
        None => Ok(()),
    }
}

/// What a fit leaves in the folder.
#[derive(serde::Serialize, serde::Deserialize)]
struct Saved {
    weights: Vec<f64>,
    losses: Vec<[f64; 2]>,
}

fn fit(path: &Path, games: &[PathBuf], start: &[f64], recipe: &Recipe) -> Result<()> {
    let settings = Settings {
        seed: recipe.seed,
        ..Settings::default()
    };
    let fit = logistic::fit(games, start, &settings)?;
    let saved = Saved {
        weights: fit.weights,
        losses: fit.losses,
    };
    steps::save(path, &serde_json::to_string(&saved)?)
}

fn weights(fitted: &[f64], sent: [i32; 6]) -> Weights {
    let rounded = fitted.iter().map(|weight| (UNIT * weight).round() as i32);
    let terms: BTreeMap<String, i32> = value::names().into_iter().zip(rounded).collect();
    Weights { terms, sent }
}

fn header(recipe: &Recipe, round: u64, is_searched: bool) -> Header {
    Header {
        game: "tetris2".to_owned(),
        bot: match is_searched {
            true => format!("tetris2-learned, {} nodes, round {round}", recipe.nodes),
            false => format!("tetris2-learned, one ply, round {round}"),
        },
        commit: steps::commit(),
        features: value::names(),
        seed: selfplay::seed(recipe.seed, round),
        games: match round {
            _ if is_searched => recipe.searched_games,
            _ if round + 1 == recipe.rounds => recipe.last_games,
            _ => recipe.games,
        },
    }
}

fn draw(folder: &Folder, losses: &[f64]) -> Result<()> {
    let curve = curve::Curve {
        name: "held-out loss".to_owned(),
        values: losses.to_vec(),
    };
    let text = curve::svg("tetris2-learned: loss after each round, in nats", &[curve]);
    steps::save(&folder.file("losses.svg"), &text)
}

/// The new parameters against `tetris2-mcts`.
fn close(params: &Path, nodes: u64) -> Result<()> {
    let program = closing::build("tetris2-learned")?;
    let bot = format!(
        "cmd:{program} --nodes {nodes} --seed {{seed}} --params {}",
        params.display()
    );
    let nodes = nodes.to_string();
    closing::play(&[&bot, "tetris2-mcts", "--nodes", &nodes, "--games", "100"])
}

fn read_arguments() -> Result<Recipe> {
    let mut recipe = Recipe {
        folder: PathBuf::new(),
        seed: 1,
        rounds: 10,
        games: 2500,
        last_games: 10_000,
        lambda: 0.9,
        searched_rounds: 0,
        searched_games: 2000,
        nodes: 60,
        window: 4,
        closing: None,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Value(folder) => recipe.folder = folder.into(),
            Arg::Long("seed") => recipe.seed = parser.value()?.parse()?,
            Arg::Long("rounds") => recipe.rounds = parser.value()?.parse()?,
            Arg::Long("games") => recipe.games = parser.value()?.parse()?,
            Arg::Long("last-games") => recipe.last_games = parser.value()?.parse()?,
            Arg::Long("lambda") => recipe.lambda = parser.value()?.parse()?,
            Arg::Long("searched-rounds") => recipe.searched_rounds = parser.value()?.parse()?,
            Arg::Long("searched-games") => recipe.searched_games = parser.value()?.parse()?,
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
            "name the folder to train in, such as target/learned"
        ));
    }
    Ok(recipe)
}
