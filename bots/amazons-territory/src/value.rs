//! The value of a position: a weighted sum of what [`crate::fill`] counts, as the chance of the side to move to win.

use amazons::Board;

use crate::fill::{LAYERS, confined, fills};

/// The counts, own side minus the other one: cells reached first and within 1, 2 and 3 steps of a queen, the same by
/// steps of a king, and amazons with no, one and two exits; and cells that both reach at once, twice, and 1 for the
/// move.
pub const TERMS: usize = 2 * (1 + LAYERS) + 3 + 3;

/// Stages of the game.
pub const STAGES: usize = 7;
/// Plies of a stage.
const STAGE_PLIES: usize = 8;

/// The weights of a stage, in thousandths of a logit.
pub type Weights = [i32; TERMS];

/// The weights of all stages.
pub type Value = [Weights; STAGES];

/// The terms of a position, from the side to move.
#[inline(always)]
pub fn terms(board: &Board) -> [i32; TERMS] {
    let mut terms = [0; TERMS];
    let mut at = 0;
    let mut put = |term: i32| {
        terms[at] = term;
        at += 1;
    };
    let fills = fills(board);
    for fill in &fills {
        put(fill.first[0] - fill.first[1]);
        for layer in 0..LAYERS {
            put(fill.within[0][layer] - fill.within[1][layer]);
        }
    }
    let [own, theirs] = confined(board);
    for (own, theirs) in own.iter().zip(theirs) {
        put(own - theirs);
    }
    for fill in &fills {
        put(fill.shared);
    }
    put(1);
    terms
}

/// The stage of a position.
#[inline]
pub fn stage(board: &Board) -> usize {
    (board.ply() / STAGE_PLIES).min(STAGES - 1)
}

/// The logit of the chance of the side to move to win, in thousandths.
#[inline(always)]
pub fn logit(value: &Value, board: &Board) -> i32 {
    let weights = &value[stage(board)];
    let terms = terms(board);
    terms
        .iter()
        .zip(weights)
        .map(|(term, weight)| term * weight)
        .sum()
}

/// A logit in thousandths as a chance from 0 to 1.
#[inline]
pub fn chance(logit: i32) -> f32 {
    1.0 / (1.0 + libm::expf(-1e-3 * logit as f32))
}
