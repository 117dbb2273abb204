//! Learns the value of `tetris2-learned` from nothing:
//!
//! ```text
//! cargo run --profile bot -p tetris2-learned --example train-tetris2-learned -- target/learned --seed 1
//! ```
//!
//! 1. Random games; a linear value of one side is fitted to their results.
//! 2. Policy iteration: both sides play one ply by the last value, with some noise; the next value is fitted to the
//!    games of the last rounds. The last one is what the bot chooses landings by.
//! 3. Games of the tree search, whose leaves have that value, too; a net is fitted to them. Then more of them with the net
//!    at the leaves, and the next net is fitted to all.
//! 4. A match against `tetris2-mcts`, if `--match NODES` asks for it.
//!
//! The defaults are what the committed values were learned with. The folder keeps every step, so a training that was
//! stopped goes on. `params.json` in it is what the bot's own file is a copy of, `losses.svg` shows held-out losses.

#[path = "train/one_ply.rs"]
mod one_ply;
#[path = "train/searched.rs"]
mod searched;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use lexopt::{Arg, ValueExt};
use search::dense;
use tetris2_learned::inputs::INPUTS;
use tetris2_learned::leaf::UNITS;
use tetris2_learned::params::File;
use tetris2_learned::value::{self, TERMS, Value, Weights};
use train::dataset::Header;
use train::steps::{self, Folder};
use train::{closing, curve, duel, logistic, selfplay};

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
    /// Rounds that a fit looks back.
    window: usize,
    /// Nets.
    nets: usize,
    /// Files of searched games for each.
    files: usize,
    /// Games in each.
    searched_games: u64,
    /// Their nodes a turn.
    nodes: u64,
    /// Nodes a turn of the closing match.
    closing: Option<u64>,
}

fn main() -> Result<()> {
    let recipe = read_arguments()?;
    let folder = Folder::open(&recipe.folder)?;
    let own: File = serde_json::from_str(include_str!("../params.json"))?;
    let (value, value_losses) = learn_value(&folder, &recipe)?;
    let mut file = File {
        search: own.search,
        value,
        leaf: Vec::new(),
    };
    let net_losses = learn_net(&folder, &recipe, &mut file)?;
    let params = folder.file("params.json");
    steps::save(&params, &(serde_json::to_string_pretty(&file)? + "\n"))?;
    draw(&folder, "value", value_losses)?;
    draw(&folder, "net", net_losses)?;
    if let Some(seconds) = steps::processor_seconds() {
        eprintln!("{seconds:.0} s of processor time in this run");
    }
    match recipe.closing {
        Some(nodes) => close(&params, nodes),
        None => Ok(()),
    }
}

/// The linear value of one side, and its held-out loss after each round.
fn learn_value(folder: &Folder, recipe: &Recipe) -> Result<(Weights, Vec<f64>)> {
    let mut weights = weights_of(&[0.0; TERMS], [0; 6]);
    let mut fitted = vec![0.0; TERMS];
    let mut games = Vec::new();
    let mut losses = Vec::new();
    for round in 0..recipe.rounds {
        let value = Value::new(&weights).map_err(|error| anyhow!(error))?;
        let style = one_ply::Style {
            value: (round > 0).then_some(&value),
            noise: 0.08,
            lambda: recipe.lambda,
        };
        games.push(folder.step(&format!("games-{round:02}"), |path| {
            let header = Header {
                game: "tetris2".to_owned(),
                bot: format!("tetris2-learned, one ply, round {round}"),
                commit: steps::commit(),
                features: value::names(),
                seed: selfplay::seed(recipe.seed, round),
                games: match round + 1 == recipe.rounds {
                    true => recipe.last_games,
                    false => recipe.games,
                },
            };
            selfplay::write(path, &header, |seed| one_ply::samples(&style, seed))
        })?);
        let recent = &games[games.len().saturating_sub(recipe.window)..];
        let fit = folder.value(&format!("fit-{round:02}.json"), || {
            let settings = logistic::Settings {
                seed: recipe.seed,
                ..logistic::Settings::default()
            };
            logistic::fit(recent, &fitted, &settings)
        })?;
        fitted = fit.weights;
        let [_, held_out] = fit.losses.last().copied().unwrap_or_default();
        eprintln!("  held-out loss {held_out:.4}");
        losses.push(held_out);
        let value = Value::new(&weights_of(&fitted, [0; 6])).map_err(|error| anyhow!(error))?;
        let style = one_ply::Style {
            value: Some(&value),
            lambda: 1.0,
            ..style
        };
        let seeds = (0..ROW_GAMES).map(|game| selfplay::seed(!recipe.seed, game));
        weights = weights_of(&fitted, one_ply::worth_of_rows(&style, &value, seeds));
    }
    Ok((weights, losses))
}

/// The net of leaves, put into the file, and its held-out loss after each epoch, all fits in a row.
fn learn_net(folder: &Folder, recipe: &Recipe, file: &mut File) -> Result<Vec<f64>> {
    let mut games = Vec::new();
    let mut losses = Vec::new();
    for net in 0..recipe.nets {
        let value = file.learned().map_err(|error| anyhow!(error))?;
        let style = searched::Style {
            search: &file.search,
            value: &value,
            nodes: recipe.nodes,
            noise: 0.05,
            lambda: 0.85,
        };
        for part in 0..recipe.files {
            games.push(folder.step(&format!("searched-{net}-{part:02}"), |path| {
                let number = (net * recipe.files + part) as u64;
                let header = Header {
                    game: "tetris2".to_owned(),
                    bot: format!("tetris2-learned, {} nodes, net {net}", recipe.nodes),
                    commit: steps::commit(),
                    features: searched::names(),
                    seed: selfplay::seed(!recipe.seed, ROW_GAMES + number),
                    games: recipe.searched_games,
                };
                selfplay::write(path, &header, |seed| searched::samples(&style, seed))
            })?);
        }
        let fit = folder.value(&format!("net-{net}.json"), || {
            let settings = duel::Settings {
                seed: recipe.seed,
                ..duel::Settings::default()
            };
            duel::fit::<UNITS>(&games, INPUTS, searched::example, &settings)
        })?;
        losses.extend(fit.losses.iter().map(|[_, held_out]| *held_out));
        file.leaf = dense::text(&fit.weights)
            .lines()
            .map(str::to_owned)
            .collect();
    }
    Ok(losses)
}

fn weights_of(fitted: &[f64], sent: [i32; 6]) -> Weights {
    let rounded = fitted.iter().map(|weight| (UNIT * weight).round() as i32);
    let terms: BTreeMap<String, i32> = value::names().into_iter().zip(rounded).collect();
    Weights { terms, sent }
}

fn draw(folder: &Folder, what: &str, losses: Vec<f64>) -> Result<()> {
    let curve = curve::Curve {
        name: "held-out loss".to_owned(),
        values: losses,
    };
    let text = curve::svg(
        &format!("tetris2-learned: loss of the {what}, in nats"),
        &[curve],
    );
    steps::save(&folder.file(&format!("losses-{what}.svg")), &text)
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
        window: 4,
        nets: 3,
        files: 3,
        searched_games: 5000,
        nodes: 400,
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
            Arg::Long("nets") => recipe.nets = parser.value()?.parse()?,
            Arg::Long("files") => recipe.files = parser.value()?.parse()?,
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
