//! The summary of a run.

use std::cmp::Ordering;
use std::fmt;

use super::wire::End;
use arena_common::texts::counted;

/// The summary of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Matches won.
    pub won: u32,
    /// Matches drawn, or of more than two players and without a single winner.
    pub drawn: u32,
    /// Matches lost.
    pub lost: u32,
    /// Matches that the site gave up.
    pub aborted: u32,
    /// Turns where the fallback move was played: the session's, or ours if the bot failed.
    pub saved: u32,
    /// The place and the cause of the first of them.
    pub first_saved: Option<String>,
    /// Ids of the matches that go on.
    pub open: Vec<String>,
    /// True if the user has ended the run.
    pub cancelled: bool,
}

impl Summary {
    /// Matches that have ended.
    pub fn ended(&self) -> u32 {
        self.won + self.drawn + self.lost + self.aborted
    }

    /// Counts an answer of this match, to request number `turn` from 1, that a fallback move has saved.
    pub fn count_saved(&mut self, id: &str, turn: usize, cause: &str) {
        self.saved += 1;
        self.first_saved
            .get_or_insert_with(|| said!("match {id}, turn {turn}: {cause}"));
    }

    /// Counts a match and says how it ended.
    pub fn count(&mut self, end: &End) -> &'static str {
        let Some(own) = end.scores.get(end.seat) else {
            self.aborted += 1;
            return "aborted";
        };
        match own.as_f64().partial_cmp(&best_other(end)) {
            Some(Ordering::Greater) => {
                self.won += 1;
                "won"
            }
            Some(Ordering::Less) => {
                self.lost += 1;
                "lost"
            }
            _ => {
                self.drawn += 1;
                "drawn"
            }
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&said!(
            "{} ended: {} won, {} drawn, {} lost, {} aborted",
            counted(self.ended(), "match", "matches"),
            self.won,
            self.drawn,
            self.lost,
            self.aborted
        ))?;
        match &self.first_saved {
            None => Ok(()),
            Some(first) => f.write_str(&said!(
                "\n{} answers saved by a fallback move, the first in {first}",
                self.saved
            )),
        }
    }
}

/// The best score of another seat.
fn best_other(end: &End) -> Option<f64> {
    let others = end
        .scores
        .iter()
        .enumerate()
        .filter(|(seat, _)| *seat != end.seat);
    others
        .filter_map(|(_, score)| score.as_f64())
        .max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ends_are_counted() {
        let mut summary = Summary::default();
        let end = |seat, scores: &[f64]| End {
            id: "a".to_owned(),
            seat,
            scores: scores.iter().map(|score| json!(score)).collect(),
        };
        assert_eq!(summary.count(&end(0, &[1.0, 0.0])), "won");
        assert_eq!(summary.count(&end(1, &[2.0, 0.5])), "lost");
        assert_eq!(summary.count(&end(1, &[1.0, 1.0])), "drawn");
        assert_eq!(summary.count(&end(2, &[0.0, 1.0, 2.0, -1.0])), "won");
        assert_eq!(summary.count(&end(0, &[])), "aborted");
        let one = Summary {
            won: 1,
            ..Summary::default()
        };
        assert!(one.to_string().starts_with("1 match ended: "), "{one}");
        assert_eq!(
            summary.to_string(),
            "5 matches ended: 2 won, 1 drawn, 1 lost, 1 aborted"
        );
    }
}
