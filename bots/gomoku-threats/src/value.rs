//! The value of a position without searching: how many empty cells are of which [kind](crate::kind) for the one side and
//! for the other.

use crate::kind;

/// Pairs of kinds: where the weight for the move is.
pub const PAIRS: usize = kind::COUNT * kind::COUNT;
/// Number of weights: one for each pair of kinds, then one for the move.
pub const COUNT: usize = PAIRS + 1;

/// Weights in thousandths of the logarithm of the odds of the side to move to win: of the pairs by the kind of a cell for it, then
/// for the other side.
#[derive(Clone)]
pub struct Weights(Vec<i16>);

impl Weights {
    /// These weights.
    ///
    /// # Errors
    /// If they are not [`COUNT`].
    pub fn new(weights: Vec<i16>) -> Result<Self, String> {
        match weights.len() {
            COUNT => Ok(Weights(weights)),
            count => Err(format!("{} weights, not {}", count, COUNT)),
        }
    }

    /// Those of `data/weights.txt`.
    ///
    /// # Panics
    /// If it has another number of them.
    pub fn own() -> Self {
        let numbers = include_str!("../data/weights.txt").split_whitespace();
        let weights: Vec<i16> = numbers.filter_map(|word| word.parse().ok()).collect();
        assert_eq!(weights.len(), COUNT, "data/weights.txt");
        Weights(weights)
    }

    /// The value of an empty cell with these kinds for the side to move and for the other.
    #[inline]
    pub fn pair(&self, own: u8, other: u8) -> i32 {
        self.0[usize::from(own) * kind::COUNT + usize::from(other)].into()
    }

    /// The value for the side to move of a position with this sum of its cells, within 10,000 of 0.
    pub fn value(&self, sum: i32) -> i16 {
        (sum + i32::from(self.0[PAIRS])).clamp(-10_000, 10_000) as i16
    }
}
