//! Learns the value of `tetris2-learned` from nothing:
//!
//! ```text
//! cargo run --profile bot -p tetris2-learned --example train-tetris2-learned -- target/learned --seed 1
//! ```
//!
//! 1. Random games; a linear value of one side is fitted to their results.
//! 2. Policy iteration: both sides play one ply by the last value, with some noise; the next value is fitted to the
//!    games of the last rounds.
//! 3. Games of the tree search, whose leaves and candidates go by that value, too. A net is fitted to their results, a policy
//!    to what the searches settled on. Then more games with both, and so on: a net is fitted to all searched games so
//!    far, a policy to those of the last round.
//! 4. Net and policy are fitted further to games with both, of which most turns are searched quickly and teach the net
//!    alone.
//! 5. A match against `tetris2-mcts`, if `--match NODES` asks for it.
//!
//! The defaults are what the committed values were learned with. The folder keeps every step, so a training that was
//! stopped goes on. `params.json` in it is what the bot's own file is a copy of, `losses-*.svg` show held-out losses.

#[path = "train/one_ply.rs"]
mod one_ply;
#[path = "train/searched.rs"]
mod searched;
#[path = "train/settled.rs"]
mod settled;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;
use search::dense;
use tetris2_learned::inputs::INPUTS;
use tetris2_learned::leaf::UNITS;
use tetris2_learned::params::File;
use tetris2_learned::policy;
use tetris2_learned::value::{self, TERMS, Value, Weights};
use train::arguments::{self, Arguments};
use train::batches::Settings;
use train::dataset::Header;
use train::selfplay::PlayoutCap;
use train::steps::Folder;
use train::{choices, closing, curve, duel, logistic, selfplay};

/// Ten-thousandths of a logit in a logit.
const UNIT: f64 = 1e4;
/// Games that tell what a row sent is worth.
const ROW_GAMES: u64 = 64;
/// Nodes of the games that net and policy are fitted further to.
const LAST: PlayoutCap = PlayoutCap {
    full: 1600,
    one_in: 8,
    quick: 100,
};
/// Number of the first file of these games, whatever rounds there were.
const FIRST_LAST: u64 = 936;
/// The first rates of these fits, of net and policy.
const LAST_RATES: [f32; 2] = [0.0001, 0.001];

/// Learns the values and the policy of tetris2-learned from nothing
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Rounds of one-ply games, the random ones included
    #[arg(long, default_value_t = 10)]
    rounds: u64,
    /// Games in each
    #[arg(long, default_value_t = 2500)]
    games: u64,
    /// Games in the last of these rounds
    #[arg(long, default_value_t = 10_000)]
    last_games: u64,
    /// Weight of the result of a one-ply game against what the last value says on the way to it: TD(lambda)
    #[arg(long, default_value_t = 0.9)]
    lambda: f64,
    /// Rounds of one-ply games that a fit looks back
    #[arg(long, default_value_t = 4)]
    window: usize,
    /// Rounds of searched games, with a net and a policy each
    #[arg(long, default_value_t = 4)]
    nets: u64,
    /// Files of games in each
    #[arg(long, default_value_t = 3)]
    files: u64,
    /// Games in each file
    #[arg(long, default_value_t = 5000)]
    searched_games: u64,
    /// Their nodes a turn
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// Files of games that net and policy are fitted further to in the end; 0 leaves them as they are
    #[arg(long, default_value_t = 3)]
    last_files: u64,
    /// Fit net and policy of these parameters further; without it the rounds come first
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Play tetris2-mcts in the end, with so many nodes a turn
    #[arg(long = "match", value_name = "NODES", conflicts_with = "shard")]
    closing: Option<u64>,
}

fn main() -> ExitCode {
    arguments::run(learn)
}

