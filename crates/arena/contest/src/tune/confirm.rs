//! Is the tuned bot better against somebody who was not in the tuning?
//!
//! Both, tuned (A) and as before (B), play the same opponent from the same starts, with the same seeds. A pair of the
//! [sequential test](statistics::sprt) is one game of each from one start: A's points and what the opponent took from B. So
//! a pair is 1-1 if both did equally well, and the test is about A against B without a game between the two.

use anyhow::Result;

use super::games::play;
use referee::record::GameRecord;

use crate::Contest;
use journal::fixture::Fixture;
use journal::hypotheses::Hypotheses;
use statistics::sprt::Sprt;

/// Starts that are played before the test is looked at. Fixed, so that nothing depends on the number of jobs.
const BATCH: u32 = 8;

/// Runs the test: the players of `contest` are A, B and their opponent. `tell` hears of every batch:
/// games played so far, and the test.
///
/// # Errors
/// If a game has no result.
pub fn confirm(
    contest: &Contest,
    hypotheses: Hypotheses,
    max_games: u32,
    tell: &mut dyn FnMut(u32, &Sprt),
) -> Result<Sprt> {
    let mut test = Sprt::new(hypotheses);
    let mut start = 0;
    while test.decision().is_none() && start < max_games / 2 {
        let end = (start + BATCH).min(max_games / 2);
        // The seats change from start to start. The other game of the start would tell little that is new.
        let ids: Vec<u32> = (start..end).map(|start| 2 * start + start % 2).collect();
        let games = |a: usize| ids.iter().map(move |&id| Fixture { a, b: 2, id });
        let records = play(contest, games(0).chain(games(1)).collect())?;
        let (tuned, before) = records.split_at(ids.len());
        for (a, b) in tuned.iter().zip(before) {
            test.count(points(a) + 2 - points(b));
        }
        start = end;
        tell(2 * start, &test);
    }
    Ok(test)
}

/// Twice the points of player 0.
fn points(game: &GameRecord) -> usize {
    (2.0 * game.score()) as usize
}
