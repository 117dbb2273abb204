//! A small net that compares two sides of a game: whose position is better, in integers, the same on every machine.
//!
//! A side is a list of inputs that are on. A hidden unit sees the inputs of one side by one set of weights and those of
//! the other side by a second set; the logit of the first side's chance to win is
//!
//! ```text
//! line(first) - line(second) + out * (hidden(first, second) - hidden(second, first))
//! ```
//!
//! `line` being a weighted sum. So the two sides' chances add up to 1 whatever the weights are. Inputs are summed in 16
//! bits, eight units an instruction with SSE2, and a unit is cut off at both ends as in the nets of chess programs
//! (Nasu 2018).

use crate::dense;

/// Parts of 1 that weights of hidden units are in.
pub const HIDDEN_UNIT: f64 = 512.0;
/// Parts of 1 that weights of the output are in.
pub const OUT_UNIT: f64 = 1024.0;
/// Parts of a logit that the weights of the line are in.
pub const LINE_UNIT: f64 = 2048.0;
/// Most that a hidden unit gives, in its parts.
pub const MOST_HIDDEN: i16 = 8191;
/// Largest weight of the output, either sign: with it, sums of 64 units fit in 32 bits.
pub const MOST_OUT: i16 = 4095;

/// A net with `H` hidden units.
#[derive(Clone, PartialEq, Debug)]
pub struct Duel<const H: usize> {
    inputs: Vec<Input<H>>,
    lines: Vec<i16>,
    bias: [i16; H],
    out: [i16; H],
}

/// The weights of an input to the hidden units; 128 bytes with 32 units, two cache lines.
#[derive(Clone, PartialEq, Debug)]
#[repr(align(64))]
struct Input<const H: usize> {
    own: [i16; H],
    other: [i16; H],
}

/// The sums of the weights of a side's inputs.
#[derive(Clone, PartialEq, Debug)]
pub struct Sums<const H: usize> {
    own: [i16; H],
    other: [i16; H],
    line: i32,
}

impl<const H: usize> Duel<H> {
    /// Numbers in a net with this many inputs.
    pub const fn numbers(inputs: usize) -> usize {
        inputs * (2 * H + 1) + 2 * H
    }

    /// The net with these weights: for each input those of its own side, those for the other one, the line's; then biases
    /// and outputs.
    ///
    /// # Errors
    /// If there is another count of numbers, or an output is too large.
    pub fn new(numbers: &[i16], inputs: usize) -> Result<Self, String> {
        const { assert!(H <= 64, "sums would not fit") };
        if numbers.len() != Self::numbers(inputs) {
            return Err(format!(
                "a net of {inputs} inputs and {H} units has {} weights, not {}: train it anew",
                Self::numbers(inputs),
                numbers.len()
            ));
        }
        let (first, rest) = numbers.split_at(inputs * (2 * H + 1));
        let rows = first.chunks_exact(2 * H + 1);
        let (bias, out) = rest.split_at(H);
        let is_allowed = |out: &&i16| !(-MOST_OUT..=MOST_OUT).contains(*out);
        if let Some(large) = out.iter().find(is_allowed) {
            return Err(format!(
                "a net's output weight of {large} is above {MOST_OUT}"
            ));
        }
        let input = |weights: &[i16]| Input {
            own: part(weights),
            other: part(&weights[H..]),
        };
        Ok(Self {
            inputs: rows.clone().map(input).collect(),
            lines: rows.map(|weights| weights[2 * H]).collect(),
            bias: part(bias),
            out: part(out),
        })
    }

    /// The net of a text in the [dense form](dense).
    ///
    /// # Errors
    /// If it is no such text, or as [`Duel::new`].
    pub fn parse(text: &str, inputs: usize) -> Result<Self, String> {
        Self::new(&dense::read(text)?, inputs)
    }

    /// Adds up the weights of a side's inputs.
    ///
    /// # Panics
    /// If there is no such input.
    #[inline(always)]
    pub fn sums(&self, inputs: &[u16]) -> Sums<H> {
        let mut sums = Sums {
            own: self.bias,
            other: [0; H],
            line: 0,
        };
        for &input in inputs {
            let weights = &self.inputs[usize::from(input)];
            add(&mut sums.own, &weights.own);
            add(&mut sums.other, &weights.other);
            sums.line += i32::from(self.lines[usize::from(input)]);
        }
        sums
    }

