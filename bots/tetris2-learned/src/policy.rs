//! The learned policy: what a search is likely to settle on. It is one of the receiver's position alone, as a
//! [node](crate::node) is.
//!
//! * Placements: a linear function of the [landing](crate::landings), of its own for every piece.
//! * Pieces to be given: a linear function of the well after the likeliest placement and of what may still be given, of its
//!   own for every piece.

use tetris2::{Piece, PieceCounts, Player};

use crate::features::{COUNTS, Counts};
use crate::landings::{self, Weights};
use crate::states::{COMBOS, I_STATES, READY, combo, i_state, ready, without_place};

/// Parts of a nat in a weight.
pub const UNIT: f32 = 4096.0;

const BIAS_AT: usize = COUNTS;
const READY_AT: usize = BIAS_AT + 1;
const PLACED_AT: usize = READY_AT + READY * I_STATES;
const COMBO_AT: usize = PLACED_AT + 7;
const FIT_AT: usize = COMBO_AT + COMBOS;
const GIFTS_AT: usize = FIT_AT + 3;
/// Terms of a piece to be given.
pub const PIECE_TERMS: usize = GIFTS_AT + 3 * 7;

/// Weights of all placements ...
pub const PLACEMENTS: usize = 7 * landings::TERMS;
/// ... and of all pieces, in this order.
pub const WEIGHTS: usize = PLACEMENTS + 7 * PIECE_TERMS;

/// The policy.
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    /// By the piece that is placed.
    placements: [Weights; 7],
    /// By term and by the piece that is given; the last of eight is nothing.
    pieces: [[i32; 8]; PIECE_TERMS],
}

impl Policy {
    /// The policy of these weights, in parts of a nat: first those of placements by piece, then those of pieces by piece.
    ///
    /// # Errors
    /// If there are more or less of them.
    pub fn new(weights: &[i16]) -> Result<Self, String> {
        if weights.len() != WEIGHTS {
            return Err(format!("policy: {} weights, not {WEIGHTS}", weights.len()));
        }
        let (placements, pieces) = weights.split_at(PLACEMENTS);
        Ok(Self {
            placements: std::array::from_fn(|piece| {
                let own = &placements[piece * landings::TERMS..];
                Weights::of_terms(&std::array::from_fn(|i| own[i].into()))
            }),
            pieces: std::array::from_fn(|term| {
                std::array::from_fn(|piece| {
                    let weight = pieces.get(piece * PIECE_TERMS + term);
                    weight.map_or(0, |&weight| weight.into())
                })
            }),
        })
    }

    /// The policy before searches were learned from: placements by the value of their landings, all pieces alike.
    pub fn of_landings(weights: &Weights) -> Self {
        Self {
            placements: std::array::from_fn(|_| weights.clone()),
            pieces: [[0; 8]; PIECE_TERMS],
        }
    }

    /// The weights of landings of a piece.
    #[inline]
    pub const fn placements(&self, piece: Piece) -> &Weights {
        &self.placements[piece.index()]
    }

    /// The logit of each piece to be given, in parts of a nat. `counts` are those of the well after the likeliest
    /// placement.
    #[inline]
    pub fn pieces(&self, counts: &Counts, player: &Player, gifts: PieceCounts) -> [i32; 8] {
        let mut sums = [0; 8];
        for (count, weights) in counts.to_array().iter().zip(&self.pieces) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += i32::from(*count) * weight;
            }
        }
        for at in states(counts, player, gifts) {
            for (sum, weight) in sums.iter_mut().zip(&self.pieces[at]) {
                *sum += weight;
            }
        }
        sums
    }
}

/// The terms that are 1: one each for the bias, the shaft, the piece that is placed, the combo so far, and how often each
/// piece was given; and one for each piece without a place.
#[inline]
fn states(
    counts: &Counts,
    player: &Player,
    gifts: PieceCounts,
) -> arrayvec::ArrayVec<usize, { 4 + 3 + 7 }> {
    let mut states = arrayvec::ArrayVec::new();
    states.extend([
        BIAS_AT,
        READY_AT + ready(counts.ready, i_state(None, gifts)),
        PLACED_AT + player.piece.index(),
        COMBO_AT + combo(player.combo),
    ]);
    for piece in [Piece::S, Piece::Z, Piece::O] {
        if let Some(fit) = without_place(counts, piece) {
            states.push(FIT_AT + fit);
        }
    }
    for (i, &count) in gifts.counts().iter().enumerate() {
        states.push(GIFTS_AT + 3 * i + usize::from(count.min(2)));
    }
    states
}

/// The terms of a position for the pieces that can be given in it, as a fit takes them.
pub fn piece_terms(counts: &Counts, player: &Player, gifts: PieceCounts) -> Vec<(u16, i16)> {
    let counted = counts.to_array();
    let counted = counted.iter().enumerate();
    let counted = counted.map(|(at, &count)| (at as u16, count as i16));
    let states = states(counts, player, gifts).into_iter();
    counted
        .filter(|&(_, x)| x != 0)
        .chain(states.map(|at| (at as u16, 1)))
        .collect()
}

/// A logit below the largest one, as a prior: 1 for that one.
#[inline]
pub fn prior(logit: i32, largest: i32) -> u8 {
    (255.0 * libm::expf((logit - largest) as f32 / UNIT)) as u8
}
