//! The result of a whole match, for the top of the page.

use contest::Played;
use serde_json::{Value, json};
use statistics::stats::{Estimate, pair_interval};

/// `count` is what A has won, drawn and lost, `mean` A's score and `low` to `high` its interval, all three in 0 to 1,
/// from this number of `pairs`; `matches` is true if whole matches were counted.
pub(crate) fn value(played: &Played) -> Value {
    let (count, estimate, pairs) = match &played.matches {
        Some(matches) => {
            let points = matches.points();
            let won = points.iter().filter(|&&point| point > 0.0).count();
            let count = [won, 0, points.len() - won].map(|count| count as u32);
            (count, pair_interval(&points), points.len())
        }
        None => {
            let total = played.tally.total;
            let count = [total.wins, total.draws, total.losses];
            let pairs = (total.games() / played.tally.games) as usize;
            (count, played.tally.estimate(), pairs)
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
        "matches": played.matches.is_some(),
    })
}
