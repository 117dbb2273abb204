//! A random player of every game, as a program: an opponent where no other is at hand.

use std::io::{BufRead, Read, Write};

use anyhow::{Context, Error, Result};
use arena_common::at_most;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::botzone::BotzoneGame;
use crate::game::{Game, Platform};
use crate::saiblo::SaibloGame;

/// Plays a seat with uniformly random legal moves: on Botzone one turn in JSON, started afresh; on Saiblo a whole half.
///
/// # Errors
/// If the input is none of the game's, or a stream fails.
pub fn play(game: &Game, seed: u64, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<()> {
    match game.platform {
        Platform::Botzone(game) => turn(game, seed, input, output),
        Platform::Saiblo(game) => half(game, seed, input, output),
    }
}

fn turn(
    game: &BotzoneGame,
    seed: u64,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<()> {
    let mut line = Vec::new();
    at_most::line(&mut *input, &mut line, at_most::FILE)?;
    let history: Value = serde_json::from_slice(&line).context("the input is not JSON")?;
    let list = |key: &str| history[key].as_array().cloned().unwrap_or_default();
    let (requests, responses) = (list("requests"), list("responses"));
    let mut view = (game.view)();
    for (number, request) in requests.iter().enumerate() {
        view.request(request).map_err(Error::msg)?;
        if let Some(response) = responses.get(number) {
            view.response(response).map_err(Error::msg)?;
        }
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(requests.len() as u64));
    let response = view
        .pick(&mut |count| random.random_range(0..count))
        .context("there is no legal move")?;
    writeln!(output, "{}", json!({"response": response}))?;
    Ok(())
}

fn half(game: &SaibloGame, seed: u64, input: &mut dyn Read, output: &mut dyn Write) -> Result<()> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut follower = (game.follower)();
    let mut bytes = [0; 4096];
    loop {
        let length = input.read(&mut bytes)?;
        if length == 0 {
            return Ok(());
        }
        follower.receive(&bytes[..length]);
        // Its operation comes back before anything else is sent, so it never answers twice.
        let mut moves = follower.moves();
        if !moves.is_empty() {
            let body = moves.swap_remove(random.random_range(0..moves.len()));
            output.write_all(&u32::try_from(body.len())?.to_be_bytes())?;
            output.write_all(&body)?;
            output.flush()?;
        }
    }
}
