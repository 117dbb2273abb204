//! The sequential probability ratio test over game pairs.
//!
//! Two hypotheses about A's strength against B are given as Elo differences. After each pair of games the generalized
//! log-likelihood ratio (LLR) of the five possible pair results is compared with Wald's bounds (Wald, "Sequential tests
//! of statistical hypotheses", 1945). The games of a pair share their start, so only pairs are independent, and their
//! five results are counted as they are ("pentanomial"; Van den Bergh, "Comments on GSPRT", the method of the Stockfish
//! project's test server).

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use crate::stats::{elo, normal_cdf, pair_interval};
use arena_common::texts::counted;
use gameplay::record::GameRecord;
use journal::hypotheses::Hypotheses;

/// Mean score per game of each pair result.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The count of a result that has not occurred, so that pairs that are all alike have a likelihood, too (the test
/// server's figure).
const PSEUDO_COUNT: f64 = 1e-3;

/// Pairs after which the time to go can be estimated.
const FIRST_ESTIMATE: u32 = 8;

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A is not as strong as H1 says.
    H0,
    /// A is stronger than H0 says.
    H1,
}

/// The expected number of games, those played included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expected {
    /// All that are planned.
    #[default]
    Planned,
    /// An estimate; never more than are planned.
    Games(u32),
    /// Not known yet.
    Unknown,
}

/// A running test.
#[derive(Clone, Debug)]
pub struct Sprt {
    hypotheses: Hypotheses,
    /// Pairs lost 0-2, 0.5-1.5, 1-1, 1.5-0.5 and won 2-0.
    pairs: [u32; 5],
    llr: f64,
    decision: Option<Decision>,
    /// The pair to be counted next.
    next: u32,
    /// A's results in games of pairs that are not counted yet, twice the score.
    waiting: BTreeMap<u32, Vec<usize>>,
}

/// The generalized log-likelihood ratio of H1 to H0 for so many pairs of each result.
fn llr(hypotheses: &Hypotheses, pairs: &[u32; 5]) -> f64 {
    let counts = pairs.map(|count| f64::from(count).max(PSEUDO_COUNT));
    let total: f64 = counts.iter().sum();
    let probabilities = counts.map(|count| count / total);
    let tilts = [hypotheses.elo0, hypotheses.elo1].map(|elo| tilt(&probabilities, score(elo)));
    let mut sum = 0.0;
    for (count, a) in counts.iter().zip(SCORES) {
        let [p0, p1] = [(tilts[0], hypotheses.elo0), (tilts[1], hypotheses.elo1)]
            .map(|(t, elo)| -(t * (a - score(elo))).ln_1p());
        sum += count * (p1 - p0);
    }
    sum
}

