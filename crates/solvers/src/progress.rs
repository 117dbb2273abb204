//! Progress bar, Ctrl-C and time of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use goose_tetris::{Bound, Piece};
use indicatif::{ProgressBar, ProgressStyle};

/// The progress of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Pieces placed.
    pub index: usize,
    /// Points so far.
    pub score: u32,
    /// Filled cells.
    pub cells: u32,
}

/// Progress of a search on the terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    bound: Bound,
    stop: Arc<AtomicBool>,
    started: Instant,
    /// Seconds of work before this process.
    before: f64,
}

impl Progress {
    /// Begins at piece `index` of `pieces`, after `before` seconds of earlier work. From now on Ctrl-C asks the
    /// search to stop.
    ///
    /// # Errors
    /// If there is a Ctrl-C handler already.
    pub(crate) fn new(pieces: &[Piece], index: usize, before: f64) -> Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
            .context("no Ctrl-C handler")?;
        let bar = ProgressBar::new(pieces.len() as u64);
        if let Ok(style) =
            ProgressStyle::with_template("{wide_bar} {pos}/{len} pieces, {msg}, {eta} left")
        {
            bar.set_style(style);
        }
        bar.set_position(index as u64);
        bar.reset_eta();
        Ok(Self {
            bar,
            bound: Bound::hard(pieces),
            stop,
            started: Instant::now(),
            before,
        })
    }

    /// Returns true if Ctrl-C came.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Seconds of work, earlier processes included.
    pub(crate) fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }

    /// The geometry-free bound of the pieces to play.
    pub(crate) const fn bound(&self) -> &Bound {
        &self.bound
    }

    /// The points that a game has lost for good against the geometry-free bound.
    fn regret(&self, game: Standing) -> i64 {
        let left = i64::from(game.score) + i64::from(self.bound.value(game.index, game.cells));
        i64::from(self.bound.value(0, 0)) - left
    }

    /// Shows how far a game is.
    pub(crate) fn show(&self, game: Standing) {
        let regret = self.regret(game);
        self.bar
            .set_message(format!("score {}, regret {regret}", game.score));
        self.bar.set_position(game.index as u64);
    }

    /// Leaves the bar and prints the result.
    pub(crate) fn finish(&self, game: Standing) {
        self.bar.abandon();
        println!("pieces: {}", game.index);
        println!("score: {}", game.score);
        println!("regret: {}", self.regret(game));
        println!("seconds: {:.0}", self.seconds());
    }
}
