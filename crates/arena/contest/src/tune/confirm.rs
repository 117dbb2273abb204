//! Is the tuned bot better against somebody who was not in the tuning?
//!
//! Both, tuned (A) and as before (B), play the same opponent from the same starts, with the same seeds. A pair of the
//! [sequential test](statistics::sprt) is one game of each from one start: A's points and what the opponent took from B. So
//! a pair is 1-1 if both did equally well, and the test is about A against B without a game between the two.

use std::ops::Range;

use anyhow::Result;
use journal::fixture::Fixture;
use journal::hypotheses::Hypotheses;
use serde::{Deserialize, Serialize};
use statistics::sprt::Sprt;

/// Starts that are played before the test is looked at. Fixed, so that nothing depends on the number of jobs.
const BATCH: u32 = 8;

/// The rivals of the tuned bot, and the test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Confirmation {
    /// The rivals, as the command line has them.
    pub against: Vec<String>,
    /// H1: this many Elo better than before; H0: 0.
    pub elo1: f64,
    /// Most games against each rival.
    pub max_games: u32,
}

impl Confirmation {
    /// The hypotheses that the games are to decide between.
    ///
    /// # Errors
    /// If `elo1` makes no sense.
    pub fn hypotheses(&self) -> Result<Hypotheses> {
        Hypotheses::new(0.0, self.elo1, 0.05, 0.05)
    }

    /// The test after so many pairs of each result.
    ///
    /// # Errors
    /// As [`hypotheses`](Self::hypotheses).
    pub fn test(&self, pairs: [u32; 5]) -> Result<Sprt> {
        Ok(Sprt::after(self.hypotheses()?, pairs))
    }

    /// The starts that are played next, at most so many batches of them; none where the test is over.
    ///
    /// # Errors
    /// As [`hypotheses`](Self::hypotheses).
    pub fn starts(&self, pairs: [u32; 5], batches: u32) -> Result<Range<u32>> {
        let (start, end) = (pairs.iter().sum(), self.max_games / 2);
        Ok(match self.test(pairs)?.decision() {
            Some(_) => end..end,
            None => start..end.min(BATCH.saturating_mul(batches).saturating_add(start)),
        })
    }

    /// The number of batches in which pairs were counted.
    pub fn batches(pairs: &[u32; 5]) -> u32 {
        pairs.iter().sum::<u32>().div_ceil(BATCH)
    }

    /// The pairs with those of these games counted, which are [`games`] with their scores.
    ///
    /// # Errors
    /// As [`hypotheses`](Self::hypotheses).
    pub fn count(&self, pairs: [u32; 5], scores: &[f64]) -> Result<[u32; 5]> {
        let mut test = self.test(pairs)?;
        for pair in scores.as_chunks().0 {
            let [tuned, before] = pair.map(|score| (2.0 * score) as usize);
            test.count(tuned + 2 - before);
        }
        Ok(test.pairs())
    }
}

/// The games from these starts: from each, players 0 and 1 have one against player 2.
pub fn games(starts: Range<u32>) -> impl Iterator<Item = Fixture> {
    starts.flat_map(|start| {
        // The seats change from start to start. The other game of the start would tell little that is new.
        let id = 2 * start + start % 2;
        [0, 1].map(|a| Fixture { a, b: 2, id })
    })
}
