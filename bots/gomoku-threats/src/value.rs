//! The value of a position without searching: a weight for each empty cell by its [kinds](crate::kind) for the one side and for the
//! other, one for the state of each [window](crate::windows), and one for the move, in stages by the number of stones.

use gomoku::Color;
use search::dense;

use crate::windows;

/// Sets of weights.
pub const STAGES: usize = 4;
/// Weights of a stage: of the pairs of kinds, of the states of windows, and of the move.
pub const SET: usize = TO_MOVE + 1;
/// The weight of the move.
pub const TO_MOVE: usize = STATES + windows::STATES;
/// The weight of the first state of windows.
pub const STATES: usize = 1 << 8;

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

/// By place in a set of weights the place that it shares its weight with.
pub fn shared() -> Vec<usize> {
    let states = windows::shared().into_iter().map(|state| STATES + state);
    (0..STATES)
        .chain(states)
        .chain(std::iter::once(TO_MOVE))
        .collect()
}

/// The place in a set as the other side sees it. A pair of kinds has the kind for the side to move in the lower four bits.
pub fn mirrored(place: usize) -> usize {
    match place.checked_sub(STATES) {
        None => place >> 4 | place << 4 & 0xf0,
        Some(state) if place < TO_MOVE => STATES + windows::mirrored(state),
        Some(_) => place,
    }
}

/// Sums of weights for black to move, a stage each, then for white.
pub type Sums = [i32; 2 * STAGES];

/// Weights in thousandths of the logarithm of the odds of the side to move to win.
#[derive(Clone)]
pub struct Weights {
    /// By place as black sees it, in the order of [`Sums`].
    both: Vec<[i16; 2 * STAGES]>,
}

impl Weights {
    /// The weights of this [text](dense::text_of_sets).
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let sets = dense::read_sets(text, &shared(), STAGES)?;
        let mut both = vec![[0; 2 * STAGES]; SET];
        for (place, weights) in both.iter_mut().enumerate() {
            let other = mirrored(place);
            for (stage, set) in sets.chunks_exact(SET).enumerate() {
                weights[stage] = set[place];
                weights[STAGES + stage] = set[other];
            }
        }
        Ok(Weights { both })
    }

    /// Those of `data/weights.txt`.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn own() -> Self {
        Weights::parse(include_str!("../data/weights.txt"))
            .unwrap_or_else(|error| panic!("{}", error))
    }

    /// The weights of a place as black sees it.
    #[inline]
    pub fn of(&self, place: usize) -> &[i16; 2 * STAGES] {
        &self.both[place]
    }
}

/// The value for the side to move of a position with this number of stones and these sums, within 10,000 of 0.
#[inline]
pub fn of_sums(mover: Color, stones: usize, sums: &Sums) -> i16 {
    sums[mover.index() * STAGES + stage(stones)].clamp(-10_000, 10_000) as i16
}
