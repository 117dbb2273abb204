//! Learns the value of `amazons-territory` from nothing:
//!
//! ```text
//! cargo run --profile bot -p amazons-territory --example train-amazons-territory -- target/territory --seed 1
//! ```
//!
//! 1. Random games; a value is fitted to their results, a vector of weights for each stage of the game.
//! 2. Policy iteration: both sides play one ply by the last value, with some noise; the next value is fitted to the
//!    games of the last rounds.
//! 3. Rounds of games of the tree search with few nodes.
//! 4. More games of the search with the last value; a net that corrects the value is fitted to them. Then games with that
//!    net, and the net that stays is fitted to the games of both rounds.
//!
//! The folder keeps every step, so a training that was stopped goes on. `params.json` and `net.txt` in it are what the bot's
//! own files are copies of, `losses.svg` shows held-out losses.

mod net;

use std::process::ExitCode;
use std::sync::Arc;

use amazons::{Board, Color, Move};
use amazons_territory::net::{Net, WEIGHTS};
use amazons_territory::params::Params;
use amazons_territory::search::Search;
use amazons_territory::value::{STAGES, TERMS, Value, chance, logit, stage, terms};
use anyhow::{Error, Result};
use clap::Parser;
use fastrand::Rng;
use search::{Budget, dense};
use train::arguments::{self, Arguments};
use train::dataset::{Header, Sample};
use train::logistic::{self, Settings};
use train::selfplay;
use train::steps::Folder;

/// Thousandths of a logit in a logit.
const UNIT: f64 = 1e3;
/// Plies at the start that are played at random.
const OPENING: usize = 2;
/// A noisy move is one of this many best ones.
const NOISY: usize = 12;
/// Of the searched games, whatever the bot plays with: so the recipe stays the same when these are tuned.
const WIDTH: usize = 80;
/// Likewise.
const EXPLORATION: f32 = 0.4;

/// Learns the value of amazons-territory from nothing
#[derive(Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    /// Rounds of one-ply games, the random ones included
    #[arg(long, default_value_t = 8)]
    rounds: u64,
    /// Games in each
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Rounds of searched games
    #[arg(long, default_value_t = 3)]
    searched_rounds: u64,
    /// Games in each
    #[arg(long, default_value_t = 6000)]
    searched_games: u64,
    /// Positions valued a move in those
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// Rounds of games that the net is fitted to: the first without a net, the others with that of the last
    #[arg(long, default_value_t = 2)]
    net_rounds: u64,
    /// Games in each
    #[arg(long, default_value_t = 20_000)]
    net_games: u64,
    /// Positions valued a move in those
    #[arg(long, default_value_t = 5000)]
    net_nodes: u64,
    /// Rounds that a fit looks back
    #[arg(long, default_value_t = 3)]
    window: usize,
    /// Weight of a game's result against what the last value says on the way to it: TD(lambda) (Sutton 1988)
    #[arg(long, default_value_t = 0.9)]
    lambda: f64,
}

/// The choice of both sides' moves.
enum Player<'a> {
    Random,
    OnePly(&'a Value),
    Searched(&'a Params, &'a Arc<Net>, u64),
}

fn main() -> ExitCode {
    arguments::run(learn)
}

fn learn(recipe: &Recipe, folder: &Folder) -> Result<()> {
    let own = Params::own();
    let mut params = Params {
        width: WIDTH,
        refined: 0,
        exploration: EXPLORATION,
        value: [[0; TERMS]; STAGES],
        ..own.clone()
    };
    let no_net = Arc::new(Net::new(&[0; WEIGHTS]).map_err(Error::msg)?);
    let mut fitted = vec![0.0; STAGES * TERMS];
    let mut games = Vec::new();
    let mut losses = Vec::new();
    for round in 0..recipe.rounds + recipe.searched_rounds {
        let is_searched = round >= recipe.rounds;
        let (player, how) = match round {
            0 => (Player::Random, "random".to_owned()),
            _ if is_searched => (
                Player::Searched(&params, &no_net, recipe.nodes),
                format!("{} nodes", recipe.nodes),
            ),
            _ => (Player::OnePly(&params.value), "one ply".to_owned()),
        };
        let header = Header {
            game: "amazons".to_owned(),
            bot: format!("amazons-territory, {how}, round {round}"),
            features: names(),
            seed: selfplay::seed(recipe.common.seed, round),
            games: match is_searched {
                true => recipe.searched_games,
                false => recipe.games,
            },
            ..Header::default()
        };
        let value = (round > 0).then_some(&params.value);
        games.push(folder.games(&format!("games-{round:02}"), header, |seed| {
            samples(&player, value, features, recipe.lambda, seed)
        })?);
        let recent = &games[games.len().saturating_sub(recipe.window)..];
        let fit = folder.value(&format!("fit-{round:02}.json"), || {
            let settings = Settings {
                seed: recipe.common.seed,
                ..Settings::default()
            };
            logistic::fit(recent, &fitted, &settings)
        })?;
        fitted = fit.weights;
        let [_, held_out] = fit.losses.last().copied().unwrap_or_default();
        eprintln!("  held-out loss {held_out:.4}");
        losses.push(held_out);
        for (stage, weights) in fitted.chunks(TERMS).enumerate() {
            for (to, weight) in params.value[stage].iter_mut().zip(weights) {
                *to = (UNIT * weight).round() as i32;
            }
        }
    }
    let mut net = no_net;
    let mut games = Vec::new();
    for round in 0..recipe.net_rounds {
        let header = Header {
            game: "amazons".to_owned(),
            bot: format!(
                "amazons-territory, {} nodes, net of round {round}",
                recipe.net_nodes
            ),
            features: net::names(),
            seed: selfplay::seed(
                recipe.common.seed,
                recipe.rounds + recipe.searched_rounds + round,
            ),
            games: recipe.net_games,
            ..Header::default()
        };
        params.refined = if round == 0 { 0 } else { own.refined };
        let player = Player::Searched(&params, &net, recipe.net_nodes);
        games.push(
            folder.games(&format!("net-games-{round:02}"), header, |seed| {
                samples(&player, None, net::features, recipe.lambda, seed)
            })?,
        );
        let fit = folder.value(&format!("net-fit-{round:02}.json"), || {
            net::fit(&games, &params.value, recipe.common.seed)
        })?;
        net = Arc::new(Net::new(&fit.weights).map_err(Error::msg)?);
        folder.save("net.txt", &dense::text(&fit.weights))?;
    }
    let params = Params {
        value: params.value,
        ..own
    };
    let text = serde_json::to_string_pretty(&params)? + "\n";
    folder.save("params.json", &text)?;
    folder.losses("amazons-territory", [("held-out loss", losses)])
}

