//! The result of a whole match, for the top of the page.

use gameplay::Game;
use gameplay::record::GameRecord;
use journal::header::Header;
use serde_json::{Value, json};
use statistics::matches::Matches;
use statistics::stats::{Estimate, pair_interval};
use statistics::tally::Tally;

/// The results so far, counted by games, or by whole matches if games are halves of them.
#[derive(Debug)]
pub(crate) struct MatchResult {
    tally: Tally,
    matches: Option<Matches>,
}

impl MatchResult {
    pub(crate) fn new(game: Option<&Game>, header: &Header) -> Self {
        MatchResult {
            tally: Tally::new(header.deal()),
            matches: game.and_then(Matches::new),
        }
    }

    pub(crate) fn add(&mut self, record: &GameRecord) {
        self.tally.add(record);
        if let Some(matches) = &mut self.matches {
            matches.add(record);
        }
    }

    /// `count` is what A has won, drawn and lost, `mean` A's score and `low` to `high` its interval, all three in 0 to 1,
    /// from this number of `pairs`; `matches` is true if whole matches were counted.
    pub(crate) fn value(&self) -> Value {
        let (count, estimate, pairs) = match &self.matches {
            Some(matches) => {
                let points = matches.points();
                let won = points.iter().filter(|&&point| point > 0.0).count();
                let count = [won, 0, points.len() - won].map(|count| count as u32);
                (count, pair_interval(&points), points.len())
            }
            None => {
                let total = self.tally.total;
                let count = [total.wins, total.draws, total.losses];
                let pairs = (total.games() / self.tally.games) as usize;
                (count, self.tally.estimate(), pairs)
            }
        };
        let [won, drawn, lost] = count.map(f64::from);
        let all = won + drawn + lost;
        json!({
            "count": count,
            "mean": (all > 0.0).then(|| (won + drawn / 2.0) / all),
            "low": estimate.map(|Estimate { low, .. }| low),
            "high": estimate.map(|Estimate { high, .. }| high),
            "pairs": pairs,
            "matches": self.matches.is_some(),
        })
    }
}
