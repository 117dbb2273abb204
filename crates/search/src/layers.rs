//! Layers of a trained net in integers: whatever trained it, a net of these gives the same result on every machine.
//!
//! A layer takes activations, numbers of 16 bits in parts of [`ACTIVATION`], and weights of 16 bits in parts of [`WEIGHT`];
//! its sums have 32 bits and are in parts of [`SUM`]. [`activations`] cuts off sums below 0 and above [`MOST`]. So a net
//! that was trained in floats with `clamp(x, 0, 8)` between its layers only has to be rounded.

#![allow(clippy::incompatible_msrv)] // No bot for Saiblo has a net.

/// Parts of 1 that activations are in.
pub const ACTIVATION: i32 = 256;
/// Parts of 1 that weights are in.
pub const WEIGHT: i32 = 2048;
/// Parts of 1 that sums are in.
pub const SUM: i32 = ACTIVATION * WEIGHT;
/// The largest activation: 8, less one part.
pub const MOST: i16 = 2047;

/// The activations that sums come to: rounded, and cut off at 0 and [`MOST`].
#[inline]
pub fn activations<const N: usize>(sums: [i32; N]) -> [i16; N] {
    sums.map(|sum| {
        let half = WEIGHT.trailing_zeros() - 1;
        (((sum >> half) + 1) >> 1).clamp(0, i32::from(MOST)) as i16
    })
}

/// Takes the next `count` of the numbers of a net.
///
/// # Errors
/// If there are fewer.
pub fn take<'a>(numbers: &mut &'a [i16], count: usize) -> Result<&'a [i16], String> {
    let (taken, rest) = numbers.split_at_checked(count).ok_or_else(|| {
        format!(
            "the net ends where {count} more weights are expected and {} are left: export it anew",
            numbers.len()
        )
    })?;
    *numbers = rest;
    Ok(taken)
}

/// A layer in which each of `N` outputs is a bias and a weighted sum of all inputs.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear<const N: usize> {
    inputs: usize,
    /// The weights of two inputs side by side, for each output; of an odd number of inputs the last has a 0 beside it.
    weights: Vec<[[i16; 2]; N]>,
    /// In parts of [`SUM`].
    biases: [i32; N],
}

impl<const N: usize> Linear<N> {
    /// Takes a layer from the numbers of a net: for each output the weights of all inputs, then all biases.
    ///
    /// # Errors
    /// If there are too few numbers, or a sum might not fit into 32 bits.
    pub fn take(numbers: &mut &[i16], inputs: usize) -> Result<Self, String> {
        let weights = take(numbers, inputs * N)?;
        let biases = take(numbers, N)?;
        for (output, &bias) in biases.iter().enumerate() {
            let row = &weights[output * inputs..][..inputs];
            let sizes = row.iter().map(|&weight| i64::from(weight).abs());
            let most = sizes.sum::<i64>() * i64::from(MOST)
                + i64::from(bias).abs() * i64::from(ACTIVATION);
            if most > i64::from(i32::MAX) {
                return Err(
                    "the weights of an output are so large that its sum might overflow: train it with weight decay"
                        .to_owned(),
                );
            }
        }
        let weight = |input, output| match input < inputs {
            true => weights[output * inputs + input],
            false => 0,
        };
        let pair = |first| std::array::from_fn(|i| [weight(first, i), weight(first + 1, i)]);
        Ok(Linear {
            inputs,
            weights: (0..inputs).step_by(2).map(pair).collect(),
            biases: std::array::from_fn(|i| i32::from(biases[i]) * ACTIVATION),
        })
    }

    /// The sums of these activations.
    ///
    /// # Panics
    /// If there is another number of inputs.
    #[inline]
    pub fn sums(&self, activations: &[i16]) -> [i32; N] {
        assert_eq!(activations.len(), self.inputs);
        let mut sums = self.biases;
        let mut add = |[a, b]: [i16; 2], weights: &[[i16; 2]; N]| {
            // True of half of them and more, after a layer that cuts off at 0.
            if (a, b) == (0, 0) {
                return;
            }
            // LLVM makes `pmaddwd` of it: eight products an instruction with SSE2.
            for (sum, [of_a, of_b]) in sums.iter_mut().zip(weights) {
                *sum += i32::from(a) * i32::from(*of_a) + i32::from(b) * i32::from(*of_b);
            }
        };
        let (pairs, last) = activations.as_chunks::<2>();
        for (&pair, weights) in pairs.iter().zip(&self.weights) {
            add(pair, weights);
        }
        if let (&[last], Some(weights)) = (last, self.weights.last()) {
            add([last, 0], weights);
        }
        sums
    }
}

/// Activations on a board: `channels` numbers for each point. Around the board is a rim of points where all are 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    height: usize,
    width: usize,
    channels: usize,
    /// Row by row with the rim, all channels of a point side by side.
    numbers: Vec<i16>,
}

