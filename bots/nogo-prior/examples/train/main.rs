//! Learns the net of `nogo-prior` from nothing, by games against itself:
//!
//! ```text
//! cargo run --profile bot -p nogo-prior --example train-nogo-prior -- target/nogo-prior --seed 1
//! ```
//!
//! 1. The first round plays with the knowledge of `nogo-rave`, each other one with the net of the round before.
//! 2. Every searched position of a game is a sample: how the search spread its visits over the moves, and the result of the
//!    game mixed with what the searches of the following turns said, see [`games::samples`].
//! 3. A net is fitted to the games of the last rounds, each time from small random weights.
//! 4. The last net is fitted further to many more games of its own, of which most moves are searched quickly and teach the
//!    value alone.
//! 5. A match against the committed net, if `--match NODES` asks for it.
//!
//! The defaults are what the committed net was learned with. The folder keeps every step, so a training that was stopped
//! goes on. `net.txt` in it is what the bot's own file is a copy of, `params.json` what `--params` takes,
//! `losses.svg` shows held-out losses.

mod fit;
mod games;
mod pass;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::Parser;
use nogo_prior::net::{Net, pack, unpack};
use search::dense;
use train::arguments::{self, Arguments};
use train::dataset::Header;
use train::selfplay::PlayoutCap;
use train::steps::Folder;
use train::{closing, selfplay};

use crate::fit::Fit;
use crate::games::Searches;

/// Learns the net of nogo-prior from nothing, by games against itself
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Rounds of games, each with the net of the round before
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Games of the first round, which are quicker
    #[arg(long, default_value_t = 6_000)]
    first_games: u64,
    /// Games of the second round; the third has twice as many, and so on
    #[arg(long, default_value_t = 4_000)]
    games: u64,
    /// Simulations a move
    #[arg(long, default_value_t = 800)]
    simulations: u64,
    /// Rounds that a fit looks back
    #[arg(long, default_value_t = 3)]
    window: usize,
    /// Times that a fit goes through its samples
    #[arg(long, default_value_t = 6)]
    epochs: usize,
    /// Games that the last net is fitted further to; 0 leaves it as it is
    #[arg(long, default_value_t = 9_000)]
    last_games: u64,
    /// Fit the net of this file further; without it the rounds come first
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Play the committed net in the end, with so many simulations a turn
    #[arg(long = "match", value_name = "SIMULATIONS", conflicts_with = "shard")]
    closing: Option<u64>,
}

fn main() -> ExitCode {
    arguments::run(learn)
}

/// The searches of the games that the last net is fitted further to.
const LAST: Searches = Searches {
    simulations: PlayoutCap {
        full: 600,
        one_in: 8,
        quick: 40,
    },
    weight: 0.8,
};
/// Times that the last fit goes through its samples.
const LAST_EPOCHS: usize = 2;

fn learn(recipe: &Recipe, folder: &Folder) -> Result<()> {
    let mut losses = Vec::new();
    let mut numbers = match &recipe.from {
        None => rounds(recipe, folder, &mut losses)?,
        Some(file) => {
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("--from {}", file.display()))?;
            let numbers = dense::read(&text).and_then(|packed| unpack(&packed));
            numbers.map_err(|error| anyhow!("--from {}: {error}", file.display()))?
        }
    };
    if recipe.last_games > 0 {
        let seed = selfplay::seed(recipe.common.seed, recipe.rounds);
        let header = header("last round", seed, recipe.last_games);
        let net = Net::new(&numbers).map_err(|error| anyhow!(error))?;
        let games = folder.games("games-last", header, |seed| {
            games::samples(Some(&net), seed, LAST)
        })?;
        let fit = folder.value("fit-last.json", || {
            fit::fit(&[games], LAST_EPOCHS, seed, Some(&numbers))
        })?;
        losses.push(held_out(&fit));
        numbers = fit.weights;
    }
    let text = dense::text(&pack(&numbers));
    folder.save("net.txt", &text)?;
    let lines: Vec<&str> = text.lines().collect();
    let params = folder.params(include_str!("../../params.json"), "net", lines)?;
    let part = |part: usize| losses.iter().map(|losses| losses[part]).collect();
    folder.losses("nogo-prior", [("value", part(0)), ("policy", part(1))])?;
    closing::against_committed(["nogo-prior", "nogo"], &params, recipe.closing, 2)
}

/// The weights of the last round's net.
fn rounds(recipe: &Recipe, folder: &Folder, losses: &mut Vec<[f64; 2]>) -> Result<Vec<i16>> {
    let searches = Searches {
        simulations: PlayoutCap::all(recipe.simulations),
        weight: 0.5,
    };
    let mut net = None;
    let mut files = Vec::new();
    let mut numbers = Vec::new();
    for round in 0..recipe.rounds {
        let seed = selfplay::seed(recipe.common.seed, round);
        let games = match round {
            0 => recipe.first_games,
            _ => round * recipe.games,
        };
        let what = format!("{} simulations, round {round}", recipe.simulations);
        files.push(folder.games(
            &format!("games-{round}"),
            header(&what, seed, games),
            |seed| games::samples(net.as_ref(), seed, searches),
        )?);
        let recent = &files[files.len().saturating_sub(recipe.window)..];
        let fit = folder.value(&format!("fit-{round}.json"), || {
            fit::fit(recent, recipe.epochs, seed, None)
        })?;
        losses.push(held_out(&fit));
        net = Some(Net::new(&fit.weights).map_err(|error| anyhow!(error))?);
        numbers = fit.weights;
    }
    Ok(numbers)
}

fn header(what: &str, seed: u64, games: u64) -> Header {
    Header {
        game: "nogo".to_owned(),
        bot: format!("nogo-prior, {what}"),
        features: games::names(),
        seed,
        games,
        ..Header::default()
    }
}

/// The held-out losses of value and policy after the last epoch.
fn held_out(fit: &Fit) -> [f64; 2] {
    let [_, _, value, policy] = fit.losses.last().copied().unwrap_or_default();
    eprintln!("  held-out losses: value {value:.4}, policy {policy:.4}");
    [value, policy]
}
