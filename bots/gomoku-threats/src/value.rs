//! The value of a position without searching: an efficiently updatable neural network (NNUE, Nasu 2018).
//!
//! A vector for each empty cell by its [kinds](crate::kind) for the one side and for the other, one for the state of each
//! [window](crate::windows), and one for the stage by the number of stones are summed, as each side sees them. The sum of the side to
//! move is rectified, then a layer of hidden units is, and their weighted sum is the value.

use gomoku::Color;
use search::dense;

use crate::windows;

/// Vectors of stages.
pub const STAGES: usize = 4;
/// Numbers of a vector, and hidden units.
pub const UNITS: usize = 16;
/// Vectors of pairs of kinds and of states of windows.
pub const PLACES: usize = STATES + windows::STATES;
/// The place of the first state of windows.
pub const STATES: usize = 1 << 8;
/// Numbers of the weights that belong to a unit: one of each vector, those of stages last, its weight in each hidden unit, and the bias
/// and the weight in the value of the hidden unit with its number.
pub const SET: usize = BIASES + 2;
/// The first weight in hidden units.
const HIDDEN: usize = PLACES + STAGES;
const BIASES: usize = HIDDEN + UNITS;
/// Parts of 1 that vectors and biases are in.
pub const UNIT: i32 = 256;
/// Parts of 1 that the weights in hidden units are in.
pub const HIDDEN_UNIT: i32 = 64;
/// A logit of 1 in values.
pub const LOGIT: i32 = 1000;

/// The largest weight in a hidden unit and in the value: sums of products with 16 bits fit into 32.
const MOST: i16 = 4095;

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

/// By number of a set the first one that is the same.
pub fn shared() -> Vec<usize> {
    let states = windows::shared().into_iter().map(|state| STATES + state);
    (0..STATES).chain(states).chain(PLACES..SET).collect()
}

/// The place as the other side sees it. A pair of kinds has the kind for the side to move in the lower four bits.
pub fn mirrored(place: usize) -> usize {
    match place.checked_sub(STATES) {
        None => place >> 4 | place << 4 & 0xf0,
        Some(state) => STATES + windows::mirrored(state),
    }
}

/// A sum of vectors.
pub type Vector = [i16; UNITS];
/// The sums as black sees the board, then as white does.
pub type Sums = [Vector; 2];

/// The weights.
#[derive(Clone)]
pub struct Weights {
    /// By place as black sees it.
    both: Vec<Sums>,
    stages: Vec<Vector>,
    hidden: Vec<Vector>,
    biases: Vector,
    last: Vector,
}

impl Weights {
    /// The weights of this [text](dense::text_of_sets), a set each unit.
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let sets = dense::read_sets(text, &shared(), UNITS)?;
        let vector = |at: usize| {
            let mut vector = Vector::default();
            for (number, set) in vector.iter_mut().zip(sets.chunks_exact(SET)) {
                *number = set[at];
            }
            vector
        };
        let within = |at: usize| vector(at).map(|number| number.clamp(-MOST, MOST));
        let both = (0..PLACES).map(|place| [vector(place), vector(mirrored(place))]);
        Ok(Weights {
            both: both.collect(),
            stages: (PLACES..HIDDEN).map(vector).collect(),
            hidden: (HIDDEN..BIASES).map(within).collect(),
            biases: vector(BIASES),
            last: within(BIASES + 1),
        })
    }

    /// Those of `data/weights.txt`.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn own() -> Self {
        Weights::parse(include_str!("../data/weights.txt"))
            .unwrap_or_else(|error| panic!("{}", error))
    }

    /// Adds the vectors of a place as black sees it, in place of those of another one.
    #[inline]
    pub fn exchange(&self, sums: &mut Sums, before: usize, after: usize) {
        let (before, after) = (&self.both[before], &self.both[after]);
        for ((sum, before), after) in sums.iter_mut().zip(before).zip(after) {
            for ((sum, before), after) in sum.iter_mut().zip(before).zip(after) {
                // Sums of more than 16 bits come in no game.
                *sum = sum.wrapping_add(*after).wrapping_sub(*before);
            }
        }
    }

    /// The value for the side to move of a position with this number of stones and these sums, in parts of [`LOGIT`], within 10,000
    /// of 0.
    #[inline]
    pub fn value(&self, mover: Color, stones: usize, sums: &Sums) -> i16 {
        let mut rectified = Vector::default();
        let sums = sums[mover.index()].iter().zip(&self.stages[stage(stones)]);
        for (unit, (&sum, &more)) in rectified.iter_mut().zip(sums) {
            *unit = sum.saturating_add(more).max(0);
        }
        let mut value = 0;
        for ((weights, &bias), &last) in self.hidden.iter().zip(&self.biases).zip(&self.last) {
            let products = rectified.iter().zip(weights);
            let sum: i32 = products
                .map(|(&unit, &weight)| i32::from(unit) * i32::from(weight))
                .sum();
            let hidden = sum / HIDDEN_UNIT + i32::from(bias);
            value += hidden.clamp(0, i16::MAX.into()) * i32::from(last);
        }
        (value / UNIT).clamp(-10_000, 10_000) as i16
    }
}
