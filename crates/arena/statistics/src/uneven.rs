//! Bad verdicts of a player that come from some of several files: a machine on which something was wrong.

use std::collections::BTreeMap;

use gameplay::record::{GameRecord, Verdict};

/// The probability below which a file's number of bad verdicts is not taken for chance.
const CHANCE: f64 = 0.001;

/// Turns of a player, and those among them that had a bad verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// All of them.
    pub all: u64,
    /// The bad ones.
    pub bad: u64,
}

/// The turns of every player in every file.
#[derive(Clone, Debug, Default)]
pub struct Uneven(BTreeMap<usize, BTreeMap<usize, Turns>>);

/// A file with too many bad verdicts of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odd {
    /// The player's number.
    pub player: usize,
    /// The file's number.
    pub file: usize,
    /// The turns in this file.
    pub here: Turns,
    /// Those in all others.
    pub elsewhere: Turns,
}

impl Uneven {
    /// Counts a game of this file.
    pub fn add(&mut self, file: usize, game: &GameRecord) {
        for reply in &game.replies {
            let player = [game.a, game.b][game.seats[reply.seat]];
            let turns = self.0.entry(player).or_default().entry(file).or_default();
            turns.all += 1;
            turns.bad += u64::from(reply.verdict != Verdict::Ok);
        }
    }

    /// The files in which a player has more bad verdicts than by chance, if they came as often everywhere.
    pub fn odd(&self) -> Vec<Odd> {
        let mut odd = Vec::new();
        for (player, files) in &self.0 {
            let total = |turns: fn(&Turns) -> u64| files.values().map(turns).sum::<u64>();
            let (all, bad) = (total(|turns| turns.all), total(|turns| turns.bad));
            for (file, here) in files {
                let elsewhere = Turns {
                    all: all - here.all,
                    bad: bad - here.bad,
                };
                let share = here.all as f64 / all.max(1) as f64;
                if elsewhere.all > 0 && at_least(here.bad, bad, share) < CHANCE {
                    odd.push(Odd {
                        player: *player,
                        file: *file,
                        here: *here,
                        elsewhere,
                    });
                }
            }
        }
        odd
    }
}

/// The probability that this many or more of `all` events hit what each of them hits with probability `p`.
fn at_least(hits: u64, all: u64, p: f64) -> f64 {
    // The term of no hit, then each from the one before, in logarithms: that of many events is tiny.
    let mut term = all as f64 * (1.0 - p).ln();
    let mut sum = 0.0;
    for k in 0..=all {
        if k >= hits {
            sum += term.exp();
        }
        let (left, next) = ((all - k) as f64, (k + 1) as f64);
        term += (left / next).ln() + (p / (1.0 - p)).ln();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(files: &[(u64, u64)]) -> Uneven {
        let turns = files.iter().map(|&(all, bad)| Turns { all, bad });
        Uneven([(7, turns.enumerate().collect())].into())
    }

    #[test]
    fn a_file_with_most_of_the_bad_verdicts_is_odd() {
        for (files, want) in [
            (&[(142, 0), (4, 4)][..], Some(1)),
            (&[(1000, 0), (1000, 12)], Some(1)),
            (&[(100, 20), (1000, 2), (900, 1)], Some(0)),
            (&[(142, 2), (140, 3)], None),
            (&[(142, 0), (140, 1)], None),
            // Nothing to compare it with.
            (&[(10, 9)], None),
            (&[], None),
        ] {
            let odd = counted(files).odd();
            assert_eq!(odd.first().map(|odd| odd.file), want, "{files:?}");
            assert!(odd.len() < 2 && odd.iter().all(|odd| odd.player == 7));
        }
        let odd = counted(&[(142, 0), (4, 4)]).odd()[0];
        assert_eq!(
            (odd.here, odd.elsewhere.all),
            (Turns { all: 4, bad: 4 }, 142)
        );
    }

    #[test]
    fn a_tail_of_the_binomial_distribution() {
        assert!((at_least(1, 2, 0.5) - 0.75).abs() < 1e-12);
        assert!((at_least(0, 3, 0.1) - 1.0).abs() < 1e-12);
        assert!((at_least(3, 3, 0.1) - 0.001).abs() < 1e-12);
    }
}
