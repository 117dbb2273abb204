//! What every solver of this game does around its search: progress bar, Ctrl-C, files that a kill leaves whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use goose_tetris::{Bound, Move, SCORING_PIECES, game_record, sequence};
use indicatif::{ProgressBar, ProgressStyle};

/// Progress of a search on the terminal, and its time.
#[derive(Debug)]
pub struct Progress {
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
    pub fn new(pieces: usize, index: usize, before: f64) -> Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
            .context("no Ctrl-C handler")?;
        let bar = ProgressBar::new(pieces as u64);
        if let Ok(style) =
            ProgressStyle::with_template("{wide_bar} {pos}/{len} pieces, {msg}, {eta} left")
        {
            bar.set_style(style);
        }
        bar.set_position(index as u64);
        bar.reset_eta();
        let sequence: Vec<_> = sequence().take(pieces.min(SCORING_PIECES)).collect();
        Ok(Self {
            bar,
            bound: Bound::hard(&sequence),
            stop,
            started: Instant::now(),
            before,
        })
    }

    /// Whether Ctrl-C came.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Seconds of work, earlier processes included.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }

    /// The geometry-free bound of the pieces to play.
    #[must_use]
    pub const fn bound(&self) -> &Bound {
        &self.bound
    }

    /// What the play so far has lost for good against the geometry-free bound.
    #[must_use]
    pub fn regret(&self, index: usize, score: u32, cells: u32) -> i64 {
        let left = i64::from(score) + i64::from(self.bound.value(index, cells));
        i64::from(self.bound.value(0, 0)) - left
    }

    /// Shows the best game after `index` pieces.
    pub fn show(&self, index: usize, score: u32, cells: u32) {
        let regret = self.regret(index, score, cells);
        self.bar
            .set_message(format!("score {score}, regret {regret}"));
        self.bar.set_position(index as u64);
    }

    /// Leaves the bar, prints the result and writes the record of the game.
    ///
    /// # Errors
    /// If the file cannot be written, or a lock cannot be reached, which would be a mistake in the search.
    pub fn finish(
        &self,
        moves: impl IntoIterator<Item = Move>,
        (index, score, cells): (usize, u32, u32),
        out: Option<&Path>,
    ) -> Result<()> {
        self.bar.abandon();
        let record = game_record(moves)?;
        println!("pieces: {index}");
        println!("score: {score}");
        println!("regret: {}", self.regret(index, score, cells));
        println!("seconds: {:.0}", self.seconds());
        if let Some(path) = out {
            fs::write(path, record).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

/// Writes a neighbour file, then renames it over `path`: a kill leaves the old file or the new one.
///
/// # Errors
/// If the file cannot be written.
pub fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let fresh = path.with_added_extension("new");
    let mut file = BufWriter::with_capacity(1 << 20, File::create(&fresh)?);
    write(&mut file)?;
    file.flush()?;
    file.get_ref().sync_all()?;
    fs::rename(fresh, path)
}