/// Score per game that the logistic model expects at an Elo difference.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The `t` for which `p / (1 + t (a - s))` are the most likely probabilities with mean score `s`.
///
/// `sum p (a - s) / (1 + t (a - s))` falls with `t`, between the two poles, and is zero there; found by bisection.
fn tilt(probabilities: &[f64; 5], s: f64) -> f64 {
    let excess = |t: f64| -> f64 {
        let terms = probabilities.iter().zip(SCORES);
        terms.map(|(p, a)| p * (a - s) / (1.0 + t * (a - s))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    // Twice the digits of an f64: then low and high are neighbours.
    for _ in 0..128 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

impl Sprt {
    /// A test without games.
    pub fn new(hypotheses: Hypotheses) -> Self {
        Self {
            hypotheses,
            pairs: [0; 5],
            llr: 0.0,
            decision: None,
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// A test that has counted so many pairs of each result, and was not decided before the last of them.
    pub fn after(hypotheses: Hypotheses, pairs: [u32; 5]) -> Self {
        let mut test = Self::new(hypotheses);
        if pairs != [0; 5] {
            test.pairs = pairs;
            test.decide();
        }
        test
    }

    /// Counts a game. Pairs are counted in the order of the schedule, so that the decision is the same with any number
    /// of jobs; after the decision nothing is counted.
    pub fn add(&mut self, game: &GameRecord) {
        let points = (2.0 * game.score()) as usize;
        self.waiting.entry(game.pair).or_default().push(points);
        while let Some([first, second]) = self.waiting.get(&self.next).map(Vec::as_slice) {
            let result = first + second;
            self.waiting.remove(&self.next);
            self.next += 1;
            self.count(result);
        }
    }

    /// Counts a pair by its result, twice A's points: 0 to 4. After the decision nothing is counted.
    pub fn count(&mut self, result: usize) {
        if self.decision.is_none() {
            self.pairs[result] += 1;
            self.decide();
        }
    }

    fn decide(&mut self) {
        self.llr = llr(&self.hypotheses, &self.pairs);
        let [low, high] = self.hypotheses.bounds();
        if self.llr <= low {
            self.decision = Some(Decision::H0);
        } else if self.llr >= high {
            self.decision = Some(Decision::H1);
        }
    }

    /// The state of the test for a progress text.
    pub fn note(&self) -> String {
        let [low, high] = self.hypotheses.bounds();
        format!(", LLR {:.2} ({low:.2} .. {high:.2})", self.llr)
    }

    /// The number of games the whole test takes if the ratio goes on as it has so far. Known after a few pairs whose
    /// mean score is more than a standard error away from the one at which the ratio does not move: in the middle
    /// between the scores that the hypotheses expect.
    pub fn expected(&self) -> Expected {
        let pairs = self.pairs.iter().sum::<u32>();
        if pairs < FIRST_ESTIMATE {
            return Expected::Unknown;
        }
        let Hypotheses { elo0, elo1, .. } = self.hypotheses;
        let n = f64::from(pairs);
        let moment = |f: &dyn Fn(f64) -> f64| -> f64 {
            let each = self.pairs.iter().zip(SCORES);
            each.map(|(count, a)| f64::from(*count) * f(a)).sum::<f64>() / n
        };
        let mean = moment(&|a| a);
        let deviation = moment(&|a| (a - mean) * (a - mean)).sqrt();
        let drift = mean - f64::midpoint(score(elo0), score(elo1));
        if drift.abs() * n.sqrt() <= deviation || self.llr == 0.0 {
            return Expected::Unknown;
        }
        let [low, high] = self.hypotheses.bounds();
        let bound = if self.llr < 0.0 { low } else { high };
        // More than a u32 holds becomes its largest.
        let total = (n * bound / self.llr).ceil() as u32;
        Expected::Games(total.saturating_mul(2))
    }

    /// The hypotheses under test.
    pub fn hypotheses(&self) -> Hypotheses {
        self.hypotheses
    }

    /// The decision, if there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// Pairs counted: lost 0-2, 0.5-1.5, 1-1, 1.5-0.5 and won 2-0.
    pub fn pairs(&self) -> [u32; 5] {
        self.pairs
    }

    /// The log-likelihood ratio so far.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// Mean score per game of each counted pair, smallest first.
    pub fn scores(&self) -> Vec<f64> {
        let each = self.pairs.iter().zip(SCORES);
        each.flat_map(|(count, score)| std::iter::repeat_n(score, *count as usize))
            .collect()
    }

    /// Likelihood of superiority: the probability that A is stronger than B, by the normal approximation over the
    /// counted pairs; `None` without one.
    pub fn los(&self) -> Option<f64> {
        if self.pairs == [0; 5] {
            return None;
        }
        let counts = self.pairs.map(|count| f64::from(count).max(PSEUDO_COUNT));
        let total: f64 = counts.iter().sum();
        let moment = |f: &dyn Fn(f64) -> f64| -> f64 {
            counts
                .iter()
                .zip(SCORES)
                .map(|(n, a)| n * f(a))
                .sum::<f64>()
                / total
        };
        let mean = moment(&|a| a);
        let variance = moment(&|a| (a - mean) * (a - mean));
        Some(normal_cdf((mean - 0.5) / (variance / total).sqrt()))
    }
}

/// The end of a test as text: decision, ratio, pairs, Elo with its 95 % interval, likelihood of superiority.
impl Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hypotheses {
            elo0,
            elo1,
            alpha,
            beta,
        } = self.hypotheses;
        let [h0, h1] = [elo0, elo1].map(|elo| format!("{elo:+}"));
        let [alpha, beta] = [alpha, beta].map(|error| 100.0 * error);
        let decided = match self.decision {
            Some(Decision::H0) => said!(
                "H0 accepted: A is not {h1} Elo stronger than B (wrong at most {beta} % of the time)"
            ),
            Some(Decision::H1) => said!(
                "H1 accepted: A is more than {h0} Elo stronger than B (wrong at most {alpha} % of the time)"
            ),
            None => said!("no decision between {h0} Elo (H0) and {h1} Elo (H1)"),
        };
        writeln!(f, "{decided}")?;
        let [low, high] = self.hypotheses.bounds();
        let [ll, ld, dd, wd, ww] = self.pairs;
        let [llr, low, high] = [self.llr, low, high].map(|value| format!("{value:.3}"));
        let bounds = said!("LLR {llr}, bounds {low} and {high}");
        let pairs = counted(self.pairs.iter().sum::<u32>(), "pair", "pairs");
        let pairs =
            said!("{pairs}: lost 0-2 {ll}, 0.5-1.5 {ld}, 1-1 {dd}, 1.5-0.5 {wd}, won 2-0 {ww}");
        write!(f, "{bounds}\n{pairs}")?;
        if let (Some(estimate), Some(los)) = (pair_interval(&self.scores()), self.los()) {
            let elos = [estimate.mean, estimate.low, estimate.high].map(elo);
            let [mean, low, high] = elos.map(|elo| format!("{elo:+.1}"));
            let los = format!("{:.1}", 100.0 * los);
            let elo =
                said!("Elo of A {mean} (95 %: {low} .. {high}), likelihood of superiority {los} %");
            write!(f, "\n{elo}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