fn learn(recipe: &Recipe, folder: &Folder) -> Result<()> {
    let mut file = match &recipe.from {
        None => from_nothing(recipe, folder)?,
        Some(path) => {
            let from = || format!("--from {}", path.display());
            let text = std::fs::read_to_string(path).with_context(from)?;
            serde_json::from_str(&text).with_context(from)?
        }
    };
    if recipe.last_files > 0 {
        learn_further(folder, recipe, &mut file)?;
    }
    let text = serde_json::to_string_pretty(&file)? + "\n";
    let params = folder.save("params.json", &text)?;
    match recipe.closing {
        Some(nodes) => close(&params, nodes),
        None => Ok(()),
    }
}

/// The parameters with what all rounds have learned.
fn from_nothing(recipe: &Recipe, folder: &Folder) -> Result<File> {
    let own: File = serde_json::from_str(include_str!("../params.json"))?;
    let (value, value_losses) = learn_value(folder, recipe)?;
    let mut file = File {
        search: own.search,
        value,
        leaf: Vec::new(),
        policy: Vec::new(),
    };
    let [net_losses, policy_losses] = learn_by_searches(folder, recipe, &mut file)?;
    draw(folder, "value", value_losses)?;
    draw(folder, "net", net_losses)?;
    draw(folder, "policy", policy_losses)?;
    Ok(file)
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
        let header = Header {
            game: "tetris2".to_owned(),
            bot: format!("tetris2-learned, one ply, round {round}"),
            features: value::names(),
            seed: selfplay::seed(recipe.common.seed, round),
            games: match round + 1 == recipe.rounds {
                true => recipe.last_games,
                false => recipe.games,
            },
            ..Header::default()
        };
        games.push(folder.games(&format!("games-{round:02}"), header, |seed| {
            one_ply::samples(&style, seed)
        })?);
        let recent = &games[games.len().saturating_sub(recipe.window)..];
        let fit = folder.value(&format!("fit-{round:02}.json"), || {
            let settings = logistic::Settings {
                seed: recipe.common.seed,
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
        let seeds = (0..ROW_GAMES).map(|game| selfplay::seed(!recipe.common.seed, game));
        weights = weights_of(&fitted, one_ply::worth_of_rows(&style, &value, seeds));
    }
    Ok((weights, losses))
}

/// The net of leaves and the policy, put into the file, and their held-out losses after each epoch, all fits in a row.
fn learn_by_searches(folder: &Folder, recipe: &Recipe, file: &mut File) -> Result<[Vec<f64>; 2]> {
    let seed = recipe.common.seed;
    let mut games = Vec::new();
    let mut losses = [Vec::new(), Vec::new()];
    for net in 0..recipe.nets {
        let what = format!("{} nodes, net {net}", recipe.nodes);
        let files = (0..recipe.files).map(|part| {
            let header = header(recipe, &what, net * recipe.files + part);
            (format!("searched-{net}-{part:02}"), header)
        });
        let latest = play(folder, file, PlayoutCap::all(recipe.nodes), files)?;
        games.extend_from_slice(&latest);
        let settings = Settings {
            seed,
            ..duel::SETTINGS
        };
        let name = format!("net-{net}.json");
        losses[0].extend(fit_net(folder, file, &name, &games, &settings, None)?);
        let settings = Settings {
            seed,
            ..choices::SETTINGS
        };
        let first = [0.0; policy::WEIGHTS];
        let name = format!("policy-{net}.json");
        losses[1].extend(fit_policy(folder, file, &name, &latest, &settings, &first)?);
    }
    Ok(losses)
}

/// The net of leaves and the policy of the file, fitted further to games with both.
fn learn_further(folder: &Folder, recipe: &Recipe, file: &mut File) -> Result<()> {
    ensure!(
        !file.leaf.is_empty() && !file.policy.is_empty(),
        "there is no net and policy to fit further: start from parameters with both, or with --last-files 0"
    );
    let files = (0..recipe.last_files).map(|part| {
        let header = header(recipe, "last", FIRST_LAST + part);
        (format!("last-{part:02}"), header)
    });
    let games = play(folder, file, LAST, files)?;
    let settings = Settings {
        seed: recipe.common.seed,
        epochs: 2,
        rate: LAST_RATES[0],
        ..duel::SETTINGS
    };
    let first = numbers(&file.leaf)?;
    fit_net(
        folder,
        file,
        "net-last.json",
        &games,
        &settings,
        Some(&first),
    )?;
    let settings = Settings {
        seed: recipe.common.seed,
        rate: LAST_RATES[1],
        ..choices::SETTINGS
    };
    let first = numbers(&file.policy)?.into_iter();
    let first: Vec<f32> = first.map(|part| f32::from(part) / policy::UNIT).collect();
    fit_policy(folder, file, "policy-last.json", &games, &settings, &first)?;
    Ok(())
}

/// The header of a file of searched games: `number` tells its seed from those of the other ones.
fn header(recipe: &Recipe, what: &str, number: u64) -> Header {
    Header {
        game: "tetris2".to_owned(),
        bot: format!("tetris2-learned, {what}"),
        features: searched::names(),
        seed: selfplay::seed(!recipe.common.seed, ROW_GAMES + number),
        games: recipe.searched_games,
        ..Header::default()
    }
}

/// Plays files of games of the tree search with the values as they are.
fn play(
    folder: &Folder,
    values: &File,
    nodes: PlayoutCap,
    files: impl Iterator<Item = (String, Header)>,
) -> Result<Vec<PathBuf>> {
    let value = values.learned().map_err(|error| anyhow!(error))?;
    let style = searched::Style {
        search: &values.search,
        value: &value,
        nodes,
        noise: 0.05,
        lambda: 0.85,
    };
    let play = |seed| searched::samples(&style, seed);
    files
        .map(|(name, header)| folder.games(&name, header, play))
        .collect()
}

/// Fits the net of leaves and puts it into the file; its held-out losses after each epoch.
fn fit_net(
    folder: &Folder,
    file: &mut File,
    name: &str,
    games: &[PathBuf],
    settings: &Settings,
    first: Option<&[i16]>,
) -> Result<Vec<f64>> {
    let fit = folder.value(name, || {
        duel::fit::<UNITS>(games, INPUTS, searched::example, settings, first)
    })?;
    file.leaf = lines(&fit.weights);
    Ok(held_out("net", &fit.losses))
}

/// Fits the policy and puts it into the file; its held-out losses after each epoch.
fn fit_policy(
    folder: &Folder,
    file: &mut File,
    name: &str,
    games: &[PathBuf],
    settings: &Settings,
    first: &[f32],
) -> Result<Vec<f64>> {
    let fit = folder.value(name, || {
        choices::fit(games, first, settled::choices, settings)
    })?;
    let part = |weight: &f32| libm::roundf(policy::UNIT * weight) as i16;
    file.policy = lines(&fit.weights.iter().map(part).collect::<Vec<_>>());
    Ok(held_out("policy", &fit.losses))
}

/// The held-out losses of a fit after each epoch, of which the last one is printed.
fn held_out(what: &str, losses: &[[f64; 2]]) -> Vec<f64> {
    let losses: Vec<f64> = losses.iter().map(|[_, held_out]| *held_out).collect();
    if let Some(last) = losses.last() {
        eprintln!("  {what}: held-out loss {last:.4}");
    }
    losses
}

fn lines(weights: &[i16]) -> Vec<String> {
    dense::text(weights).lines().map(str::to_owned).collect()
}

fn numbers(lines: &[String]) -> Result<Vec<i16>> {
    dense::read(&lines.concat()).map_err(|error| anyhow!(error))
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
    folder.save(&format!("losses-{what}.svg"), &text)?;
    Ok(())
}

/// The new parameters against `tetris2-mcts`.
fn close(params: &Path, nodes: u64) -> Result<()> {
    let program = closing::build("tetris2-learned")?;
    let bot = format!(
        "cmd:'{program}' --nodes {nodes} --seed {{seed}} --params '{}'",
        params.display()
    );
    let nodes = nodes.to_string();
    closing::play(&[&bot, "tetris2-mcts", "--nodes", &nodes, "--games", "100"])
}
