//! Times of any number of turns, in bounded memory.

use std::collections::BTreeMap;

/// The most bins of a histogram; some 1.5 MB.
const BINS: usize = 1 << 16;

/// A histogram of times in milliseconds. Its bins are as fine as a log's times, 0.01 ms, until there are more than 65,536
/// different ones; then each two become one. So the median is exact for times within 0.6 s, and good to 0.05 ms for
/// times within 6 s.
#[derive(Clone, Debug)]
pub struct Times {
    /// Turns by bin.
    bins: BTreeMap<u64, u64>,
    /// Width of a bin in hundredths of a millisecond.
    width: u64,
    max: Option<f64>,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            bins: BTreeMap::new(),
            width: 1,
            max: None,
        }
    }
}

impl Times {
    /// Counts a turn of so many milliseconds.
    pub fn push(&mut self, ms: f64) {
        self.max = Some(self.max.map_or(ms, |max| max.max(ms)));
        // A cast takes what is out of range to the nearest end.
        let hundredths = (ms * 100.0).round() as u64;
        *self.bins.entry(hundredths / self.width).or_default() += 1;
        while self.bins.len() > BINS {
            self.width *= 2;
            let fine = std::mem::take(&mut self.bins);
            for (bin, turns) in fine {
                *self.bins.entry(bin / 2).or_default() += turns;
            }
        }
    }

    /// Turns counted.
    pub fn len(&self) -> u64 {
        self.bins.values().sum()
    }

    /// Returns true if no turn was counted.
    pub fn is_empty(&self) -> bool {
        self.bins.is_empty()
    }

    /// The longest time; `None` of none.
    pub fn max(&self) -> Option<f64> {
        self.max
    }

    /// Median; of an even number the mean of the two in the middle. `None` of none.
    pub fn median(&self) -> Option<f64> {
        let last = self.len().checked_sub(1)?;
        Some(f64::midpoint(
            self.at(last / 2)?,
            self.at(last.div_ceil(2))?,
        ))
    }

    /// The time of this place in their order, from 0: the middle of its bin.
    fn at(&self, place: u64) -> Option<f64> {
        let mut before = 0;
        let (bin, _) = self.bins.iter().find(|(_, turns)| {
            before += **turns;
            before > place
        })?;
        Some((bin * self.width) as f64 / 100.0 + (self.width - 1) as f64 / 200.0)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn times(values: &[f64]) -> Times {
        let mut times = Times::default();
        values.iter().for_each(|ms| times.push(*ms));
        times
    }

    #[test]
    fn few_times_are_exact() {
        for (values, median, max) in [
            (&[][..], None, None),
            (&[3.0, 1.0, 2.01], Some(2.01), Some(3.0)),
            (&[4.0, 1.0], Some(2.5), Some(4.0)),
            (&[0.0, 0.0, 86_400_000.25], Some(0.0), Some(86_400_000.25)),
        ] {
            let times = times(values);
            assert_eq!((times.median(), times.max()), (median, max));
            assert_eq!(times.len(), values.len() as u64);
        }
    }

    #[test]
    fn a_million_turns_take_no_more_room_than_a_few_and_have_their_median() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for (most, error) in [(60_000_u32, 0.0), (500_000, 0.05)] {
            let mut values: Vec<f64> = (0..1_000_000)
                .map(|_| f64::from(random.random_range(0..most)) / 100.0)
                .collect();
            let times = times(&values);
            assert!(times.bins.len() <= BINS, "{} bins", times.bins.len());
            values.sort_by(f64::total_cmp);
            let median = f64::midpoint(values[499_999], values[500_000]);
            let found = times.median().unwrap();
            assert!((found - median).abs() <= error, "{found} for {median}");
            assert_eq!(
                (times.len(), times.max()),
                (1_000_000, values.last().copied())
            );
        }
    }

    #[test]
    fn what_is_no_time_does_no_harm() {
        let times = times(&[f64::MAX, f64::INFINITY, -1.0]);
        assert_eq!(times.len(), 3);
        assert_eq!(times.max(), Some(f64::INFINITY));
    }
}
