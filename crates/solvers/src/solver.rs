//! A search that goes through the sequence piece by piece, and the loop that drives it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use goose_tetris::{Bound, Move, Piece, SCORING_PIECES, game_record, sequence};

use crate::progress::{Progress, Standing};

/// The part of the command line that every solver has.
#[derive(Clone, Debug, clap::Args)]
pub struct BatchArgs {
    /// Where the record goes
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Threads; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Pieces of the game to play (the future after them is worth nothing)
    #[arg(long, default_value_t = SCORING_PIECES as u32, value_parser = clap::value_parser!(u32).range(1..=SCORING_PIECES as i64))]
    pub pieces: u32,
    /// File to keep the state of the search in
    #[arg(long)]
    pub checkpoint: Option<PathBuf>,
    /// Seconds between checkpoints
    #[arg(long, default_value_t = 60, requires = "checkpoint")]
    pub checkpoint_seconds: u64,
    /// Go on from the checkpoint if the file exists
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
}

impl BatchArgs {
    /// The pieces to play.
    pub fn sequence(&self) -> Vec<Piece> {
        sequence().take(self.pieces as usize).collect()
    }

    /// Threads to use.
    pub fn threads(&self) -> usize {
        usize::from(self.threads)
    }

    /// The checkpoint to go on from, if one was asked for and exists.
    pub fn checkpoint_to_resume(&self) -> Option<&Path> {
        let path = self.checkpoint.as_deref()?;
        (self.resume && path.exists()).then_some(path)
    }
}

/// A search that goes through the sequence piece by piece. Its result must not depend on when it was saved and
/// loaded again.
pub trait Solver {
    /// The pieces before this one are done.
    fn index(&self) -> usize;

    /// Does the next piece. `false` if no board is left to place it on.
    fn advance(&mut self) -> bool;

    /// The game to show while the search runs; `bound` is the one of the pieces to play.
    fn standing(&self, bound: &Bound) -> Option<Standing>;

    /// The best game so far and its locks.
    fn best_game(&self, bound: &Bound) -> Option<(Standing, Vec<Move>)>;

    /// Writes the state after `seconds` of work.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn save(&mut self, path: &Path, seconds: f64) -> Result<()>;
}

/// Searches until the pieces are placed, no board is left or Ctrl-C comes, then prints the result of the best game and
/// writes its record. `seconds` of work were done before.
///
/// # Errors
/// If a file cannot be written, or if no game was found.
pub fn run(solver: &mut impl Solver, args: &BatchArgs, seconds: f64) -> Result<()> {
    let pieces = args.sequence();
    let progress = Progress::new(&pieces, solver.index(), seconds)?;
    let mut saved = Instant::now();
    let mut game_over = false;
    while solver.index() < pieces.len() && !game_over && !progress.stopped() {
        game_over = !solver.advance();
        if let Some(standing) = solver.standing(progress.bound()) {
            progress.show(standing);
        }
        if let Some(path) = &args.checkpoint
            && saved.elapsed() >= Duration::from_secs(args.checkpoint_seconds)
        {
            solver.save(path, progress.seconds())?;
            saved = Instant::now();
        }
    }
    if let Some(path) = &args.checkpoint {
        solver.save(path, progress.seconds())?;
    }
    let Some((standing, moves)) = solver.best_game(progress.bound()) else {
        bail!("no board is left")
    };
    let record = game_record(moves)?;
    progress.finish(standing);
    if let Some(path) = &args.out {
        fs::write(path, record).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