/// The features: the terms of each stage.
fn names() -> Vec<String> {
    let kinds = ["queen", "king"];
    let mut terms: Vec<String> = Vec::new();
    for kind in kinds {
        terms.push(format!("{kind}_first"));
        terms.extend((1..=3).map(|steps| format!("{kind}_within_{steps}")));
    }
    terms.extend((0..3).map(|exits| format!("exits_{exits}")));
    terms.extend(kinds.map(|kind| format!("{kind}_shared")));
    terms.push("to_move".to_owned());
    (0..STAGES)
        .flat_map(|stage| {
            terms
                .iter()
                .map(move |term| format!("{term}_stage_{stage}"))
        })
        .collect()
}

fn features(board: &Board) -> Vec<i16> {
    let mut features = vec![0; STAGES * TERMS];
    let at = TERMS * stage(board);
    for (to, term) in features[at..].iter_mut().zip(terms(board)) {
        *to = term as i16;
    }
    features
}

/// Plays a game; all positions after the opening, seen from the side to move. What is said on the way to the result is what a
/// value says, or else what the searches have found.
fn samples(
    player: &Player<'_>,
    value: Option<&Value>,
    features: fn(&Board) -> Vec<i16>,
    lambda: f64,
    seed: u64,
) -> Vec<Sample> {
    let mut random = Rng::with_seed(seed);
    let mut board = Board::new();
    let mut boards = Vec::new();
    let mut last = None;
    let winner = loop {
        if let Some(winner) = board.outcome() {
            break winner;
        }
        let mv = if board.ply() < OPENING {
            chosen(&Player::Random, &board, &mut random, &mut last).0
        } else {
            let (mv, found) = chosen(player, &board, &mut random, &mut last);
            let said = value.map(|value| chance(logit(value, &board)));
            boards.push((board, said.or(found)));
            mv
        };
        board.play_unchecked(mv);
    };
    // Black's chance.
    let mut target = f64::from(winner == Color::Black);
    let mut samples = Vec::new();
    for (board, known) in boards.into_iter().rev() {
        let is_black = board.to_move() == Color::Black;
        let seen = |chance: f64| if is_black { chance } else { 1.0 - chance };
        samples.push(Sample {
            game: 0,
            target: seen(target) as f32,
            features: features(&board),
        });
        if let Some(known) = known {
            target = lambda * target + (1.0 - lambda) * seen(known.into());
        }
    }
    samples.reverse();
    samples
}

/// A move, and the chance to win if a search has found it, in the memory of the last one.
fn chosen(
    player: &Player<'_>,
    board: &Board,
    random: &mut Rng,
    last: &mut Option<Search>,
) -> (Move, Option<f32>) {
    let is_noisy = random.u8(..16) == 0;
    let value = match player {
        Player::Searched(params, net, nodes) if !is_noisy => {
            let search = last.get_or_insert_with(|| Search::new(board, params, net));
            search.restart(board);
            search.run(&mut Budget::of_nodes(*nodes));
            match search.best() {
                Some((mv, chance)) => return (mv, Some(chance)),
                None => panic!("a running game has moves"),
            }
        }
        Player::Searched(params, ..) => &params.value,
        Player::OnePly(value) => value,
        Player::Random => {
            let moves: Vec<Move> = board.moves().collect();
            return (moves[random.usize(..moves.len())], None);
        }
    };
    let mut rated: Vec<(i32, Move)> = board
        .moves()
        .map(|mv| (rate(value, board, mv), mv))
        .collect();
    let choices = if is_noisy { NOISY } else { 1 };
    let last = choices.min(rated.len()) - 1;
    rated.select_nth_unstable(last);
    (rated[random.usize(..=last)].1, None)
}

/// The opponent's logit after a move: the smaller, the better.
fn rate(value: &Value, board: &Board, mv: Move) -> i32 {
    let mut next = *board;
    next.play_unchecked(mv);
    match next.can_move(next.to_move()) {
        true => logit(value, &next),
        false => i32::MIN,
    }
}
