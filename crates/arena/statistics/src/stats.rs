//! Scores, intervals, Elo.

/// A mean score with its 95 % interval, all in 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean score.
    pub mean: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Estimate {
    /// Both ends.
    pub fn ends(self) -> [f64; 2] {
        [self.low, self.high]
    }
}

/// Two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of the mean score per game, from the mean scores of game pairs (each in 0..=1). The games of a
/// pair share their start and so are no independent trials; pairs are. `None` without a pair.
///
/// Method: Wilson's score interval with an effective number of trials. `n` pairs with mean `m` and variance `v`
/// carry as much as `n m(1-m) / v` trials that are won or lost. `v` is the sample variance, to which one more pair of
/// the largest variance possible, `m(1-m)`, is added: `v = ((n-1) s^2 + m(1-m)) / n`. So few pairs, or pairs that
/// are all alike, give an honest width, and for many pairs the interval becomes the usual `m +- 1.96 s / sqrt(n)`.
/// If every game was won (or lost), each pair counts as one trial.
pub fn pair_interval(pairs: &[f64]) -> Option<Estimate> {
    if pairs.is_empty() {
        return None;
    }
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let squares: f64 = pairs.iter().map(|pair| (pair - mean).powi(2)).sum();
    let largest = mean * (1.0 - mean);
    let trials = if largest > 0.0 {
        n * n * largest / (squares + largest)
    } else {
        n
    };
    let (centre, half) = wilson(mean, trials);
    Some(Estimate {
        mean,
        // At the ends the formula gives 0 and 1 but for rounding.
        low: if mean > 0.0 { centre - half } else { 0.0 },
        high: if mean < 1.0 { centre + half } else { 1.0 },
    })
}

/// Centre and half width of Wilson's score interval (Wilson 1927).
fn wilson(mean: f64, trials: f64) -> (f64, f64) {
    let z2 = Z * Z;
    let centre = (mean + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let half = Z / (1.0 + z2 / trials)
        * (mean * (1.0 - mean) / trials + z2 / (4.0 * trials * trials)).sqrt();
    (centre, half)
}

/// Elo difference at which the logistic model expects this score; infinite for 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The distribution function of the standard normal distribution.
pub fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn interval(pairs: &[f64]) -> [i32; 3] {
        let estimate = pair_interval(pairs).unwrap();
        [estimate.mean, estimate.low, estimate.high].map(|value| (value * 1000.0).round() as i32)
    }

    #[test]
    fn no_pair_has_no_interval() {
        assert_eq!(pair_interval(&[]), None);
    }

    #[test]
    fn all_won_is_wilsons_interval_of_the_pairs() {
        // 10 of 10: 0.7225 .. 1 in any table of Wilson intervals.
        assert_eq!(interval(&[1.0; 10]), [1000, 722, 1000]);
        assert_eq!(interval(&[0.0; 10]), [0, 0, 278]);
    }

    #[test]
    fn one_pair_says_little() {
        assert_eq!(interval(&[0.5]), [500, 55, 945]);
        assert_eq!(interval(&[1.0]), [1000, 207, 1000]);
    }

    #[test]
    fn many_pairs_give_the_normal_interval() {
        let pairs: Vec<f64> = (0..10_000).map(|i| f64::from(i % 5) / 4.0).collect();
        // Standard deviation sqrt(1/8), so 1.96 * 0.35355 / 100 = 0.0069.
        assert_eq!(interval(&pairs), [500, 493, 507]);
    }

    #[test]
    fn the_interval_covers_the_truth_19_times_in_20() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        // (win probability, whether the second game of a pair goes like the first, pairs)
        for (p, alike, pairs, least) in [
            (0.5, false, 10, 940),
            (0.5, true, 10, 930),
            (0.75, false, 20, 930),
            (0.9, true, 20, 930),
            (0.6, false, 200, 935),
        ] {
            let mut covered = 0;
            for _ in 0..1000 {
                let scores: Vec<f64> = (0..pairs)
                    .map(|_| {
                        let first = f64::from(u8::from(random.random_bool(p)));
                        let second = if alike {
                            first
                        } else {
                            f64::from(u8::from(random.random_bool(p)))
                        };
                        (first + second) / 2.0
                    })
                    .collect();
                let estimate = pair_interval(&scores).unwrap();
                covered += i32::from(estimate.low <= p && p <= estimate.high);
            }
            assert!(
                covered >= least,
                "{covered} of 1000 at p = {p}, {pairs} pairs"
            );
        }
    }

    #[test]
    fn elo_of_scores() {
        assert_eq!(elo(0.5), 0.0);
        assert!((elo(0.75) - 190.85).abs() < 0.01 && (elo(0.25) + 190.85).abs() < 0.01);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }
}
