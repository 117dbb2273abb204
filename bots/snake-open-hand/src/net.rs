//! The learned value: a small network over the measures of a leaf.

use crate::fill::{INPUTS, STEPS};

/// Hidden units.
pub const HIDDEN: usize = 16;

/// Phases of the game, each with its own thresholds and output weights.
pub const PHASES: usize = 8;

/// Turns of a phase; the last one has no end.
const PHASE_TURNS: usize = 16;

/// Units of the value per unit of the logistic scale.
pub const SCALE: f32 = 1000.0;

/// The weights. The value is the sum over the hidden units of `output` x (ramp(a + b) - ramp(a - b)), where `a` is
/// linear in the sums of the measures, `b` in their differences, and ramp(x) = max(x, 0). So it changes its sign when the
/// sides are swapped.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// By measure.
    pub sum: [[f32; HIDDEN]; INPUTS],
    /// By measure.
    pub difference: [[f32; HIDDEN]; INPUTS],
    /// By phase.
    pub threshold: [[f32; HIDDEN]; PHASES],
    /// By phase.
    pub output: [[f32; HIDDEN]; PHASES],
}

/// [`Measures`](crate::fill::Measures) as the network takes them, in units of any size.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// Both sides' measures added up.
    pub sum: [f32; INPUTS],
    /// Ours less theirs.
    pub difference: [f32; INPUTS],
}

/// The phase of turn `turn`.
#[inline(always)]
pub fn phase(turn: usize) -> usize {
    (turn / PHASE_TURNS).min(PHASES - 1)
}

/// The weighted sum of the hidden units, added up in one order that suits registers.
#[inline(always)]
pub fn weighted_sum(weights: &[f32; HIDDEN], units: &[f32; HIDDEN]) -> f32 {
    let mut out = *weights;
    for (out, unit) in out.iter_mut().zip(units) {
        *out *= unit;
    }
    let mut width = HIDDEN / 2;
    while width > 0 {
        for unit in 0..width {
            out[unit] += out[unit + width];
        }
        width /= 2;
    }
    out[0]
}

impl Net {
    /// The net that learning begins with: a cell reached in layer k is worth 0.93^k times a constant.
    pub fn territory() -> Self {
        let mut net = Self {
            sum: [[0.0; HIDDEN]; INPUTS],
            difference: [[0.0; HIDDEN]; INPUTS],
            threshold: [[0.0; HIDDEN]; PHASES],
            output: [[0.0; HIDDEN]; PHASES],
        };
        let mut worth = 1.0;
        for (i, layers) in STEPS.iter().copied().enumerate() {
            let mut next = worth;
            for _ in 0..layers {
                next *= 0.93;
            }
            net.difference[i][0] = if i + 1 < STEPS.len() {
                worth - next
            } else {
                worth
            };
            worth = next;
        }
        for output in &mut net.output {
            output[0] = 0.03;
        }
        net
    }

    /// The value of a position for us, in units of the logistic scale.
    #[inline(always)]
    pub fn value(&self, features: &Features, phase: usize) -> f32 {
        let mut a = self.threshold[phase];
        let mut b = [0.0; HIDDEN];
        for input in 0..INPUTS {
            let (sum, difference) = (features.sum[input], features.difference[input]);
            for unit in 0..HIDDEN {
                a[unit] += self.sum[input][unit] * sum;
                b[unit] += self.difference[input][unit] * difference;
            }
        }
        let ramp = |x: f32| if x > 0.0 { x } else { 0.0 };
        let units = std::array::from_fn(|unit| ramp(a[unit] + b[unit]) - ramp(a[unit] - b[unit]));
        weighted_sum(&self.output[phase], &units)
    }

    /// All weights in the order of the text form.
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        let rows = self.sum.iter().chain(&self.difference);
        rows.chain(&self.threshold)
            .chain(&self.output)
            .flatten()
            .copied()
    }

    /// The same, to change.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> + '_ {
        let rows = self.sum.iter_mut().chain(&mut self.difference);
        rows.chain(&mut self.threshold)
            .chain(&mut self.output)
            .flatten()
    }
}

/// Reads the text form: whole numbers in hundred-thousandths, row by row.
impl std::str::FromStr for Net {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut net = Self::territory();
        let mut words = text.split_whitespace();
        for weight in net.weights_mut() {
            let word = words.next().ok_or("the weights end too soon")?;
            let number: i32 = word
                .parse()
                .map_err(|_| format!("{word:?} is no whole number"))?;
            *weight = number as f32 / 1e5;
        }
        match words.next() {
            Some(word) => Err(format!("more weights than the network has: {word:?}")),
            None => Ok(net),
        }
    }
}

/// Prints the text form.
impl std::fmt::Display for Net {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let weights: Vec<f32> = self.weights().collect();
        for row in weights.chunks(HIDDEN) {
            let words: Vec<String> = row
                .iter()
                .map(|&weight| ((weight * 1e5).round() as i32).to_string())
                .collect();
            writeln!(f, "{}", words.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(seed: u64) -> (Net, Features) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut net = Net::territory();
        for weight in net.weights_mut() {
            *weight = random.i32(-200_000..200_000) as f32 / 1e5;
        }
        let mut measure = |_| random.i32(-30..30) as f32;
        let [sum, difference] = [(); 2].map(|()| std::array::from_fn(&mut measure));
        (net, Features { sum, difference })
    }

    #[test]
    fn sides_swapped_change_the_sign() {
        for seed in 0..200 {
            let (net, features) = random(seed);
            let swapped = Features {
                difference: features.difference.map(|x| -x),
                ..features
            };
            for phase in 0..PHASES {
                let value = net.value(&features, phase);
                assert_eq!(net.value(&swapped, phase), -value);
            }
        }
    }

    #[test]
    fn the_value_is_its_formula() {
        for seed in 0..200 {
            let (net, features) = random(seed);
            for phase in 0..PHASES {
                let linear =
                    |rows: &[[f32; HIDDEN]; INPUTS], inputs: &[f32; INPUTS], unit: usize| {
                        let terms = rows.iter().zip(inputs);
                        terms
                            .map(|(row, &x)| f64::from(row[unit]) * f64::from(x))
                            .sum::<f64>()
                    };
                let value: f64 = (0..HIDDEN)
                    .map(|unit| {
                        let a = f64::from(net.threshold[phase][unit])
                            + linear(&net.sum, &features.sum, unit);
                        let b = linear(&net.difference, &features.difference, unit);
                        f64::from(net.output[phase][unit]) * ((a + b).max(0.0) - (a - b).max(0.0))
                    })
                    .sum();
                let found = f64::from(net.value(&features, phase));
                assert!(
                    (found - value).abs() <= 1e-4 * value.abs().max(100.0),
                    "{} {}",
                    found,
                    value
                );
            }
        }
    }

    #[test]
    fn texts_round_trip_and_bad_ones_are_refused() {
        let (net, _) = random(1);
        let text = net.to_string();
        assert_eq!(text.parse(), Ok(net));
        for (text, why) in [
            ("1 2".to_owned(), "the weights end too soon"),
            (
                format!("{text} 7"),
                "more weights than the network has: \"7\"",
            ),
            (
                text.replacen(char::is_numeric, "x", 1),
                "is no whole number",
            ),
        ] {
            let error = text.parse::<Net>().unwrap_err();
            assert!(error.contains(why), "{}", error);
        }
    }
}