impl Map {
    /// Zeros.
    pub fn new(height: usize, width: usize, channels: usize) -> Map {
        Map {
            height,
            width,
            channels,
            numbers: vec![0; (height + 2) * (width + 2) * channels],
        }
    }

    /// The channels of a point.
    ///
    /// # Panics
    /// If it is not on the board.
    #[inline]
    pub fn at(&self, row: usize, column: usize) -> &[i16] {
        let from = self.place(row, column);
        &self.numbers[from..from + self.channels]
    }

    /// The channels of a point, to be changed.
    ///
    /// # Panics
    /// If it is not on the board.
    #[inline]
    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut [i16] {
        let from = self.place(row, column);
        &mut self.numbers[from..from + self.channels]
    }

    #[inline]
    fn place(&self, row: usize, column: usize) -> usize {
        assert!(row < self.height && column < self.width);
        ((row + 1) * (self.width + 2) + column + 1) * self.channels
    }
}

/// A convolution of 3 by 3 points with `N` output channels; the rim is 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Conv<const N: usize> {
    linear: Linear<N>,
    patch: Vec<i16>,
}

impl<const N: usize> Conv<N> {
    /// Takes a layer from the numbers of a net: for each output channel, for each of the nine points, row by row, the
    /// weights of its channels; then all biases.
    ///
    /// # Errors
    /// As [`Linear::take`].
    pub fn take(numbers: &mut &[i16], inputs: usize) -> Result<Self, String> {
        Ok(Conv {
            linear: Linear::take(numbers, 9 * inputs)?,
            patch: vec![0; 9 * inputs],
        })
    }

    /// Works out the [activations] of `output` from those of `input`.
    ///
    /// # Panics
    /// If they have other channels than this layer, or boards of different sizes.
    pub fn apply(&mut self, input: &Map, output: &mut Map) {
        assert_eq!((input.height, input.width), (output.height, output.width));
        let row = 3 * input.channels;
        for y in 0..input.height {
            for x in 0..input.width {
                for (dy, patch) in self.patch.chunks_exact_mut(row).enumerate() {
                    let from = ((y + dy) * (input.width + 2) + x) * input.channels;
                    patch.copy_from_slice(&input.numbers[from..from + row]);
                }
                let sums = self.linear.sums(&self.patch);
                output.at_mut(y, x).copy_from_slice(&activations(sums));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(count: usize, most: i16) -> Vec<i16> {
        let mut random = 1u32;
        let mut number = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) as i16 % (most + 1)
        };
        (0..count).map(|_| number()).collect()
    }

    #[test]
    fn a_convolution_is_what_the_definition_says() {
        let (inputs, outputs) = (3, 2);
        let numbers = random(9 * inputs * outputs + outputs, 900);
        let mut rest = &numbers[..];
        let mut conv = Conv::<2>::take(&mut rest, inputs).unwrap();
        assert!(rest.is_empty());
        let mut input = Map::new(4, 5, inputs);
        for (i, &number) in random(4 * 5 * inputs, MOST).iter().enumerate() {
            let (point, channel) = (i / inputs, i % inputs);
            input.at_mut(point / 5, point % 5)[channel] = number.abs();
        }
        let mut output = Map::new(4, 5, outputs);
        conv.apply(&input, &mut output);
        let mut cut = [false; 2];
        for (y, x, unit) in (0..4 * 5 * outputs).map(|i| (i / 10, i / 2 % 5, i % 2)) {
            let mut sum = f64::from(numbers[9 * inputs * outputs + unit]) / f64::from(WEIGHT);
            for (dy, dx, channel) in (0..27).map(|i| (i / 9, i / 3 % 3, i % 3)) {
                let (row, column) = ((y + dy).wrapping_sub(1), (x + dx).wrapping_sub(1));
                if row < 4 && column < 5 {
                    let weight = numbers[((unit * 3 + dy) * 3 + dx) * inputs + channel];
                    sum += f64::from(weight) / f64::from(WEIGHT)
                        * f64::from(input.at(row, column)[channel])
                        / f64::from(ACTIVATION);
                }
            }
            let activation = (sum * f64::from(ACTIVATION) + 0.5).floor();
            let expected = activation.clamp(0.0, f64::from(MOST));
            assert_eq!(f64::from(output.at(y, x)[unit]), expected);
            cut[0] |= activation < 0.0;
            cut[1] |= activation > f64::from(MOST);
        }
        assert_eq!(cut, [true; 2]);
    }

    #[test]
    fn what_is_no_layer_is_refused() {
        let error = |numbers: &[i16]| Linear::<1>::take(&mut &numbers[..], 600).unwrap_err();
        assert!(error(&[1; 599]).contains("export it anew"));
        assert!(error(&[1; 600]).contains("export it anew"));
        assert!(error(&[2000; 601]).contains("overflow"));
        let most = [1700; 601];
        let layer = Linear::<1>::take(&mut &most[..], 600).unwrap();
        assert_eq!(layer.sums(&[MOST; 600]), [600 * 1700 * 2047 + 1700 * 256]);
    }
}