    /// The logit of the first side's chance to win, in ten-thousandths.
    #[inline(always)]
    pub fn logit(&self, first: &Sums<H>, second: &Sums<H>) -> i32 {
        let hidden = self.half(first, second) - self.half(second, first);
        let line = first.line - second.line;
        let logit = f64::from(hidden) / (HIDDEN_UNIT * OUT_UNIT) + f64::from(line) / LINE_UNIT;
        (1e4 * logit) as i32
    }

    #[inline(always)]
    fn half(&self, own: &Sums<H>, other: &Sums<H>) -> i32 {
        let mut hidden = own.own;
        add(&mut hidden, &other.other);
        let units = hidden.iter().zip(&self.out);
        units
            .map(|(&hidden, &out)| i32::from(hidden.clamp(0, MOST_HIDDEN)) * i32::from(out))
            .sum()
    }
}

#[inline(always)]
fn add<const H: usize>(sums: &mut [i16; H], weights: &[i16; H]) {
    for (sum, &weight) in sums.iter_mut().zip(weights) {
        *sum = sum.saturating_add(weight);
    }
}

fn part<const H: usize>(numbers: &[i16]) -> [i16; H] {
    std::array::from_fn(|i| numbers[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net() -> (Vec<i16>, Duel<8>) {
        let mut random = 1u32;
        let mut number = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) as i16 >> 4
        };
        let numbers: Vec<i16> = (0..Duel::<8>::numbers(5)).map(|_| number()).collect();
        let net = Duel::new(&numbers, 5).unwrap();
        (numbers, net)
    }

    #[test]
    fn a_logit_is_the_sum_that_the_definition_says() {
        let (numbers, net) = net();
        let (first, second): ([u16; 2], [u16; 3]) = ([0, 3], [1, 2, 4]);
        let at = |input: u16, i: usize| f64::from(numbers[17 * usize::from(input) + i]);
        let half = |own: &[u16], other: &[u16]| -> f64 {
            let unit = |unit: usize| {
                let bias = f64::from(numbers[85 + unit]);
                let own: f64 = own.iter().map(|&input| at(input, unit)).sum();
                let other: f64 = other.iter().map(|&input| at(input, 8 + unit)).sum();
                (bias + own + other).clamp(0.0, 8191.0) * f64::from(numbers[93 + unit])
            };
            (0..8).map(unit).sum()
        };
        let line = |side: &[u16]| -> f64 { side.iter().map(|&input| at(input, 16)).sum() };
        let expected = (half(&first, &second) - half(&second, &first)) / (512.0 * 1024.0)
            + (line(&first) - line(&second)) / 2048.0;
        let [a, b] = [net.sums(&first), net.sums(&second)];
        assert_eq!(net.logit(&a, &b), (1e4 * expected) as i32);
        assert_ne!(net.logit(&a, &b), 0);
        assert_eq!(net.logit(&b, &a), -net.logit(&a, &b));
    }

    #[test]
    fn the_text_gives_the_same_net() {
        let (numbers, net) = net();
        assert_eq!(Duel::parse(&dense::text(&numbers), 5), Ok(net));
        assert!(
            Duel::<8>::new(&numbers, 4)
                .unwrap_err()
                .contains("train it anew")
        );
        let mut large = numbers;
        large[100] = 4096;
        assert!(Duel::<8>::new(&large, 5).unwrap_err().contains("4096"));
    }

    #[test]
    fn the_largest_weights_do_not_overflow() {
        let mut numbers = vec![i16::MAX; Duel::<64>::numbers(2)];
        let out = numbers.len() - 64;
        numbers[out..].fill(MOST_OUT);
        let net = Duel::<64>::new(&numbers, 2).unwrap();
        let [a, b] = [net.sums(&[0, 1]), net.sums(&[])];
        assert!(net.logit(&a, &b) > 0);
    }
}
