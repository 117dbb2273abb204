//! Inputs of both values besides the counts of a well: the combo, the shaft that is ready for an I by where the I is,
//! and whether the next piece has a place.

use tetris2::{Piece, PieceCounts};

use crate::features::Counts;

/// Lengths of a shaft that is ready for an I: 0 to 3, 4 or more ...
pub const READY: usize = 5;
/// ... by where the I is, see [`i_state`].
pub const I_STATES: usize = I_NAMES.len();
/// The names of the states.
pub const I_NAMES: [&str; 8] = [
    "next",
    "forced",
    "forced_in_1",
    "forced_in_2",
    "forced_in_3_or_4",
    "forced_in_5_to_8",
    "far",
    "barred",
];
/// Clearing turns in a row: none, 1, 2 or more.
pub const COMBOS: usize = 3;

/// The state of the I for a side with this next piece: it is the next one; it may not be given next; or for how many
/// turns the opponent can give other pieces until it is the only one left.
#[inline]
pub fn i_state(next: Option<Piece>, gifts: PieceCounts) -> usize {
    if next == Some(Piece::I) {
        return 0;
    }
    let counts = gifts.counts();
    let of_i = counts[Piece::I.index()];
    if !gifts.allows(Piece::I) {
        return I_STATES - 1;
    }
    // Every other piece can be given until it is 2 above the I.
    let sum: u8 = counts.iter().sum();
    match 6 * (of_i + 2) - (sum - of_i) {
        turns @ 0..=2 => 1 + usize::from(turns),
        3..=4 => 4,
        5..=8 => 5,
        _ => 6,
    }
}

/// A shaft of this length by where the I is, as one number.
#[inline]
pub fn ready(length: u16, i_state: usize) -> usize {
    READY * i_state + usize::from(length).min(READY - 1)
}

/// The state of a combo.
#[inline]
pub fn combo(combo: u32) -> usize {
    combo.min(COMBOS as u32 - 1) as usize
}

/// 0, 1 and 2 for an S, a Z and an O without a place for it that leaves no hole.
#[inline]
pub fn without_place(counts: &Counts, piece: Piece) -> Option<usize> {
    match piece {
        Piece::S if counts.down_1 + counts.lying_s == 0 => Some(0),
        Piece::Z if counts.up_1 + counts.lying_z == 0 => Some(1),
        Piece::O if counts.flat == 0 => Some(2),
        _ => None,
    }
}
