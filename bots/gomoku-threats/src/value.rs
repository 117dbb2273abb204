//! The value of a position without searching: how many empty cells are of which [kind](crate::kind) for the one side and
//! for the other, and how many stones lie.

use crate::kind;

/// Sets of weights.
pub const STAGES: usize = 4;
/// Pairs of kinds: weights of a stage.
pub const PAIRS: usize = kind::COUNT * kind::COUNT;
/// Number of weights: of each stage one for each pair of kinds, then one for the move.
pub const COUNT: usize = STAGES * PAIRS + 1;

/// The stage of a position with this number of stones.
#[inline]
pub fn stage(stones: usize) -> usize {
    match stones {
        0..=10 => 0,
        11..=20 => 1,
        21..=40 => 2,
        _ => 3,
    }
}

/// The sums of the cells' weights, one for each stage.
pub type Sums = [i32; STAGES];

/// Weights in thousandths of the logarithm of the odds of the side to move to win.
#[derive(Clone)]
pub struct Weights {
    /// By the kind of a cell for the side to move, then for the other.
    pairs: Vec<Sums>,
    /// The weight of the move.
    to_move: i32,
}

impl Weights {
    /// These weights: stage by stage those of the pairs, by the kind for the side to move, then for the other; then that of the move.
    ///
    /// # Errors
    /// If they are not [`COUNT`].
    pub fn new(weights: &[i16]) -> Result<Self, String> {
        if weights.len() != COUNT {
            return Err(format!("{} weights, not {}", weights.len(), COUNT));
        }
        let mut pairs = vec![[0; STAGES]; PAIRS];
        for (stage, weights) in weights.chunks_exact(PAIRS).enumerate() {
            for (sums, &weight) in pairs.iter_mut().zip(weights) {
                sums[stage] = weight.into();
            }
        }
        Ok(Weights {
            pairs,
            to_move: weights[COUNT - 1].into(),
        })
    }

    /// Those of `data/weights.txt`.
    ///
    /// # Panics
    /// If it has another number of them.
    pub fn own() -> Self {
        let numbers = include_str!("../data/weights.txt").split_whitespace();
        let weights: Vec<i16> = numbers.filter_map(|word| word.parse().ok()).collect();
        Weights::new(&weights).unwrap_or_else(|error| panic!("{}", error))
    }

    /// The weights of an empty cell with these kinds for the side to move and for the other.
    #[inline]
    pub fn pair(&self, own: u8, other: u8) -> &Sums {
        &self.pairs[usize::from(own) * kind::COUNT + usize::from(other)]
    }

    /// The value for the side to move of a position with this number of stones and these sums of its cells, within 10,000 of 0.
    #[inline]
    pub fn value(&self, stones: usize, sums: &Sums) -> i16 {
        (sums[stage(stones)] + self.to_move).clamp(-10_000, 10_000) as i16
    }
}
