//! Games on all cores.

use std::path::Path;

use anyhow::Result;
use fastrand::Rng;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use search::splitmix;

use crate::dataset::{Header, Sample, Writer};

/// Games that are played before their samples are written: this many stay in memory, and are lost with a killed process.
const BLOCK: u64 = 256;

/// Plays the games of the header's shard, each from a separate seed, and writes their samples in the order of the
/// games. So the file does not depend on the number of threads, which is rayon's. The games of a killed process are
/// kept.
///
/// `play` gets the seed of a game and returns its samples, whatever number they give as their game.
///
/// # Errors
/// If the file cannot be written.
pub fn write<P>(path: &Path, header: &Header, play: P) -> Result<()>
where
    P: Fn(u64) -> Vec<Sample> + Sync,
{
    let mut writer = Writer::open(path, header)?;
    let games = header.range();
    let mut first = writer.next_game();
    let bar = progress(games.end - games.start, "games");
    bar.set_position(first - games.start);
    while first < games.end {
        let end = games.end.min(first + BLOCK);
        let games: Vec<(u64, Vec<Sample>)> = (first..end)
            .into_par_iter()
            .map(|game| {
                let samples = play(seed(header.seed, game));
                bar.inc(1);
                (game, samples)
            })
            .collect();
        for (game, samples) in games {
            for sample in samples {
                let game = game as u32;
                writer.add(&Sample { game, ..sample })?;
            }
        }
        writer.flush()?;
        first = end;
    }
    bar.finish_and_clear();
    writer.finish()
}

/// Playout cap randomization (Wu 2019): most turns of a game are searched quickly, and a policy learns from the full searches
/// alone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayoutCap {
    /// Nodes of a full search.
    pub full: u64,
    /// One search of this many is a full one, by chance.
    pub one_in: u32,
    /// Nodes of the others.
    pub quick: u64,
}

impl PlayoutCap {
    /// All searches are full.
    pub const fn all(nodes: u64) -> Self {
        Self {
            full: nodes,
            one_in: 1,
            quick: nodes,
        }
    }

    /// The nodes of the next search, and whether it is a full one. Where all are, nothing is drawn.
    pub fn draw(self, random: &mut Rng) -> (u64, bool) {
        if self.one_in == 1 || random.u32(..self.one_in) == 0 {
            (self.full, true)
        } else {
            (self.quick, false)
        }
    }
}

/// A progress bar with the time to go; hidden where standard error is no terminal.
pub fn progress(length: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let form = format!("{{wide_bar}} {{pos}}/{{len}} {what}, {{elapsed}}, {{eta}} to go");
    if let Ok(style) = ProgressStyle::with_template(&form) {
        bar.set_style(style);
    }
    bar
}

/// The seed of a game of self-play that was started with `seed`.
pub fn seed(seed: u64, game: u64) -> u64 {
    splitmix(seed, game + 1)
}
