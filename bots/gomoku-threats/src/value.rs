//! The value of a position without searching: how many empty cells are of which [kind](crate::tables::kind) for each side.

use gomoku::Color;

use crate::field::Field;
use crate::tables::kind;

/// Weights by kind, in thousandths of the logarithm of the odds to win: for the side to move, and for the other.
pub struct Weights([[i16; kind::COUNT]; 2]);

impl Weights {
    /// Those of `data/weights.txt`.
    ///
    /// # Panics
    /// If the file is not two lines of 16 numbers.
    pub fn own() -> Self {
        let numbers = include_str!("../data/weights.txt").split_whitespace();
        let numbers: Vec<i16> = numbers.filter_map(|word| word.parse().ok()).collect();
        assert_eq!(numbers.len(), 2 * kind::COUNT, "data/weights.txt");
        let mut weights = [[0; kind::COUNT]; 2];
        for (i, number) in numbers.into_iter().enumerate() {
            weights[i / kind::COUNT][i % kind::COUNT] = number;
        }
        Weights(weights)
    }

    /// The value for the side to move, within 10,000 of 0.
    pub fn value(&self, field: &Field<'_>, mover: Color) -> i16 {
        let colors = [mover, mover.opponent()];
        let sum: i32 = (self.0.iter().zip(&colors))
            .map(|(weights, &color)| {
                let counted = weights.iter().zip(field.counts(color));
                counted
                    .map(|(&weight, &count)| i32::from(weight) * i32::from(count))
                    .sum::<i32>()
            })
            .sum();
        sum.clamp(-10_000, 10_000) as i16
    }
}
