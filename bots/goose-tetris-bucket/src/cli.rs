//! The command line, and the search as a batch job.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Parser;
use goose_tetris::{Piece, SCORING_PIECES, sequence};
use goose_tetris_foresight::batch::Progress;

use crate::outer::Outer;
use crate::saved::{load, save};
use crate::stage::Limits;

/// Plays Goose Tetris and writes the record: the contest winner's search in two levels
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    /// Where the record goes
    #[arg(long)]
    out: Option<PathBuf>,
    /// Boards of one bucket
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    bucket_size: u32,
    /// Boards of one layer of a stage
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    layer_width: u32,
    /// Layers of a stage: pieces from one clear to the next
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    layers: u32,
    /// Threads; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Pieces of the game to play
    #[arg(long, default_value_t = SCORING_PIECES as u32, value_parser = clap::value_parser!(u32).range(1..=SCORING_PIECES as i64))]
    pieces: u32,
    /// Changes the order of boards that are equal in all that is compared
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// File to keep the state of the search in
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Seconds between checkpoints
    #[arg(long, default_value_t = 60, requires = "checkpoint")]
    checkpoint_seconds: u64,
    /// Go on from the checkpoint if the file exists
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

impl Cli {
    /// Searches and writes the record: the best game found, also when Ctrl-C came. A record ends with its last
    /// clear.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a checkpoint belongs to other arguments.
    pub fn run(&self) -> Result<()> {
        let pieces: Vec<Piece> = sequence().take(self.pieces as usize).collect();
        let limits = Limits {
            bucket_size: self.bucket_size as usize,
            layer_width: self.layer_width as usize,
            layers: self.layers as usize,
            seed: self.seed,
        };
        let (mut outer, seconds) = match &self.checkpoint {
            Some(path) if self.resume && path.exists() => load(path, &limits, pieces.len())?,
            _ => (Outer::new(), 0.0),
        };
        let progress = Progress::new(pieces.len(), outer.index, seconds)?;
        let mut saved = Instant::now();
        while outer.index < pieces.len() && !progress.stopped() {
            outer.advance(&pieces, &limits, usize::from(self.threads));
            if let Some(end) = outer.frontier(progress.bound()) {
                progress.show(end.place.index, end.place.score, end.cells);
            }
            if saved.elapsed() >= Duration::from_secs(self.checkpoint_seconds) {
                self.save(&mut outer, &limits, progress.seconds())?;
                saved = Instant::now();
            }
        }
        self.save(&mut outer, &limits, progress.seconds())?;
        let best = &outer.entries[outer.best as usize].end;
        let place = (best.place.index, best.place.score, best.cells);
        progress.finish(outer.game(outer.best), place, self.out.as_deref())
    }

    fn save(&self, outer: &mut Outer, limits: &Limits, seconds: f64) -> Result<()> {
        match &self.checkpoint {
            Some(path) => save(path, outer, limits, self.pieces as usize, seconds),
            None => Ok(()),
        }
    }
}
