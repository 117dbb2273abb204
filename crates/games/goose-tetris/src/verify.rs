//! The output of `arena verify`: the validity of a record, its score, and the course of the game.

use crate::game::Game;
use crate::outcome::Outcome;
use crate::record::{InvalidRecord, parse_record};
use crate::replay::replay_with;

/// Distance of the marks of [`Verdict::curve`], in pieces.
pub const MARK_EVERY: usize = 1_000;

/// A valid record, replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Points.
    pub score: u32,
    /// Pieces locked.
    pub pieces: usize,
    /// The reason why the game ended; `None` if the record ended first.
    pub end: Option<Outcome>,
    /// (pieces locked, score after them) at every [`MARK_EVERY`] pieces and at the last one.
    pub curve: Vec<(usize, u32)>,
}

/// Checks and replays the text of a record; whitespace around it is ignored.
///
/// ```
/// let verdict = goose_tetris::verify("N,C1,L4,D17,N,D5\n").unwrap();
/// assert_eq!((verdict.score, verdict.pieces), (0, 2));
/// assert!(goose_tetris::verify("L1").is_err());
/// ```
///
/// # Errors
/// The reason why the contest refuses the record. It is not played then.
pub fn verify(text: &str) -> Result<Verdict, InvalidRecord> {
    let record = parse_record(text.trim())?;
    let mut curve = Vec::new();
    let replay = replay_with(&record, |game: &Game| {
        if game.index.is_multiple_of(MARK_EVERY) {
            curve.push((game.index, game.score));
        }
    });
    if curve.last().is_none_or(|mark| mark.0 != replay.locks) {
        curve.push((replay.locks, replay.score));
    }
    Ok(Verdict {
        score: replay.score,
        pieces: replay.locks,
        end: replay.end,
        curve,
    })
}
