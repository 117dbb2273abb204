//! The command line, and the search as a batch job.

use std::path::Path;

use anyhow::Result;
use clap::Parser;
use goose_tetris::{Bound, Move, Piece};
use solvers::Standing;
use solvers::solver::{self, BatchArgs, Solver};

use crate::outer::Outer;
use crate::saved::{load, save};
use crate::stage::{End, Limits};

/// Plays Goose Tetris and writes the record: the contest winner's search in two levels
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    #[command(flatten)]
    batch: BatchArgs,
    /// Boards of one bucket
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    bucket_size: u32,
    /// Boards of one layer of a stage
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    layer_width: u32,
    /// Layers of a stage: pieces from one clear to the next
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    layers: u32,
    /// Changes the order of boards that are equal in all that is compared
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl Cli {
    /// Searches and writes the record: the best game found, also when Ctrl-C came. A record ends with its last
    /// clear.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a checkpoint is another program's or version's or belongs to other
    /// arguments.
    pub fn run(&self) -> Result<()> {
        let pieces = self.batch.sequence();
        let limits = Limits {
            bucket_size: self.bucket_size as usize,
            layer_width: self.layer_width as usize,
            layers: self.layers as usize,
            seed: self.seed,
        };
        let (outer, seconds) = match self.batch.checkpoint_to_resume() {
            Some(path) => load(path, &limits, pieces.len())?,
            None => (Outer::new(), 0.0),
        };
        let mut search = Search {
            outer,
            pieces,
            limits,
            threads: self.batch.threads(),
        };
        solver::run(&mut search, &self.batch, seconds)
    }
}

struct Search {
    outer: Outer,
    pieces: Vec<Piece>,
    limits: Limits,
    threads: usize,
}

impl Solver for Search {
    fn index(&self) -> usize {
        self.outer.index
    }

    /// Later buckets may hold boards when those of this piece are empty, so the search goes on to the end.
    fn advance(&mut self) -> bool {
        self.outer.advance(&self.pieces, &self.limits, self.threads);
        true
    }

    fn standing(&self, bound: &Bound) -> Option<Standing> {
        self.outer.frontier(bound).map(standing)
    }

    fn best_game(&self, _: &Bound) -> Option<(Standing, Vec<Move>)> {
        let best = self.outer.best;
        let end = &self.outer.entries[best as usize].end;
        Some((standing(end), self.outer.game(best)))
    }

    fn save(&mut self, path: &Path, seconds: f64) -> Result<()> {
        self.outer.prune();
        save(path, &self.outer, &self.limits, self.pieces.len(), seconds)
    }
}

fn standing(end: &End) -> Standing {
    Standing {
        index: end.place.index,
        score: end.place.score,
        cells: end.cells,
    }
}
