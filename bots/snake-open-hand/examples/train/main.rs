//! Makes the weights of the value from nothing, by games against itself:
//!
//! ```text
//! cargo run --profile bot -p snake-open-hand --example train-snake-open-hand -- OUT [SEED [ROUNDS [GAMES [NODES]]]]
//! ```
//!
//! Defaults: seed 1, 4 rounds of 6000 games at 300 nodes a move. The result depends on these numbers only: not on the
//! number of cores, all of which play, and not on the time.
//!
//! 1. The first round plays with [`Net::territory`], each other one with the weights of the round before.
//! 2. Every position of a game is a sample, for the side in seat 0. Its target is the result of the game mixed with what
//!    the searches of the following turns said, see [`games::set_targets`].
//! 3. The network goes on learning from all samples so far, but for the last tenth of each round's games, which are held
//!    out. For these the log loss is printed, before and after.

mod fit;
mod games;

use std::error::Error;
use std::time::Instant;

use snake_open_hand::net::Net;

use games::Game;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let out = words
        .next()
        .ok_or("usage: train-snake-open-hand OUT [SEED [ROUNDS [GAMES [NODES]]]]")?;
    let mut number = |default: u64| words.next().map_or(Ok(default), |word| word.parse());
    let (seed, rounds, count, nodes) = (number(1)?, number(4)?, number(6000)?, number(300)?);

    let mut random = fastrand::Rng::with_seed(seed);
    let mut net = Net::territory();
    let (mut learned, mut held_out): (Vec<Game>, Vec<Game>) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let started = Instant::now();
        let seeds: Vec<u64> = (0..count).map(|_| random.u64(..)).collect();
        let mut games = games::play(&net, &seeds, nodes);
        games::set_targets(&mut games);
        let turns: usize = games.iter().map(Vec::len).sum();
        println!("round {round}: {count} games, {turns} positions");
        held_out.extend(games.split_off(games.len() * 9 / 10));
        learned.extend(games);
        if round == 0 {
            fit::perturb(&mut net, &mut random);
        }
        fit::print_loss("before", &net, &held_out, round + 1 == rounds);
        fit::fit(&mut net, &learned, &mut random);
        fit::print_loss("after", &net, &held_out, round + 1 == rounds);
        println!("  {:.0} s", started.elapsed().as_secs_f64());
        // What is written is what the bot reads: rounded.
        let text = net.to_string();
        net = text.parse()?;
        std::fs::write(&out, text)?;
    }
    Ok(())
}
