//! Rounds of games and fits, each with what the round before has learned.

use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::batches::Fit;
use crate::dataset::{Header, Sample};
use crate::selfplay;
use crate::steps::Folder;

/// The rounds of a training.
pub struct Rounds<'a> {
    folder: &'a Folder,
    seed: u64,
    window: usize,
    games: Vec<PathBuf>,
    /// The held-out loss of each round.
    pub losses: Vec<f64>,
}

impl<'a> Rounds<'a> {
    /// Rounds in this folder, whose fits are to the games of the last `window` rounds. Each has [its own seed](selfplay::seed).
    pub fn new(folder: &'a Folder, window: usize, seed: u64) -> Self {
        Self {
            folder,
            seed,
            window,
            games: Vec::new(),
            losses: Vec::new(),
        }
    }

    /// Plays the games of the next round, of which the header tells all but the seed. Returns what the fit, which is told the files of
    /// the last rounds and the seed, makes of them.
    ///
    /// # Errors
    /// Those of [`Folder::games`] and of the fit.
    pub fn next<W: Serialize + DeserializeOwned>(
        &mut self,
        mut header: Header,
        play: impl Fn(u64) -> Vec<Sample> + Sync,
        fit: impl FnOnce(&[PathBuf], u64) -> Result<Fit<W>>,
    ) -> Result<W> {
        let round = self.games.len();
        let seed = selfplay::seed(self.seed, round as u64);
        header.seed = seed;
        let games = self.folder.games(&format!("games-{round}"), header, play)?;
        self.games.push(games);
        let recent = &self.games[self.games.len().saturating_sub(self.window)..];
        let fit = (self.folder).value(&format!("fit-{round}.json"), || fit(recent, seed))?;
        self.losses
            .extend(fit.losses.last().map(|losses| losses[1]));
        Ok(fit.weights)
    }
}
