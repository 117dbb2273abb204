//! Ratings of all players of a league from their results.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::stats::elo;

/// Number of resampled leagues behind an interval.
const SAMPLES: usize = 1000;

/// The result of a pair of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairResult {
    /// The first player.
    pub a: usize,
    /// The second player.
    pub b: usize,
    /// Mean score of `a` in 0..=1.
    pub score: f64,
    /// Games in it: 2, or 1 where the other has not ended.
    pub games: f64,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo difference to the mean of all players.
    pub elo: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Ratings by the model of Bradley and Terry (1952), drawn games counting half, with 95 % intervals from 1,000 leagues
/// made by drawing pairs of games at random with replacement (the bootstrap of Efron, 1979).
///
/// Every two players who met are given one drawn game more than they played, so that players who won or lost
/// everything have a rating, too; and in the drawn leagues one more pair, won by either at random, so that few pairs, or
/// pairs that are all alike, give an honest width. Always the same for the same results.
pub fn ratings(players: usize, pairs: &[PairResult]) -> Vec<Rating> {
    let best = bradley_terry(players, pairs);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut samples: Vec<Vec<f64>> = vec![Vec::with_capacity(SAMPLES); players];
    let mut drawn = Vec::with_capacity(pairs.len());
    for _ in 0..SAMPLES {
        drawn.clear();
        // Each match is drawn from its own pairs, so that everybody still meets everybody.
        for group in pairs.chunk_by(|x, y| (x.a, x.b) == (y.a, y.b)) {
            drawn.extend(
                group
                    .iter()
                    .map(|_| group[random.random_range(0..group.len())]),
            );
            drawn.push(PairResult {
                score: f64::from(u8::from(random.random_bool(0.5))),
                games: 2.0,
                ..group[0]
            });
        }
        for (values, elo) in samples.iter_mut().zip(bradley_terry(players, &drawn)) {
            values.push(elo);
        }
    }
    let interval = |values: &mut Vec<f64>| {
        values.sort_by(f64::total_cmp);
        [values[SAMPLES / 40], values[SAMPLES - 1 - SAMPLES / 40]]
    };
    best.into_iter()
        .zip(&mut samples)
        .map(|(elo, values)| {
            let [low, high] = interval(values);
            // One pair that went against all others need not be in the middle.
            Rating {
                elo,
                low: low.min(elo),
                high: high.max(elo),
            }
        })
        .collect()
}

/// Elo of each player against the mean, by the iteration of Zermelo (1929).
pub fn bradley_terry(players: usize, pairs: &[PairResult]) -> Vec<f64> {
    let mut won = vec![0.0; players];
    let mut met = vec![vec![0.0; players]; players];
    for pair in pairs {
        won[pair.a] += pair.score * pair.games;
        won[pair.b] += (1.0 - pair.score) * pair.games;
        met[pair.a][pair.b] += pair.games;
    }
    for a in 0..players {
        for b in a + 1..players {
            if met[a][b] > 0.0 {
                met[a][b] += 1.0;
                won[a] += 0.5;
                won[b] += 0.5;
            }
            met[b][a] = met[a][b];
        }
    }
    let mut strength = vec![1.0_f64; players];
    for _ in 0..10_000 {
        let mut change = 0.0_f64;
        for a in 0..players {
            let expected: f64 = (0..players)
                .map(|b| met[a][b] / (strength[a] + strength[b]))
                .sum();
            if expected > 0.0 {
                let next = won[a] / expected;
                change = change.max((next / strength[a]).ln().abs());
                strength[a] = next;
            }
        }
        if change < 1e-9 {
            break;
        }
    }
    let elos: Vec<f64> = strength.iter().map(|s| elo(s / (1.0 + s))).collect();
    let mean = elos.iter().sum::<f64>() / players.max(1) as f64;
    elos.into_iter().map(|elo| elo - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(a: usize, b: usize, scores: &[(f64, usize)]) -> Vec<PairResult> {
        let pair = |score| PairResult {
            a,
            b,
            score,
            games: 2.0,
        };
        let each = scores.iter();
        each.flat_map(|(score, n)| std::iter::repeat_n(pair(*score), *n))
            .collect()
    }

    #[test]
    fn two_players_differ_by_their_elo() {
        // 75 % of 2,000 games and one drawn game: 190.85 Elo but for a trifle.
        let found = ratings(2, &results(0, 1, &[(1.0, 500), (0.5, 500)]));
        let difference = found[0].elo - found[1].elo;
        assert!((difference - 190.85).abs() < 0.2, "{difference}");
        assert!((found[0].elo + found[1].elo).abs() < 1e-6);
        // Standard error of the mean score 0.25 / sqrt(1000): 1.96 of them are 7 Elo for each of the two.
        let width = found[0].high - found[0].low;
        assert!((10.0..20.0).contains(&width), "{width}");
    }

    #[test]
    fn strength_goes_through_common_opponents() {
        let mut pairs = results(0, 1, &[(1.0, 50), (0.5, 50)]);
        pairs.extend(results(1, 2, &[(1.0, 50), (0.5, 50)]));
        let found = ratings(3, &pairs);
        let [ab, bc] = [found[0].elo - found[1].elo, found[1].elo - found[2].elo];
        assert!(
            (ab - bc).abs() < 1e-3 && (180.0..192.0).contains(&ab),
            "{ab} {bc}"
        );
    }

    #[test]
    fn all_won_is_finite() {
        let found = ratings(2, &results(0, 1, &[(1.0, 10)]));
        assert!(found[0].elo > 200.0 && found[0].elo.is_finite() && found[0].high.is_finite());
        assert!(
            found[0].low > 100.0 && found[0].low < found[0].elo - 50.0,
            "{found:?}"
        );
    }
}
